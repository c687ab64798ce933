/**
 * Business days are days in Warsaw, wherever the server or the reader is. A day is the text `YYYY-MM-DD`; arithmetic on
 * days counts in UTC, where every day has 24 hours.
 */
import { dateFormats } from './formats.ts'

export const timeZone = 'Europe/Warsaw'
export const dayMs = 86_400_000

// By its parts: how a locale puts them together differs between browsers.
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** The business day at an instant. */
export function dayOf(instant: Date): string {
  const part = Object.fromEntries(calendar.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day}`
}

/** The year of the business day at an instant. */
export const yearOf = (instant: Date): number => Number(dayOf(instant).slice(0, 4))

/** Words for days that are other days tomorrow, and how many days after today they are. */
export const dayWords = { today: 0, tomorrow: 1 } as const
export const isDayWord = (text: string): text is keyof typeof dayWords => Object.hasOwn(dayWords, text)

/** The same day of the next year; of 29 February, the 28th. */
export function yearAfter(day: string): string {
  const next = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return next.endsWith('-02-29') ? next.replace(/29$/, '28') : next
}

// No year 0: PostgreSQL's calendar has none.
const dayPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Whether a value is a day of the calendar, as `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !dayPattern.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** The day so many days later, or earlier for a negative count. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

/** The day that a word means today; a day means itself. */
export const dayMeant = (text: string, today: string): string =>
  isDayWord(text) ? addDays(today, dayWords[text]) : text

/** With the year where it is not the present one. */
interface DayFormats {
  readonly plain: ReturnType<typeof dateFormats>
  readonly withYear: ReturnType<typeof dateFormats>
}
const dayFormats = (parts: Intl.DateTimeFormatOptions): DayFormats => ({
  plain: dateFormats({ timeZone, ...parts }),
  withYear: dateFormats({ timeZone, ...parts, year: 'numeric' })
})
const weekdays = dateFormats({ timeZone, weekday: 'short' })
const numericDays = dayFormats({ day: 'numeric', month: 'numeric' })
const daysInWords = dayFormats({ weekday: 'long', day: 'numeric', month: 'long' })

/** Formats a day; its year is added where that is not the year of `now`. A text that is no day stays as it is. */
function dayText(
  language: string,
  day: string,
  now: Date,
  write: (date: Date, locale: string, kind: keyof DayFormats) => string
) {
  const date = new Date(`${day}T12:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  const isThisYear = day.slice(0, 4) === dayOf(now).slice(0, 4)
  return write(date, language === 'en' ? 'en-GB' : language, isThisYear ? 'plain' : 'withYear')
}

/** In English as `23.11`, because days without a weekday are written with points in every language here: `23.11.2026`. */
const pointed = (text: string, locale: string): string => (locale === 'en-GB' ? text.replaceAll('/', '.') : text)

/**
 * A day with its weekday, as short as people write it: `pon. 23.11`; with the year where that is not this one.
 * @param now whose year is this one
 */
export const shortDay = (language: string, day: string, now: Date): string =>
  dayText(
    language,
    day,
    now,
    (date, locale, kind) =>
      `${weekdays(locale).format(date)} ${pointed(numericDays[kind](locale).format(date), locale)}`
  )

/** The same in words, as letters write it: `poniedziałek, 23 listopada`. */
export const longDay = (language: string, day: string, now: Date): string =>
  dayText(language, day, now, (date, locale, kind) => daysInWords[kind](locale).format(date))

/** The next day that people work on: Monday to Friday. Public holidays are not known. */
export function nextWorkingDay(day: string): string {
  const next = addDays(day, 1)
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay()
  return weekday === 6 ? addDays(next, 2) : weekday === 0 ? addDays(next, 1) : next
}
