/** Values of a query by a schema that is known only when the call arrives. Fastify turns the others by the route's own schema. */
import { isText, type Schema, unwrapped } from '../../contract/schema.ts'

const integer = /^-?\d{1,15}$/

/**
 * A query's text as the schema has it: a whole number, true or false, or a list of these. What is no such value stays a text, and
 * the check refuses it.
 */
export function queryValue(value: unknown, declared: Schema): unknown {
  const schema = unwrapped(declared)
  if (schema.type === 'array') return [value].flat().map(one => queryValue(one, schema.items ?? {}))
  if (typeof value !== 'string' || isText(schema)) return value
  if (schema.type === 'integer' && integer.test(value)) return Number(value)
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
