/** How a person has arranged the columns and rows of a list, as one value: kept by the browser, and within a named view. */

/** `normal`: as the page is made, with two-line cells where it has them; `compact`: one low line a row, each column by itself. */
export const densities = ['normal', 'compact'] as const
export type Density = (typeof densities)[number]

/**
 * The differences from the page's own arrangement; `{}` is the page as declared. Columns are named by their keys. A layout may be
 * older or newer than the page: keys that the page does not have are ignored, and a column that `order` does not name follows
 * the column that precedes it on the page, so that a newly added column is visible.
 */
export interface ListLayout {
  /** The columns from the left; hidden ones keep their place. */
  readonly order?: readonly string[]
  readonly hidden?: readonly string[]
  /** Columns that a person shows although they begin hidden. */
  readonly shown?: readonly string[]
  /** Widths in pixels, for columns whose width a person has set. */
  readonly widths?: Readonly<Record<string, number>>
  readonly density?: Density
}

/** In pixels: what a column's width may be set to. */
export const minColumnWidth = 48
export const maxColumnWidth = 900

/** Limits of a stored layout: keys of a list, and characters of a key. */
export const maxLayoutKeys = 100
export const maxLayoutKeyLength = 60

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^\w+$/.test(value) && value.length <= maxLayoutKeyLength

const keysIn = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter(isKey))].slice(0, maxLayoutKeys) : []

const isWidth = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const widthsIn = (value: unknown): Record<string, number> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const kept = Object.entries(value).flatMap(([key, width]): [string, number][] =>
    isKey(key) && isWidth(width) ? [[key, limitedWidth(width)]] : []
  )
  return Object.fromEntries(kept.slice(0, maxLayoutKeys))
}

/** In whole pixels and within the limits. */
export const limitedWidth = (width: number): number =>
  Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)))

/** Reads a layout out of an unknown value: everything else, and parts that are empty, are left out. */
export function layoutFrom(value: unknown): ListLayout {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const [order, hidden, shown] = [keysIn(given.order), keysIn(given.hidden), keysIn(given.shown)]
  const widths = widthsIn(given.widths)
  return {
    ...(order.length > 0 ? { order } : {}),
    ...(hidden.length > 0 ? { hidden } : {}),
    ...(shown.length > 0 ? { shown } : {}),
    ...(Object.keys(widths).length > 0 ? { widths } : {}),
    ...(given.density === 'compact' ? { density: 'compact' } : {})
  }
}
