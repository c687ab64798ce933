/**
 * Warnings of a form, as data: values that are allowed but unlikely. The sentence is shown beside the field while the rule holds.
 * The server never refuses them, because other callers cannot tick anything. With `tick`, the browser sends the form only after the
 * person has ticked the sentence.
 */
import { addDays } from './days.ts'
import { valueAt } from './paths.ts'
import { matches, type WhenMetadata } from './when.ts'

/** The limit of a warning: a number, today (in Warsaw), a number of days before today, or the value of another field. */
export type Limit = number | 'today' | { readonly daysAgo: number } | { readonly field: string }

/**
 * `{ under: 'today', message: 'orders.realize.dayPast' }`: the field's value, a number or a day, lies under or over the limit.
 * `{ filled: ['kpo', 'kpoOrder'], … }`: none of these values of the form is blank; one may be what the server has answered.
 * With `when`, only while the form's values satisfy the rule. The arguments of the message are the form's values.
 */
export type Warning = { readonly message: string; readonly tick?: true; readonly when?: WhenMetadata } & (
  | { readonly under: Limit; readonly over?: never; readonly filled?: never }
  | { readonly over: Limit; readonly under?: never; readonly filled?: never }
  | { readonly filled: readonly string[]; readonly under?: never; readonly over?: never }
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
  warnings.filter(({ when, under, over, filled }) => {
    if (!matches(when, (values ?? {}) as Record<string, unknown>)) return false
    if (filled !== undefined) return filled.every(name => isFilled(valueAt(values, name)))
    return under === undefined
      ? over !== undefined && liesUnder(limitOf(over, values, today), value)
      : liesUnder(value, limitOf(under, values, today))
  })

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Identifies what was ticked: the value and what it was compared with. When either changes, it has to be ticked again. */
export const subjectOf = ({ under, over, filled }: Warning, value: unknown, values: unknown, today: string): string =>
  JSON.stringify([value, filled?.map(name => valueAt(values, name)) ?? limitOf(under ?? over ?? 0, values, today)])
