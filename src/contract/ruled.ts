/** Schemas that depend on values beside the field (`rulesBy`): how a value is checked, and how it is read. */
import { valueAt } from './paths.ts'
import { type Schema, unwrapped } from './schema.ts'

/** The values that the rules of a field may read, by name: those of its own object, then those of the objects around it. */
export type Scope = Readonly<Record<string, unknown>>

/** A field's schema together with the rules that `rulesBy` adds for the present values of other fields. */
export function ruledSchema(schema: Schema, scope: Scope): Schema {
  const inner = unwrapped(schema)
  const { rulesBy } = inner
  if (!rulesBy) return schema
  const value = valueAt(scope, rulesBy.by) ?? null
  // lists and objects are refused by the type check, and String() would fail on a deeply nested one
  const key = typeof value === 'object' ? 'null' : String(value)
  const more = Object.hasOwn(rulesBy.of, key) ? rulesBy.of[key] : rulesBy.otherwise
  if (!more) return schema
  const ruled = { ...inner, ...more, messages: { ...inner.messages, ...more.messages } }
  return inner === schema ? ruled : { anyOf: [ruled, { type: 'null' }] }
}

/** The number that is the part of a ratio, where another field of the row says it (`part`); else undefined. */
export function partIn({ part }: Schema, row: Scope): number | undefined {
  const number = part === undefined ? undefined : row[part]
  return typeof number === 'number' ? number : undefined
}
