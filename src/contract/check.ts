/**
 * The one check. It interprets our closed set of schema keywords without eval, and serves the server's body validation
 * and the browser's forms alike, so that both sides refuse the same thing with the same sentence.
 *
 * It never coerces and never mutates: what is checked is what arrived. A blank text counts as absent: a required field is then
 * missing, and an optional text is as good as null, whatever its format and length. A field the schema does not name is refused (`unknown`), never dropped. To add a
 * keyword: one line in `rules` below, one message `check.<code>` in six languages, one row in the table of its test.
 *
 * A body with 95,000 wrong fields is answered as fast as a body with one: faults are generated one after the other, and
 * the check stops at `maxFaults`. Rules whose cost grows faster than the value's length run after those that limit the length.
 *
 * The values of other fields that a field's rule may read are its `Scope`: see `schema.ts`.
 */
import { isDay, isDayWord } from './days.ts'
import { isBlobName } from './files.ts'
import { valueAt } from './paths.ts'
import { phoneChecks } from './phone-checks.ts'
import { ruledSchema, type Scope } from './ruled.ts'
import type { Schema } from './schema.ts'
import { isNullable, isText, unwrapped } from './schema.ts'
import { sensorNumberFormats } from './sensor-numbers.ts'
import { taxNumberFormats } from './tax-numbers.ts'
import type { WhenMetadata } from './when.ts'
import { matches } from './when.ts'

export interface FieldError {
  /** Dotted path of the refused field: `address.city`, `specialPrices.0.value`. Empty for the body itself. */
  readonly path: string
  /** Code of the rule that refused: the message is `check.{code}`, unless the schema names another. */
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  /** Key of the message to show. */
  readonly message: string
}

// No year 0: PostgreSQL's calendar has none.
const instant = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Checks by `format`. A format that is not listed only describes how a value is shown. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  day: isDay,
  dayOrWord: text => isDayWord(text) || isDay(text),
  instant: text => instant.test(text) && !Number.isNaN(Date.parse(text)),
  email: text => /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text),
  ...phoneChecks,
  digits: text => /^\d+$/.test(text),
  ...taxNumberFormats,
  ...sensorNumberFormats,
  postalCode: text => /^[\d, -]{6}$/.test(text),
  blobName: isBlobName
}

const decimalsOf = (value: number): number => {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

type Rule = (value: never, limit: never) => boolean
interface Keyword {
  readonly code: string
  readonly param?: string
  readonly holds: Rule
}

/**
 * Counts characters, not UTF-16 units. For a text of more than twice `enough` units it gives only a number greater than `enough`.
 */
const lengthOf = (text: string, enough: number): number => (text.length > 2 * enough ? text.length : [...text].length)

const texts: Partial<Record<keyof Schema, Keyword>> = {
  minLength: { code: 'minLength', param: 'min', holds: (value: string, min: number) => lengthOf(value, min) >= min },
  maxLength: { code: 'maxLength', param: 'max', holds: (value: string, max: number) => lengthOf(value, max) <= max },
  pattern: { code: 'pattern', holds: (value: string, source: string) => new RegExp(source, 'u').test(value) },
  format: { code: 'format', holds: (value: string, name: string) => formats[name]?.(value) ?? true }
}
const numbers: Partial<Record<keyof Schema, Keyword>> = {
  minimum: { code: 'minimum', param: 'min', holds: (value: number, min: number) => value >= min },
  maximum: { code: 'maximum', param: 'max', holds: (value: number, max: number) => value <= max },
  exclusiveMinimum: { code: 'above', param: 'min', holds: (value: number, min: number) => value > min },
  decimals: { code: 'decimals', param: 'max', holds: (value: number, max: number) => decimalsOf(value) <= max }
}
const lists: Partial<Record<keyof Schema, Keyword>> = {
  minItems: { code: 'minItems', param: 'min', holds: (value: unknown[], min: number) => value.length >= min },
  maxItems: { code: 'maxItems', param: 'max', holds: (value: unknown[], max: number) => value.length <= max }
}
const either: Partial<Record<keyof Schema, Keyword>> = {
  enum: { code: 'choice', holds: (value: unknown, choices: unknown[]) => choices.includes(value) },
  const: { code: 'choice', holds: (value: unknown, only: unknown) => value === only }
}

const rules: Readonly<Record<string, Partial<Record<keyof Schema, Keyword>>>> = {
  string: { ...either, ...texts },
  number: { ...either, ...numbers },
  integer: { ...either, ...numbers },
  boolean: either,
  array: lists
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typed: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number' && Number.isFinite(value),
  integer: value => typeof value === 'number' && Number.isSafeInteger(value),
  boolean: value => typeof value === 'boolean',
  array: Array.isArray,
  object: isPlain,
  null: value => value === null
}

const typeOf = (schema: Schema): string | undefined => {
  if (typeof schema.type === 'string') return schema.type
  const sample = schema.const ?? schema.enum?.[0]
  return sample === undefined ? undefined : typeof sample
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Whether the database can store the text unchanged: it can hold neither a NUL nor half of a surrogate pair. */
const isKept = (text: string): boolean => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)

function fault(schema: Schema, path: string, code: string, params: FieldError['params'] = {}): FieldError {
  return { path, code, params, message: schema.messages?.[code] ?? schema.messages?.otherwise ?? `check.${code}` }
}

function keywordFault(schema: Schema, value: unknown, path: string, type: string): FieldError | undefined {
  if (type === 'string' && !isKept(value as string)) return fault(schema, path, 'format')
  for (const [keyword, { code, param, holds }] of Object.entries(rules[type] ?? {})) {
    const limit = schema[keyword as keyof Schema]
    if (limit === undefined || holds(value as never, limit as never)) continue
    const said = keyword === 'format' && typeof limit === 'string' && limit in formats ? limit : code
    return fault(schema, path, said, param ? { [param]: limit as number } : {})
  }
  return undefined
}

const own = (value: Scope, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)

/** The scope inside an object: its own fields, given or not, hide fields of the same name in the objects around it. */
export const scopeWithin = ({ properties = {} }: Schema, value: Scope, outer: Scope): Scope => ({
  ...outer,
  ...Object.fromEntries(Object.keys(properties).map(name => [name, own(value, name)]))
})

/** Whether the values satisfy a rule whose fields may be dotted paths. */
export const holdsIn = (rule: WhenMetadata | undefined, scope: Scope): boolean =>
  rule === undefined || matches(rule, Object.fromEntries(Object.keys(rule).map(path => [path, valueAt(scope, path)])))

/** Whether the values of other fields make this field required; null then counts as blank, too. */
export const isRequiredIn = (schema: Schema, scope: Scope): boolean => {
  const { requiredWhen } = unwrapped(schema)
  return requiredWhen !== undefined && holdsIn(requiredWhen, scope)
}

/**
 * The fault where a value that must repeat another one (`sameAs`) differs. While the other field is blank, only that one is
 * reported.
 */
function repetitionFault(schema: Schema, value: unknown, path: string, scope: Scope): FieldError | undefined {
  const inner = unwrapped(schema)
  if (inner.sameAs === undefined) return undefined
  const other = valueAt(scope, inner.sameAs)
  return isBlank(other) || other === value ? undefined : fault(inner, path, 'same')
}

/** An unknown field name, which the caller has chosen: cut, so that the answer stays short. */
const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name)

/** Yields faults one after the other; returns whether the value holds. */
type Faults = Generator<FieldError, boolean, undefined>

function* objectFaults(schema: Schema, value: Record<string, unknown>, path: string, outer: Scope): Faults {
  const properties = schema.properties ?? {}
  const at = (name: string): string => (path ? `${path}.${name}` : name)
  const scope = scopeWithin(schema, value, outer)
  let holds = true
  for (const [name, declared] of Object.entries(properties)) {
    holds =
      (yield* propertyFaults(ruledSchema(declared, scope), own(value, name), at(name), scope, {
        required: schema.required?.includes(name) === true
      })) && holds
  }
  if (!schema.properties || schema.additionalProperties === true) return holds
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name)) continue
    holds = false
    yield fault({}, at(shortened(name)), 'unknown')
  }
  return holds
}

function* propertyFaults(
  schema: Schema,
  given: unknown,
  path: string,
  scope: Scope,
  { required }: { readonly required: boolean }
): Faults {
  const always = required && !(given === null && isNullable(schema))
  if (isBlank(given) && (always || isRequiredIn(schema, scope))) {
    yield fault(unwrapped(schema), path, 'required')
    return false
  }
  if (given === undefined || (isBlank(given) && isText(schema))) return true
  if (!(yield* faultsOf(schema, given, path, scope))) return false
  const differs = repetitionFault(schema, given, path, scope)
  if (differs) yield differs
  return !differs
}

function* arrayFaults(schema: Schema, value: readonly unknown[], path: string, scope: Scope): Faults {
  let holds = true
  if (schema.items) {
    for (const [index, item] of value.entries()) {
      holds = (yield* faultsOf(schema.items, item, path ? `${path}.${index}` : String(index), scope)) && holds
    }
  }
  // Only when all items hold: others might be nested too deeply for JSON.stringify.
  const repeats = holds && schema.uniqueItems && new Set(value.map(item => JSON.stringify(item))).size < value.length
  if (repeats) yield fault(schema, path, 'unique')
  return holds && !repeats
}

function* faultsOf(schema: Schema, value: unknown, path: string, scope: Scope): Faults {
  if (isNullable(schema)) return value === null || (yield* faultsOf(unwrapped(schema), value, path, scope))
  if (schema.anyOf) {
    const holds = schema.anyOf.some(branch => faultsOf(branch, value, path, scope).next().done)
    if (!holds) yield fault(schema, path, 'choice')
    return holds
  }
  const type = typeOf(schema)
  if (type === undefined) return true
  const wrong = typed[type]?.(value) ? keywordFault(schema, value, path, type) : fault(schema, path, type)
  if (wrong) {
    yield wrong
    return false
  }
  if (type === 'object') return yield* objectFaults(schema, value as Record<string, unknown>, path, scope)
  if (type === 'array') return yield* arrayFaults(schema, value as unknown[], path, scope)
  return true
}

/** Most faults that are reported for one value. */
export const maxFaults = 20

/**
 * The first faults of `value` by `schema`, at most `maxFaults`, in the order of the schema's fields; empty when the value is valid.
 * `scope` has further values that rules may read, where a form knows more than it sends.
 */
export function check(schema: Schema, value: unknown, path = '', scope: Scope = {}): FieldError[] {
  const found: FieldError[] = []
  for (const wrong of faultsOf(schema, value, path, scope)) {
    found.push(wrong)
    if (found.length === maxFaults) break
  }
  return found
}
