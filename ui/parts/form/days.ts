/**
 * Days as people type and read them. All six languages write the day first, then the month, then the year; any character is
 * accepted between them. A day is the text `YYYY-MM-DD`, computed in UTC so that no time zone can shift it.
 */
import { addDays, isDay } from '../../../src/contract/days.ts'

export interface Bounds {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const two = (part: number): string => String(part).padStart(2, '0')
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

function partsOf(text: string): string[] | undefined {
  const packed = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(packed)
  if (iso) return [iso[3] ?? '', iso[2] ?? '', iso[1] ?? '']
  if (/^\d{4}$|^\d{6}$|^\d{8}$/.test(packed)) return [packed.slice(0, 2), packed.slice(2, 4), packed.slice(4)]
  const parts = packed.split(/[\s./,-]+/).filter(part => part !== '')
  return parts.length > 0 && parts.length <= 3 && parts.every(part => /^\d{1,4}$/.test(part)) ? parts : undefined
}

/**
 * The value of a typed text: a day, `undefined` for blank, or the text itself if it is not a day (the form's check then refuses
 * it). A missing month or year is the present one; `whole` requires all three, as while somebody is still typing.
 */
export function parseDay(text: string, today: string, whole = false): string | undefined {
  if (text.trim() === '') return undefined
  const parts = partsOf(text)
  const [thisYear = '', thisMonth = ''] = today.split('-')
  const [day = '', month = thisMonth, year = ''] = parts ?? []
  if (!parts || (whole && ![2, 4].includes(year.length))) return text
  const full = year === '' ? thisYear : year.length <= 2 ? thisYear.slice(0, 2) + year.padStart(2, '0') : year
  const isoDay = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(isoDay) ? isoDay : text
}

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${dayAt(first.getTime()).slice(0, 8)}${two(Math.min(date, last))}`
}

/** 0 for Monday … 6 for Sunday: the week of all six languages. */
const weekday = (day: string): number => (new Date(timeOf(day)).getUTCDay() + 6) % 7

/** The weeks that a month is part of, Monday to Sunday, with the days of its neighbours. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const start = addDays(first, -weekday(first))
  const count = Math.ceil((weekday(first) + Number(addDays(addMonths(first, 1), -1).slice(8))) / 7)
  return Array.from({ length: count }, (_, week) => Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at)))
}

export const within = (day: string, { from, to }: Bounds): boolean =>
  (from === undefined || day >= from) && (to === undefined || day <= to)

/** The day that a key leads to from `day`, or undefined for any other key. */
export function dayAfterKey(key: string, shift: boolean, day: string): string | undefined {
  const at = weekday(day)
  const steps: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -at),
    End: () => addDays(day, 6 - at),
    PageUp: () => addMonths(day, shift ? -12 : -1),
    PageDown: () => addMonths(day, shift ? 12 : 1)
  }
  return steps[key]?.()
}
