/** The value of the position control, and the first view of its map. */
import type { View } from '../map/mapUrl.ts'
import { homeView } from '../map/mapUrl.ts'
import { towns } from '../map/towns.ts'

/** Degrees as they were typed: numbers, a text that is not a number, or blank. */
export interface Degrees {
  readonly latitude?: unknown
  readonly longitude?: unknown
}

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Degrees with six decimals, which is a precision of about 0.1 m. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

export const pointAt = ({ latitude, longitude }: Point): Point => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude)
})

/** The value with one of its parts replaced; null if both parts are then empty. */
export function withDegrees(value: Degrees | null | undefined, change: Degrees): Degrees | null {
  const next = { ...value, ...change }
  const given = Object.entries(next).filter(([, degrees]) => degrees !== undefined && degrees !== null)
  return given.length > 0 ? Object.fromEntries(given) : null
}

/** The position, if both parts are valid degrees; otherwise undefined. */
export function pointOf(value: Degrees | null | undefined): Point | undefined {
  const { latitude, longitude } = value ?? {}
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** The first view: near the position if there is one, or else the town of the form, or else Poland. */
export function firstView(point: Point | undefined, city: unknown): View {
  if (point) return { ...point, zoom: 16 }
  const name = typeof city === 'string' ? city.trim().toLocaleLowerCase() : ''
  const town = towns.find(one => one.name.toLocaleLowerCase() === name)
  return town ? { latitude: town.latitude, longitude: town.longitude, zoom: 12 } : homeView
}
