/** A container's trail, pure functions: the ranges to choose from, the stay at a moment, the length of a stay. */
import { dayMs } from '../../../src/contract/days.ts'

export interface Stay {
  readonly id: number
  readonly latitude: number
  readonly longitude: number
  readonly firstActiveDate: string
  readonly lastActiveDate: string
  readonly internalStoreName?: string | null
}

/** Days before now; `all` is the default. */
export type Range = number | 'all'
const rangeDays = [180, 90, 60, 30, 21, 14, 7, 3, 1] as const
export const speeds = [1, 2, 5, 10, 20] as const
export type Speed = (typeof speeds)[number]

const since = (days: number, now: number): number => now - days * dayMs

/** The ranges that contain some stays but leave some out; a longer range would show the same as `all`. */
export function rangesOf(stays: readonly Stay[], now: number): readonly Range[] {
  const oldest = stays[0]
  const newest = stays.at(-1)
  if (!oldest || !newest) return ['all']
  const [from, to] = [Date.parse(oldest.firstActiveDate), Date.parse(newest.lastActiveDate)]
  return ['all', ...rangeDays.filter(days => from < since(days, now) && to >= since(days, now))]
}

/** The stays that end within a range, in their order. */
export function staysIn(stays: readonly Stay[], range: Range, now: number): readonly Stay[] {
  if (range === 'all') return stays
  return stays.filter(stay => Date.parse(stay.lastActiveDate) >= since(range, now))
}

/** The range that the URL names, or `all` if it is not among those to choose from. */
export function rangeFrom(text: string | undefined, ranges: readonly Range[]): Range {
  return ranges.find(range => String(range) === text) ?? 'all'
}

/** The index of the last stay that began at or before a moment; without a moment, of the newest. */
export function stepAt(stays: readonly Stay[], moment: number | undefined): number {
  if (moment === undefined) return Math.max(0, stays.length - 1)
  const after = stays.findIndex(stay => Date.parse(stay.firstActiveDate) > moment)
  return after < 0 ? Math.max(0, stays.length - 1) : Math.max(0, after - 1)
}

/** The moment by which the URL refers to a stay: the server may recreate stays under other ids, but their start stays. */
export const stayKey = (stay: Stay | undefined): number | undefined => stay && Date.parse(stay.firstActiveDate)

/** The position of a replay (in steps, with fractions) after some milliseconds at `speed` steps a second; at most the last. */
export function played(position: number, elapsed: number, speed: number, count: number): number {
  return Math.min(Math.max(0, count - 1), position + (elapsed / 1000) * speed)
}

export interface Duration {
  readonly days: number
  readonly hours: number
  readonly minutes: number
}

/** Whole days, hours and minutes between two instants. */
export function durationOf({ firstActiveDate, lastActiveDate }: Stay): Duration {
  const minutes = Math.max(0, Math.round((Date.parse(lastActiveDate) - Date.parse(firstActiveDate)) / 60_000))
  return { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 }
}
