/** The stops of a vehicle's day while a person puts them in order; pure functions. */
import type { Reads } from '../../answers.ts'
import { metresBetween } from '../map/geo.ts'

export type Summary = Reads['/api/Admin/Orders/routes']['data'][number]
export type Route = Reads['/api/Admin/Vehicles/:id/route']
export type Stop = Route['data'][number]

/** Orders of one place that follow each other: one stop to drive to. */
export interface Unit {
  readonly stops: readonly [Stop, ...Stop[]]
  /** It is done, and keeps its place. */
  readonly finished: boolean
}

/** A place to drive to, and the way there. */
export interface Leg {
  readonly unit: Unit
  /** Metres as the crow flies from the place before; undefined where one of both is not known. */
  readonly metres: number | undefined
}

interface Point {
  readonly latitude: number
  readonly longitude: number
}

const isFinished = ({ finished }: Stop): boolean => finished

/** The stops as places to drive to, in their order. */
export function unitsOf(stops: readonly Stop[]): Unit[] {
  const units: Unit[] = []
  for (const stop of stops) {
    const last = units.at(-1)
    const finished = isFinished(stop)
    if (last && last.finished === finished && last.stops[0].receptionPlaceId === stop.receptionPlaceId)
      units[units.length - 1] = { finished, stops: [...last.stops, stop] }
    else units.push({ finished, stops: [stop] })
  }
  return units
}

export const stopsOf = (units: readonly Unit[]): Stop[] => units.flatMap(({ stops }) => stops)

/** The units with one at another place; what is finished stays before the rest. */
export function moved(units: readonly Unit[], from: number, to: number): readonly Unit[] {
  const unit = units[from]
  const first = units.findLastIndex(({ finished }) => finished) + 1
  const target = Math.max(first, Math.min(to, units.length - 1))
  if (!unit || unit.finished || target === from) return units
  return units.toSpliced(from, 1).toSpliced(target, 0, unit)
}

/** The stops in the order of the ids; what is finished stays before them. */
export function arranged(stops: readonly Stop[], ids: readonly number[]): Stop[] {
  const byId = new Map(stops.map(stop => [stop.orderId, stop]))
  return [...stops.filter(isFinished), ...ids.flatMap(id => byId.get(id) ?? [])]
}

/** The orders that are still ahead, in their order: what is saved. */
export const aheadOf = (stops: readonly Stop[]): number[] =>
  stops.filter(stop => !isFinished(stop)).map(({ orderId }) => orderId)

export const isSameOrder = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, at) => b[at] === id)

export const pointOf = ({ latitude, longitude }: Stop): Point | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude }

/** The way from the start to each unit; a place that nobody knows is passed over. */
export function legsOf(start: Point | null, units: readonly Unit[]): Leg[] {
  let here: Point | undefined = start ?? undefined
  return units.map(unit => {
    const there = pointOf(unit.stops[0])
    const metres = here && there && metresBetween(here, there)
    here = there ?? here
    return { unit, metres }
  })
}

/** Metres of the whole way, and of the way back from its last place. */
export function wayOf(start: Point | null, legs: readonly Leg[]): { readonly out: number; readonly back: number } {
  const last = legs.map(({ unit }) => pointOf(unit.stops[0])).findLast(point => point)
  return {
    out: legs.reduce((sum, { metres }) => sum + (metres ?? 0), 0),
    back: start && last ? metresBetween(last, start) : 0
  }
}

/** Metres as kilometres with one digit after the comma. */
export const kilometres = (metres: number): number => Math.round(metres / 100) / 10
