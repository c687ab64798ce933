/**
 * The border that is being drawn. The control in the form and the map beside it show the same corners and change them alike: the
 * control says here what there is, and the map draws it.
 */
import type { Corner } from '../../../src/contract/polygon.ts'
import { createStore } from '../../store.ts'
import type { MapHandle } from './mapHandle.ts'

/** As the form holds it: degrees may be typed only in part. */
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
/** The map of the page, once it is there. */
export const stage = createStore<MapHandle | undefined>(undefined)

export const mostCorners = 200
export const leastCorners = 3

export function placedAt({ latitude, longitude }: TypedCorner): Corner | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** The corners that have a place. */
export const placed = (corners: readonly TypedCorner[]): readonly Corner[] =>
  corners.flatMap(corner => placedAt(corner) ?? [])

/** Six digits are a tenth of a metre. */
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
  corners.length < mostCorners ? [...corners.slice(0, index), cornerAt(corner), ...corners.slice(index)] : corners

/** In degrees of latitude, exact enough to compare sides of a yard. */
const distance = (a: Corner, b: Corner): number =>
  Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180))

/** Where a new corner belongs: into the side that grows the least by the detour over it; at the end while there is no area yet. */
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

/** A click on the map. */
export const added = (corners: readonly TypedCorner[], corner: Corner): readonly TypedCorner[] =>
  inserted(corners, indexFor(corners, corner), corner)
