/**
 * Forecasts when a battery will be critical. Pure functions. The voltage of a sensor falls slowly, varies with the temperature, and
 * jumps up when the battery is changed. So the line through its daily medians is estimated by the Theil–Sen method: its slope is the
 * median of the slopes between all pairs of days, which is robust against a quarter of wrong values. If too few pairs agree that the
 * voltage falls, no date is given.
 */
import { BatteryTrend } from '../schema.ts'

/** The median of a day. */
export interface DayVolts {
  /** Days relative to the last complete day: 0, -1, … */
  readonly day: number
  readonly volts: number
}

export interface Forecast {
  /** A member of `BatteryTrend`. */
  readonly trend: number
  /** Volts per day; null if there are too few days. */
  readonly slope: number | null
  /** Days from the last measured day until the battery is critical; null if unknown. */
  readonly daysLeft: number | null
}

/** How many of the last days are used. */
export const windowDays = 30
/** With fewer measured days, or over fewer days, there is no forecast. */
const fewestDays = 7
const shortestSpan = 7
/** If a sensor's newest value is older than so many days, there is no forecast. */
const staleDays = 7
/** A rise in volts between two measured days that means that the battery was changed. */
const changedVolts = 0.15
/** The share of pairs of days that must show a falling voltage. */
const agreement = 0.7
/** A battery that would last for more days than this counts as steady. */
const maxDays = 365

const unknown: Forecast = { trend: BatteryTrend.unknown, slope: null, daysLeft: null }

/**
 * The forecast for a battery.
 * @param days the daily medians in ascending order
 * @param critical the voltage below which the battery is critical
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
  if (slope >= 0 || falling < agreement || daysLeft > maxDays)
    return { trend: BatteryTrend.steady, slope, daysLeft: null }
  return { trend: BatteryTrend.falling, slope, daysLeft: Math.max(0, daysLeft) }
}

/** The days of the present battery: since the last rise that lasted. One or two wrong days do not count as a rise. */
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
