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

/** Patterns of a text by the value of another field; under a value that is not listed, any text is likely. */
interface Pattern {
  readonly by: string
  readonly of: Readonly<Record<string, string>>
}

/** When a warning holds; of these one is given. */
interface Condition {
  readonly under: Limit
  readonly over: Limit
  readonly unlike: Pattern
  /** Names of values of the form, one of which may be what the server has answered. */
  readonly filled: readonly string[]
}

type OneOf<T> = { [K in keyof T]: Pick<T, K> & { readonly [Other in Exclude<keyof T, K>]?: never } }[keyof T]

/**
 * `{ under: 'today', message: 'orders.realize.dayPast' }`: the field's value, a number or a day, lies under or over the limit; a text is
 * unlike its pattern; or none of the named values is blank. With `when`, only while the form's values satisfy the rule. The arguments of
 * the message are the form's values.
 */
export type Warning = {
  readonly message: string
  readonly tick?: true
  readonly when?: WhenMetadata
} & OneOf<Condition>

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

function isUnlike(value: unknown, { by, of }: Pattern, values: unknown): boolean {
  const pattern = of[String(valueAt(values, by))]
  const text = typeof value === 'string' ? value.trim() : ''
  return text !== '' && pattern !== undefined && !new RegExp(pattern, 'u').test(text)
}

/**
 * The warnings that hold for a value.
 * @param values of the whole form
 * @param today the business day, `YYYY-MM-DD`
 */
export const warningsOf = (warnings: readonly Warning[], value: unknown, values: unknown, today: string): Warning[] =>
  warnings.filter(({ when, under, over, unlike, filled }) => {
    if (!matches(when, (values ?? {}) as Record<string, unknown>)) return false
    if (unlike !== undefined) return isUnlike(value, unlike, values)
    if (filled !== undefined) return filled.every(name => isFilled(valueAt(values, name)))
    return under === undefined
      ? over !== undefined && liesUnder(limitOf(over, values, today), value)
      : liesUnder(value, limitOf(under, values, today))
  })

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Identifies what was ticked: the value and what it was compared with. When either changes, it has to be ticked again. */
export const subjectOf = ({ under, over, filled }: Warning, value: unknown, values: unknown, today: string): string =>
  JSON.stringify([value, filled?.map(name => valueAt(values, name)) ?? limitOf(under ?? over ?? 0, values, today)])
