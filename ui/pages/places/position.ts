/** What the control of a position sends, and where its map begins. */
import type { View } from '../map/mapUrl.ts'
import { homeView } from '../map/mapUrl.ts'
import { towns } from '../map/towns.ts'

/** Degrees as they were typed: numbers, a text that is none, or blank. */
export interface Degrees {
  readonly latitude?: unknown
  readonly longitude?: unknown
}

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Six digits are a tenth of a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

export const pointAt = ({ latitude, longitude }: Point): Point => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude)
})

/** The value with one of its parts replaced; null where nothing is left. */
export function withDegrees(value: Degrees | null | undefined, change: Degrees): Degrees | null {
  const next = { ...value, ...change }
  const given = Object.entries(next).filter(([, degrees]) => degrees !== undefined && degrees !== null)
  return given.length > 0 ? Object.fromEntries(given) : null
}

/** The position, where both parts are numbers on earth. */
export function pointOf(value: Degrees | null | undefined): Point | undefined {
  const { latitude, longitude } = value ?? {}
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** The position from near, else the town of the form, else Poland. */
export function firstView(point: Point | undefined, city: unknown): View {
  if (point) return { ...point, zoom: 16 }
  const name = typeof city === 'string' ? city.trim().toLocaleLowerCase() : ''
  const town = towns.find(one => one.name.toLocaleLowerCase() === name)
  return town ? { latitude: town.latitude, longitude: town.longitude, zoom: 12 } : homeView
}
