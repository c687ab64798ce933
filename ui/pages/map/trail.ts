/**
 * A container's trail, pure functions: the ranges to choose from, the stay at a moment, the length of a stay. The replay runs by
 * time: its position is a moment (epoch milliseconds) between the beginning of the first stay and the end of the last. Where that
 * is on the map is a number of steps: 2 in the third stay, 2.5 halfway from the third to the fourth.
 */
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

/** The index of the last stay that began at or before a moment. Without a moment, the index of the newest stay. */
export function stepAt(stays: readonly Stay[], moment: number | undefined): number {
  if (moment === undefined) return Math.max(0, stays.length - 1)
  const after = stays.findIndex(stay => Date.parse(stay.firstActiveDate) > moment)
  return after < 0 ? Math.max(0, stays.length - 1) : Math.max(0, after - 1)
}

const beganAt = (stay: Stay): number => Date.parse(stay.firstActiveDate)
const endedAt = (stay: Stay): number => Date.parse(stay.lastActiveDate)

/** Two moments in epoch milliseconds. `to` is not before `from`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** From the beginning of the first stay to the end of the last; both 0 without stays. */
export function spanOf(stays: readonly Stay[]): Span {
  const [first, last] = [stays[0], stays.at(-1)]
  return first && last ? { from: beganAt(first), to: Math.max(beganAt(first), endedAt(last)) } : { from: 0, to: 0 }
}

/** Whether the container is between two stays at the moment: it has left the stay `step`, and has not reached the next one. */
export function isUnderWay(stays: readonly Stay[], step: number, moment: number): boolean {
  const [stay, next] = [stays[step], stays[step + 1]]
  return stay !== undefined && next !== undefined && moment > endedAt(stay) && moment < beganAt(next)
}

/** The step at a moment. Its fraction is the share of the way to the next stay. */
export function positionAt(stays: readonly Stay[], moment: number): number {
  const step = stepAt(stays, moment)
  const [stay, next] = [stays[step], stays[step + 1]]
  if (!stay || !next || !isUnderWay(stays, step, moment)) return step
  return step + (moment - endedAt(stay)) / (beganAt(next) - endedAt(stay))
}

/** The moment after a key on the slider: the next or previous beginning of a stay, a day forward or back, or one of the ends. */
export function momentAfter(key: string, stays: readonly Stay[], moment: number): number | undefined {
  const { from, to } = spanOf(stays)
  const step = stepAt(stays, moment)
  const here = stays[step]
  const previous = here && moment > beganAt(here) ? here : stays[step - 1]
  const next = stays[step + 1]
  const moments: Readonly<Record<string, number>> = {
    ArrowLeft: previous ? beganAt(previous) : from,
    ArrowRight: next ? beganAt(next) : to,
    PageDown: Math.max(from, moment - dayMs),
    PageUp: Math.min(to, moment + dayMs),
    Home: from,
    End: to
  }
  return moments[key.replace('ArrowDown', 'ArrowLeft').replace('ArrowUp', 'ArrowRight')]
}

const [minuteMs, hourMs] = [60_000, 3_600_000]
/** The possible lengths of time, in milliseconds, that one second of a replay represents at its lowest speed. */
const paces = [
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map(hours => hours * hourMs),
  ...[1, 2, 3, 7, 14].map(days => days * dayMs)
]
/** The most seconds that a replay takes at its lowest speed. */
const maxReplaySeconds = 60

/** The time that one second of a replay represents at speed 1: a round length in milliseconds. */
export function paceOf({ from, to }: Span): number {
  return paces.find(pace => (to - from) / pace <= maxReplaySeconds) ?? (to - from) / maxReplaySeconds
}

/** The moment of a replay after `elapsed` milliseconds, but at most the end. `pace` is the time that a second represents. */
export const played = (moment: number, elapsed: number, pace: number, { to }: Span): number =>
  Math.min(to, moment + (elapsed / 1000) * pace)

/** Whether a stay consists of a single reading, so that its length is unknown. */
export const isOneReading = (stay: Stay): boolean => endedAt(stay) - beganAt(stay) < minuteMs

export interface Duration {
  readonly days: number
  readonly hours: number
  readonly minutes: number
}

/** Milliseconds as whole days, hours and minutes. */
export function partsOf(length: number): Duration {
  const minutes = Math.max(0, Math.round(length / minuteMs))
  return { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 }
}

/** Whole days, hours and minutes between two instants. */
export const durationOf = (stay: Stay): Duration => partsOf(endedAt(stay) - beganAt(stay))
