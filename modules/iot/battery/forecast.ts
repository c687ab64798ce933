/**
 * When a battery will be critical, pure. The voltage of a sensor falls slowly, sways with the temperature, and jumps up when the
 * battery is changed. So the line through its daily medians is Theil and Sen's: its slope is the median of the slopes between any
 * two days, which a quarter of wrong values does not move. What the days do not agree on is not said.
 */
import { BatteryTrend } from '../schema.ts'

/** The median of a day. */
export interface DayVolts {
  /** Counted from the last whole day: 0, -1, … */
  readonly day: number
  readonly volts: number
}

export interface Forecast {
  /** A member of `BatteryTrend`. */
  readonly trend: number
  /** Volts a day; null where there are too few days. */
  readonly slope: number | null
  /** Days from the last measured day until the battery is critical; null where it cannot be said. */
  readonly daysLeft: number | null
}

/** As many of the last days count. */
export const windowDays = 30
/** With fewer measured days, or over a shorter time, nothing is said. */
const fewestDays = 7
const shortestSpan = 7
/** A sensor whose newest value is older says nothing of today. */
const staleDays = 7
/** A rise from one measured day to the next that only another battery explains. */
const changedVolts = 0.15
/** So many pairs of days must agree that it falls. */
const agreement = 0.7
/** What lasts longer than this does not fall, as far as anybody can say. */
const longestDays = 365

const unknown: Forecast = { trend: BatteryTrend.unknown, slope: null, daysLeft: null }

/**
 * @param days ascending, one a day
 * @param critical under so many volts it is critical
 */
export function forecastOf(days: readonly DayVolts[], critical: number): Forecast {
  const last = days.at(-1)
  if (!last || last.day < -staleDays) return unknown
  const window = sinceChange(days.filter(({ day }) => day > last.day - windowDays))
  const first = window[0] ?? last
  const isEnough = window.length >= fewestDays && last.day - first.day >= shortestSpan
  const slopes = isEnough ? slopesOf(window) : []
  const slope = isEnough ? median(slopes) : null
  if (last.volts < critical) return { trend: BatteryTrend.critical, slope, daysLeft: 0 }
  if (slope === null) return unknown
  const falling = slopes.filter(each => each < 0).length / slopes.length
  const level = median(window.map(({ day, volts }) => volts + slope * (last.day - day)))
  const daysLeft = (level - critical) / -slope
  if (slope >= 0 || falling < agreement || daysLeft > longestDays)
    return { trend: BatteryTrend.steady, slope, daysLeft: null }
  return { trend: BatteryTrend.falling, slope, daysLeft: Math.max(0, daysLeft) }
}

/** The days of the present battery: since the last rise that has stayed. One wrong day, or two, are none. */
function sinceChange(days: readonly DayVolts[]): readonly DayVolts[] {
  const volts = days.map(day => day.volts)
  const rise = (from: readonly number[], to: readonly number[]): number => median(to) - median(from)
  const at = days.findLastIndex(
    (_, index) =>
      index > 0 &&
      rise(volts.slice(index - 1, index), volts.slice(index, index + 1)) >= changedVolts &&
      rise(volts.slice(Math.max(0, index - 5), index), volts.slice(index, index + 5)) >= changedVolts
  )
  return at > 0 ? days.slice(at) : days
}

const slopesOf = (days: readonly DayVolts[]): number[] =>
  days.flatMap((later, index) =>
    days.slice(0, index).map(({ day, volts }) => (later.volts - volts) / (later.day - day))
  )

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
