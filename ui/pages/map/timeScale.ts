/** Pure: the scale under the slider of a trail, with stays, round moments and the battery, all as shares of the time span. */
import { addDays, dayMs, dayOf } from '../../../src/contract/days.ts'
import type { Span, Stay } from './trail.ts'

/** Shares of a span, 0 to 1. */
export interface Mark {
  readonly at: number
  readonly length: number
}

/** The stays on the scale. Stays that would touch are joined, so that there are never more marks than the scale can show. */
export function marksOf(stays: readonly Stay[], { from, to }: Span, gap = 0.002): readonly Mark[] {
  const length = Math.max(1, to - from)
  const share = (time: string): number => Math.max(0, (Date.parse(time) - from) / length)
  const marks: { at: number; length: number }[] = []
  for (const { firstActiveDate, lastActiveDate } of stays) {
    const [at, until] = [share(firstActiveDate), share(lastActiveDate)]
    const last = marks.at(-1)
    if (last && at - (last.at + last.length) < gap) last.length = Math.max(last.length, until - last.at)
    else marks.push({ at, length: until - at })
  }
  return marks
}

export type TickUnit = 'hour' | 'day' | 'month'
export interface Tick {
  /** The share of the span before it. */
  readonly at: number
  readonly moment: number
  readonly unit: TickUnit
}

const hourMs = 3_600_000
const hourSteps = [1, 3, 6, 12]
const daySteps = [1, 2, 7, 14]
const monthSteps = [1, 3, 6, 12]

/** When a business day in Warsaw begins, in epoch milliseconds: one or two hours before midnight UTC. */
function beginningOf(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return dayOf(new Date(midnight - 2 * hourMs)) === day ? midnight - 2 * hourMs : midnight - hourMs
}

/** The first day of the month that is `months` months after the month of a day. */
function monthAfter(day: string, months: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`
}

/** Round moments of a span in Warsaw time, for its scale: hours, days or first days of months; about `most` of them. */
export function ticksOf({ from, to }: Span, most: number): readonly Tick[] {
  const length = to - from
  if (length < hourMs) return []
  const firstDay = dayOf(new Date(from))
  const fits = (unit: number) => (step: number) => length / (step * unit) <= most
  const [hours, days] = [hourSteps.find(fits(hourMs)), daySteps.find(fits(dayMs))]
  const months = monthSteps.find(fits(30 * dayMs)) ?? 24
  const firstMonth = monthAfter(`${firstDay.slice(0, 4)}-01-01`, 0)
  const unit: TickUnit = hours ? 'hour' : days ? 'day' : 'month'
  const momentOf = (index: number): number => {
    if (hours) return beginningOf(firstDay) + index * hours * hourMs
    return beginningOf(days ? addDays(firstDay, index * days) : monthAfter(firstMonth, index * months))
  }
  const ticks: Tick[] = []
  for (let index = 0; momentOf(index) <= to; index++) {
    const moment = momentOf(index)
    if (moment > from) ticks.push({ at: (moment - from) / length, moment, unit })
  }
  return ticks
}

/** A container's battery over a part of its trail, as `GET /IoT/container/{id}/battery` answers. */
export interface BatteryValue {
  readonly at: string
  readonly volts: number
}

/** A gap between values longer than this share of the span breaks the line. */
const maxGap = 0.05

/** The values of the battery within a span as a path in a box of 1000 × 100, with the highest value at the top; and their range. */
export function batteryLine(values: readonly BatteryValue[], { from, to }: Span) {
  const length = Math.max(1, to - from)
  const within = values
    .map(({ at, volts }) => ({ at: (Date.parse(at) - from) / length, volts }))
    .filter(({ at }) => at >= 0 && at <= 1)
  if (within.length < 2) return undefined
  const volts = within.map(value => value.volts)
  const [least, most] = [Math.min(...volts), Math.max(...volts)]
  // With a minimum range, small changes of the battery look like a level line.
  const reach = Math.max(0.2, most - least)
  const middle = (least + most) / 2
  let before = Number.NEGATIVE_INFINITY
  const path = within
    .map(({ at, volts: value }) => {
      const command = at - before > maxGap ? 'M' : 'L'
      before = at
      return `${command}${(at * 1000).toFixed(1)} ${(50 - ((value - middle) / reach) * 90).toFixed(1)}`
    })
    .join('')
  return { path, least, most }
}
