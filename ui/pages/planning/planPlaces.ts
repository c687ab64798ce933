/** The places of orders on the planner's map; pure functions. */
import type { Reads } from '../../answers.ts'
import { type Box, worldX, worldY } from '../map/geo.ts'

export type PlanPlace = Reads['/api/Admin/Orders/plan-places']['data'][number]
export interface KnownPlace extends PlanPlace {
  readonly latitude: number
  readonly longitude: number
}
interface Point {
  readonly latitude: number
  readonly longitude: number
}

export const isKnown = (place: PlanPlace): place is KnownPlace => place.latitude !== null && place.longitude !== null

export const waits = ({ vehicle }: PlanPlace): boolean => vehicle === null

/** The box around points; undefined without any. */
export function boxOf(points: readonly Point[]): Box | undefined {
  if (points.length === 0) return undefined
  const [longitudes, latitudes] = [points.map(({ longitude }) => longitude), points.map(({ latitude }) => latitude)]
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes)
  }
}

/** The ids of the orders that wait at the place nearest to a point, within so many pixels at this scale; several may share a place. */
export function nearestTo(
  places: readonly KnownPlace[],
  at: Point,
  { scale, within }: { readonly scale: number; readonly within: number }
): number[] {
  const away = (place: Point): number =>
    Math.hypot(worldX(place.longitude) - worldX(at.longitude), worldY(place.latitude) - worldY(at.latitude)) * scale
  const waiting = places.filter(waits)
  const [nearest] = waiting.toSorted((a, b) => away(a) - away(b))
  if (!nearest || away(nearest) > within) return []
  return waiting
    .filter(place => place.latitude === nearest.latitude && place.longitude === nearest.longitude)
    .map(({ id }) => id)
}

/** The chosen ids after a press on orders: all of them are chosen, or if they were already, none. */
export const afterPress = (chosen: readonly number[], pressed: readonly number[]): number[] =>
  pressed.every(id => chosen.includes(id))
    ? chosen.filter(id => !pressed.includes(id))
    : [...new Set([...chosen, ...pressed])]
