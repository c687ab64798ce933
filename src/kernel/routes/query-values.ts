/** Parses query values by a schema that is known only at run time. Other queries are parsed by Fastify with the route's schema. */
import { isText, type Schema, unwrapped } from '../../contract/schema.ts'

const integer = /^-?\d{1,15}$/

/**
 * A query's text as the type of the schema: a whole number, true or false, or a list of these. Any other text stays a text, and the
 * check refuses it.
 */
export function queryValue(value: unknown, declared: Schema): unknown {
  const schema = unwrapped(declared)
  if (schema.type === 'array') return [value].flat().map(one => queryValue(one, schema.items ?? {}))
  if (typeof value !== 'string' || isText(schema)) return value
  if (schema.type === 'integer' && integer.test(value)) return Number(value)
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
