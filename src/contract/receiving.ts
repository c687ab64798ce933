/** When a place lets drivers in, in words and as a rule: the hours of a day, by the clock of the business, and the days of the week. */
import type { Language } from './languages.ts'

export interface ReceivingHours {
  /** `HH:MM`, both or none. */
  readonly receivingFrom: string | null
  readonly receivingTo: string | null
  /** 1 for Monday to 7 for Sunday; none: any day. */
  readonly receivingDays: readonly number[]
}

/** 1 for Monday to 7 for Sunday. @param day `YYYY-MM-DD` */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7

/** Whether drivers are let in on the day. */
export const isReceivingDay = ({ receivingDays }: ReceivingHours, day: string): boolean =>
  receivingDays.length === 0 || receivingDays.includes(weekdayOf(day))

/** 2024 began on a Monday. */
const nameOf = (language: Language, weekday: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))

/** Days one after another as the first and the last of them. */
function daysText(language: Language, days: readonly number[]): string {
  const runs: number[][] = []
  for (const day of [...days].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  return runs
    .map(run => {
      const names = run.map(day => nameOf(language, day))
      return run.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ')
    })
    .join(', ')
}

/** `7:00`, as people write it. */
const timeText = (time: string): string => time.replace(/^0/, '')

/** `pon.–pt. 7:00–15:00`; undefined where nothing is known. */
export function receivingText(language: Language, hours: ReceivingHours): string | undefined {
  const { receivingFrom, receivingTo, receivingDays } = hours
  const parts = [
    ...(receivingDays.length === 0 || receivingDays.length === 7 ? [] : [daysText(language, receivingDays)]),
    ...(receivingFrom && receivingTo ? [`${timeText(receivingFrom)}–${timeText(receivingTo)}`] : [])
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}
