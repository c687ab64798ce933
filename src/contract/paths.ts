/**
 * Dotted paths: `address.city` names the field `city` of the object under `address`, `specialPrices.0.value` a field of the
 * first object in a list.
 */
import type { Schema } from './schema.ts'
import { unwrapped } from './schema.ts'

/**
 * The path of an address as pages know it: letter case and slashes at the end do not matter. Not by a regular expression, whose
 * time grows with the square of a long run of slashes.
 */
export function pagePath(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end--
  return path.slice(0, end).toLowerCase() || '/'
}

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

export const isIndex = (name: string): boolean => /^\d+$/.test(name)

function changed(source: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const inner = changed(valueAt(source, name), rest, value)
  if (Array.isArray(source) && isIndex(name)) return Object.assign([...source], { [name]: inner })
  const object = typeof source === 'object' && source !== null && !Array.isArray(source) ? source : {}
  return { ...object, [name]: inner }
}

/** A copy of `source` with another value at a path. */
export const withValueAt = (
  source: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown
): Record<string, unknown> => changed(source, path.split('.'), value) as Record<string, unknown>

/** The schema of the field at a path. */
export function schemaAt(schema: Schema, path: string): Schema | undefined {
  const [name = '', ...rest] = path.split('.')
  const { properties, items } = unwrapped(schema)
  const own = properties && Object.hasOwn(properties, name) ? properties[name] : isIndex(name) ? items : undefined
  return own && rest.length > 0 ? schemaAt(own, rest.join('.')) : own
}

/** The objects and lists around the field at a path, outermost first: `address`, `address.geo` for `address.geo.lat`. */
export function parentsOf(path: string): string[] {
  const names = path.split('.')
  return names.slice(1).map((_, count) => names.slice(0, count + 1).join('.'))
}
