/**
 * The one check. It interprets our closed set of schema keywords without eval, and serves the server's body validation
 * and the browser's forms alike, so that both sides refuse the same thing with the same sentence.
 *
 * It never coerces and never mutates: what is checked is what arrived. A blank text counts as absent for a required
 * field. A field the schema does not name is refused (`unknown`), never dropped. To add a keyword: one line in `rules`
 * below, one message `check.<code>` in six languages, one row in the table of its test.
 *
 * What a rule of one field may read of others is the `Scope`: see `schema.ts`.
 */
import { isBlobName } from './files.ts'
import { valueAt } from './paths.ts'
import type { Schema } from './schema.ts'
import { isNullable, unwrapped } from './schema.ts'
import type { WhenMetadata } from './when.ts'
import { matches } from './when.ts'

export interface FieldError {
  /** Dotted path of the refused field: `address.city`, `specialPrices.0.value`. Empty for the body itself. */
  readonly path: string
  /** Code of the rule that refused: the message `check.{code}`, unless the schema `says` another. */
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  /** The message key to say. */
  readonly message: string
}

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

const realDay = (text: string): boolean => {
  if (!day.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Checks by `format`. A format that is not listed only describes how a value is shown. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  day: realDay,
  instant: text => instant.test(text) && !Number.isNaN(Date.parse(text)),
  email: text => /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text),
  phone: text => /^\d{9}$/.test(text),
  digits: text => /^\d+$/.test(text),
  nip: text => /^\d{10}$/.test(text),
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

const texts: Partial<Record<keyof Schema, Keyword>> = {
  minLength: { code: 'minLength', param: 'min', holds: (value: string, min: number) => [...value].length >= min },
  maxLength: { code: 'maxLength', param: 'max', holds: (value: string, max: number) => [...value].length <= max },
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
  maxItems: { code: 'maxItems', param: 'max', holds: (value: unknown[], max: number) => value.length <= max },
  uniqueItems: {
    code: 'unique',
    holds: (value: unknown[], unique: boolean) =>
      !unique || new Set(value.map(item => JSON.stringify(item))).size === value.length
  }
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

/** Whether the database keeps the text as it came: it can hold neither a NUL nor half a character. */
const isKept = (text: string): boolean => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)

function fault(schema: Schema, path: string, code: string, params: FieldError['params'] = {}): FieldError {
  return { path, code, params, message: schema.messages?.[code] ?? schema.messages?.otherwise ?? `check.${code}` }
}

function keywordFaults(schema: Schema, value: unknown, path: string, type: string): FieldError[] {
  if (type === 'string' && !isKept(value as string)) return [fault(schema, path, 'format')]
  for (const [keyword, { code, param, holds }] of Object.entries(rules[type] ?? {})) {
    const limit = schema[keyword as keyof Schema]
    if (limit === undefined || holds(value as never, limit as never)) continue
    const said = keyword === 'format' && typeof limit === 'string' && limit in formats ? limit : code
    return [fault(schema, path, said, param ? { [param]: limit as number } : {})]
  }
  return []
}

/** The values that rules of a field may read, by name: of its own object, then of the objects around it. */
export type Scope = Readonly<Record<string, unknown>>

const own = (value: Scope, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)

/** What the rules of an object's fields may read: its own fields, given or not, before those of the objects around it. */
export const scopeWithin = ({ properties = {} }: Schema, value: Scope, outer: Scope): Scope => ({
  ...outer,
  ...Object.fromEntries(Object.keys(properties).map(name => [name, own(value, name)]))
})

/** Whether the values satisfy a rule that may name dotted paths. */
export const holdsIn = (rule: WhenMetadata | undefined, scope: Scope): boolean =>
  rule === undefined || matches(rule, Object.fromEntries(Object.keys(rule).map(path => [path, valueAt(scope, path)])))

/** A field's schema with the rules that the values beside it add. */
export function ruledSchema(schema: Schema, scope: Scope): Schema {
  const inner = unwrapped(schema)
  const { rulesBy } = inner
  if (!rulesBy) return schema
  const key = String(valueAt(scope, rulesBy.by) ?? null)
  const more = Object.hasOwn(rulesBy.of, key) ? rulesBy.of[key] : rulesBy.otherwise
  if (!more) return schema
  const ruled = { ...inner, ...more, messages: { ...inner.messages, ...more.messages } }
  return inner === schema ? ruled : { anyOf: [ruled, { type: 'null' }] }
}

/** Whether the values beside a field make it required; then null counts as blank, too. */
export const isRequiredIn = (schema: Schema, scope: Scope): boolean => {
  const { requiredWhen } = unwrapped(schema)
  return requiredWhen !== undefined && holdsIn(requiredWhen, scope)
}

/** The fault of a repetition that differs. While the other field is blank, the fault is that field's. */
function repetitionFaults(schema: Schema, value: unknown, path: string, scope: Scope): FieldError[] {
  const inner = unwrapped(schema)
  if (inner.sameAs === undefined) return []
  const other = valueAt(scope, inner.sameAs)
  return isBlank(other) || other === value ? [] : [fault(inner, path, 'same')]
}

function objectFaults(schema: Schema, value: Record<string, unknown>, path: string, outer: Scope): FieldError[] {
  const properties = schema.properties ?? {}
  const at = (name: string): string => (path ? `${path}.${name}` : name)
  const scope = scopeWithin(schema, value, outer)
  const unknown =
    schema.properties && schema.additionalProperties !== true
      ? Object.keys(value).filter(name => !Object.hasOwn(properties, name))
      : []
  return [
    ...Object.entries(properties).flatMap(([name, declared]) => {
      const property = ruledSchema(declared, scope)
      const given = own(value, name)
      const always = schema.required?.includes(name) && !(given === null && isNullable(property))
      if (isBlank(given) && (always || isRequiredIn(property, scope))) {
        return [fault(unwrapped(property), at(name), 'required')]
      }
      if (given === undefined) return []
      const faults = check(property, given, at(name), scope)
      return faults.length > 0 ? faults : repetitionFaults(property, given, at(name), scope)
    }),
    ...unknown.map(name => fault({}, at(name), 'unknown'))
  ]
}

/**
 * All faults of `value` under `schema`, in the order of the schema's fields; one fault a field. Empty when it holds.
 * `scope`: what else its rules may read, where a form knows more than it sends.
 */
export function check(schema: Schema, value: unknown, path = '', scope: Scope = {}): FieldError[] {
  if (isNullable(schema)) {
    if (value === null) return []
    return check(unwrapped(schema), value, path, scope)
  }
  if (schema.anyOf) {
    const branches = schema.anyOf.map(branch => check(branch, value, path, scope))
    return branches.some(faults => faults.length === 0) ? [] : [fault(schema, path, 'choice')]
  }
  const type = typeOf(schema)
  if (type === undefined) return []
  if (!typed[type]?.(value)) return [fault(schema, path, type)]
  const faults = keywordFaults(schema, value, path, type)
  if (faults.length > 0) return faults
  if (type === 'object') return objectFaults(schema, value as Record<string, unknown>, path, scope)
  if (type === 'array' && schema.items) {
    const { items } = schema
    const at = (index: number): string => (path ? `${path}.${index}` : String(index))
    return (value as unknown[]).flatMap((item, index) => check(items, item, at(index), scope))
  }
  return []
}
