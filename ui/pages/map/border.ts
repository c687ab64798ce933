/**
 * The border that is being drawn. The control in the form and the map beside it show and change the same corners. The control stores
 * them here, and the map draws them.
 */
import type { Corner } from '../../../src/contract/polygon.ts'
import { createStore } from '../../store.ts'
import type { MapHandle } from './mapHandle.ts'

/** A corner in the form. Its degrees may be typed only in part. */
export interface TypedCorner {
  readonly latitude?: unknown
  readonly longitude?: unknown
}

export interface Drawing {
  readonly corners: readonly TypedCorner[]
  readonly change: (corners: readonly TypedCorner[]) => void
}

/** Undefined while no border is drawn. */
export const drawing = createStore<Drawing | undefined>(undefined)
/** The map of the page; undefined until it is loaded. */
export const stage = createStore<MapHandle | undefined>(undefined)

export const maxCorners = 200
export const leastCorners = 3

export function placedAt({ latitude, longitude }: TypedCorner): Corner | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** The corners whose degrees are complete. */
export const placed = (corners: readonly TypedCorner[]): readonly Corner[] =>
  corners.flatMap(corner => placedAt(corner) ?? [])

/** Degrees with six decimals, which is a precision of about 0.1 m. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
export const cornerAt = ({ latitude, longitude }: Corner): Corner => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude)
})

export const moved = (corners: readonly TypedCorner[], index: number, corner: TypedCorner): readonly TypedCorner[] =>
  corners.map((other, at) => (at === index ? corner : other))

export const removed = (corners: readonly TypedCorner[], index: number): readonly TypedCorner[] =>
  corners.filter((_, at) => at !== index)

export const inserted = (corners: readonly TypedCorner[], index: number, corner: Corner): readonly TypedCorner[] =>
  corners.length < maxCorners ? [...corners.slice(0, index), cornerAt(corner), ...corners.slice(index)] : corners

/** The distance in degrees of latitude, exact enough for comparing the sides of a yard. */
const distance = (a: Corner, b: Corner): number =>
  Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180))

/**
 * The index for a new corner: in the side whose length it increases least, or at the end while there are fewer than three corners.
 */
export function indexFor(corners: readonly TypedCorner[], corner: Corner): number {
  if (corners.length < leastCorners) return corners.length
  let best = corners.length
  let least = Number.POSITIVE_INFINITY
  corners.forEach((_, at) => {
    const [from, to] = [placedAt(corners[at] ?? {}), placedAt(corners[(at + 1) % corners.length] ?? {})]
    if (!from || !to) return
    const detour = distance(from, corner) + distance(corner, to) - distance(from, to)
    if (detour < least) [least, best] = [detour, at + 1]
  })
  return best
}

/** The corners after a click on the map. */
export const added = (corners: readonly TypedCorner[], corner: Corner): readonly TypedCorner[] =>
  inserted(corners, indexFor(corners, corner), corner)
