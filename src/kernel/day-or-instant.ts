/** A day of Warsaw, or an instant, as programs give it. */
import { Type } from '@sinclair/typebox'
import { isDay } from '../contract/days.ts'

export const DayOrInstant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T[\\d:.]+(Z|[+-]\\d{2}:?\\d{2}))?$' })

/** What the text means; undefined for a day or a time that there is not. */
export function dayOrInstant(text: string): { readonly day: string } | { readonly instant: Date } | undefined {
  if (!isDay(text.slice(0, 10))) return undefined
  if (text.length === 10) return { day: text }
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? undefined : { instant }
}
