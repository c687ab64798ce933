/** The pure part of a container's trail: which ranges make sense, where a moment stands, how long a stay was. */
export interface Stay {
  readonly id: number
  readonly latitude: number
  readonly longitude: number
  readonly firstActiveDate: string
  readonly lastActiveDate: string
  readonly internalStoreName?: string | null
}

/** Days back from now; `all` is the default. */
export type Range = number | 'all'
const rangeDays = [180, 90, 60, 30, 21, 14, 7, 3, 1] as const
export const speeds = [1, 2, 5, 10, 20] as const
export type Speed = (typeof speeds)[number]
const day = 86_400_000

const since = (days: number, now: number): number => now - days * day

/** The ranges that show something, but not everything: a range as old as the data says the same as `all`. */
export function rangesOf(stays: readonly Stay[], now: number): readonly Range[] {
  const oldest = stays[0]
  const newest = stays.at(-1)
  if (!oldest || !newest) return ['all']
  const [from, to] = [Date.parse(oldest.firstActiveDate), Date.parse(newest.lastActiveDate)]
  return ['all', ...rangeDays.filter(days => from < since(days, now) && to >= since(days, now))]
}

/** The stays that reach into a range, in their order. */
export function staysIn(stays: readonly Stay[], range: Range, now: number): readonly Stay[] {
  if (range === 'all') return stays
  return stays.filter(stay => Date.parse(stay.lastActiveDate) >= since(range, now))
}

/** A range as the URL writes it; what is not on offer is `all`. */
export function rangeFrom(text: string | undefined, offered: readonly Range[]): Range {
  return offered.find(range => String(range) === text) ?? 'all'
}

/** The step of the stay that holds a moment, else the last one that had begun; without a moment the newest. */
export function stepAt(stays: readonly Stay[], moment: number | undefined): number {
  if (moment === undefined) return Math.max(0, stays.length - 1)
  const after = stays.findIndex(stay => Date.parse(stay.firstActiveDate) > moment)
  return after < 0 ? Math.max(0, stays.length - 1) : Math.max(0, after - 1)
}

/** The moment that names a stay in the URL: ids of stays may be made anew, their beginnings do not change. */
export const stayKey = (stay: Stay | undefined): number | undefined => stay && Date.parse(stay.firstActiveDate)

/** Where a play stands after some milliseconds, in steps with fractions: `speed` steps a second, and it stops at the end. */
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
