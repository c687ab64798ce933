/** Hours by the clock of the business. Days in spring and autumn have 23 and 25 hours. */
import { addDays, timeZone } from '../../../src/contract/days.ts'
import { dateFormats } from '../../../src/contract/formats.ts'
import type { Language } from '../../../src/contract/languages.ts'

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone,
  hourCycle: 'h23',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' }
})

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

const partsOf = (ms: number): Record<Part, number> =>
  Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)])) as Record<Part, number>

/** Milliseconds by which the clock of the business is ahead of UTC. */
function aheadOfUtc(ms: number): number {
  const { year, month, day, hour, minute, second } = partsOf(ms)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

/**
 * The instant at which the clock of the business shows a time on a day. A time that the clock leaves out in spring is an hour earlier; of one
 * that it shows twice in autumn it is the first.
 * @param day `YYYY-MM-DD`
 * @param time `HH:MM`
 */
export function instantAt(day: string, time: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const before = wanted - aheadOfUtc(wanted - 86_400_000)
  return new Date(wanted - aheadOfUtc(before))
}

/** The end of a day. */
export const endOf = (day: string): Date => instantAt(addDays(day, 1), '00:00')

/** Minutes since midnight, by the clock of the business. */
export function minutesOf(at: Date): number {
  const { hour, minute } = partsOf(at.getTime())
  return hour * 60 + minute
}

/** Minutes since midnight of `HH:MM`. */
export function minutesIn(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const times = dateFormats({ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** `11:40`, as the language writes it. */
export const timeText = (language: Language, at: Date): string =>
  times(language === 'en' ? 'en-GB' : language).format(at)
