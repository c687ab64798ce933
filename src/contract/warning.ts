/**
 * Warnings of a form, as data: what is unlikely and allowed all the same. The sentence is shown beside the field while the rule
 * holds; nothing is refused by the server, whose callers know no tick. With `tick`, the browser sends the form only once the
 * person has ticked the sentence.
 */
import { addDays } from './days.ts'
import { valueAt } from './paths.ts'

/** A number, a day (today, in Warsaw), so many days before it, or the value of another field of the form. */
export type Limit = number | 'today' | { readonly daysAgo: number } | { readonly field: string }

/**
 * `{ under: 'today', message: 'orders.realize.dayPast' }`: the field's value, a number or a day, lies under or over the limit.
 * The arguments of the message are the form's values.
 */
export type Warning = { readonly message: string; readonly tick?: true } & (
  | { readonly under: Limit; readonly over?: never }
  | { readonly over: Limit; readonly under?: never }
)

function limitOf(limit: Limit, values: unknown, today: string): unknown {
  if (limit === 'today') return today
  if (typeof limit !== 'object') return limit
  return 'daysAgo' in limit ? addDays(today, -limit.daysAgo) : valueAt(values, limit.field)
}

/** Numbers are compared with numbers, days with days; what is blank or of another kind is not compared. */
function liesUnder(value: unknown, limit: unknown): boolean {
  if (typeof value === 'number' && typeof limit === 'number') return value < limit
  const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text)
  return isDay(value) && isDay(limit) && value < limit
}

/**
 * The warnings that hold for a value.
 * @param values of the whole form
 * @param today the business day, `YYYY-MM-DD`
 */
export const warningsOf = (warnings: readonly Warning[], value: unknown, values: unknown, today: string): Warning[] =>
  warnings.filter(({ under, over }) =>
    under === undefined
      ? over !== undefined && liesUnder(limitOf(over, values, today), value)
      : liesUnder(value, limitOf(under, values, today))
  )

/** What a tick stands for: the value and the one that it was compared with. Another value wants another tick. */
export const subjectOf = ({ under, over }: Warning, value: unknown, values: unknown, today: string): string =>
  JSON.stringify([value, limitOf(under ?? over ?? 0, values, today)])
