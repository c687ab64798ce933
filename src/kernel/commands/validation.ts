/** Refusals at a field, by the contract's check or by a rule of the business. */
import type { FieldError } from '../../contract/check.ts'
import { isNullable, isText, type Schema, unwrapped } from '../../contract/schema.ts'
import { throwProblem } from '../errors/errors.ts'

/** Refuses one field by a business rule: `refuseField('quantity', 'orders.quantity.vehicle')`. */
export const refuseField = (path: string, message: string, params: FieldError['params'] = {}): never =>
  throwProblem('invalid', { fieldErrors: [{ path, code: 'rule', params, message }] })

type Body = Readonly<Record<string, unknown>>

export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBlank = (value: unknown): boolean => value === null || (typeof value === 'string' && value.trim() === '')

/** Whether a blank value of the field can be left out; where null is allowed, blank means that the text is cleared. */
const saysNothing = (schema: Schema | undefined): boolean =>
  schema !== undefined && isText(schema) && !isNullable(schema)

/**
 * The input that a checked body gives to its command, also within objects and lists of objects: a blank text is null where the
 * field may be null; elsewhere the field is optional, and a blank one is left out.
 */
export const inputOf = ({ properties = {} }: Schema, body: Body): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
      const inner = schema ? unwrapped(schema) : {}
      // what has no fields of its own is the command's to read, however deeply it is nested
      if (isPlain(value)) return [[name, inner.properties ? inputOf(inner, value) : value]]
      const { items } = inner
      if (Array.isArray(value) && items?.properties)
        return [[name, value.map((item: unknown) => (isPlain(item) ? inputOf(items, item) : item))]]
      if (!isBlank(value)) return [[name, value]]
      return saysNothing(schema) ? [] : [[name, null]]
    })
  )

/** The body, with aliases replaced by the fields' own names. */
export function withOwnNames(aliases: Readonly<Record<string, string>>, body: Body): Body {
  const given = Object.entries(aliases).filter(([alias]) => Object.hasOwn(body, alias))
  if (given.length === 0) return body
  const named: Record<string, unknown> = { ...body }
  for (const [alias, name] of given) {
    const { [alias]: value, [name]: own } = named
    delete named[alias]
    if (value === undefined || isBlank(value)) continue
    if (own !== undefined && !isBlank(own) && own !== value) refuseField(alias, 'check.same')
    named[name] = value
  }
  return named
}
