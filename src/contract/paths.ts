/** Dotted paths: `address.city` names the field `city` of the object under `address`. */
import type { Schema } from './schema.ts'
import { unwrapped } from './schema.ts'

/** The value at a path; undefined where there is none. */
export const valueAt = (source: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      source
    )

/** A copy of `source` with another value at a path. */
export function withValueAt(
  source: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown
): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...source, [name]: value }
  const inner = valueAt(source, name)
  const object = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {}
  return { ...source, [name]: withValueAt(object as Record<string, unknown>, rest.join('.'), value) }
}

/** The schema of the field at a path. */
export function schemaAt(schema: Schema, path: string): Schema | undefined {
  const [name = '', ...rest] = path.split('.')
  const { properties } = unwrapped(schema)
  const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
  return own && rest.length > 0 ? schemaAt(own, rest.join('.')) : own
}

/** The objects around the field at a path, outermost first: `address`, `address.geo` for `address.geo.lat`. */
export function parentsOf(path: string): string[] {
  const names = path.split('.')
  return names.slice(1).map((_, count) => names.slice(0, count + 1).join('.'))
}
