/**
 * Rows under headings: there is a heading before each run of rows with the same values in the grouping fields. Two numbers must not be
 * confused: the *index* of a row counts rows only and is used by the rest of the list; the *position* of an item also counts headings
 * and is used for drawing and scrolling. A row that is not loaded has no values yet, so its heading appears when it loads.
 */
import type { Row } from '../../../../src/contract/row.ts'

export type Item =
  | { readonly kind: 'row'; readonly index: number }
  /**
   * `values`: those of the grouping fields, for an outer heading of the first field only. `first`: the index of its first row.
   * `count`: how many of its rows are loaded.
   */
  | {
      readonly kind: 'heading'
      readonly isOuter: boolean
      readonly key: string
      readonly values: readonly unknown[]
      readonly first: number
      readonly count: number
    }

export interface Items {
  /** The number of rows and headings. */
  readonly count: number
  readonly itemAt: (position: number) => Item
  readonly positionOf: (index: number) => number
  /** A React key for the item at a position. The key of a row does not change when a heading is inserted above it. */
  readonly keyAt: (position: number) => number | string
  /** The index of the row at a position; for a heading, that of the row below it. */
  readonly indexAt: (position: number) => number
  readonly headings: number
}

const withoutHeadings = (count: number): Items => ({
  count,
  itemAt: position => ({ kind: 'row', index: position }),
  keyAt: position => position,
  positionOf: index => index,
  indexAt: position => position,
  headings: 0
})

interface Heading {
  /** The index of its first row. */
  readonly index: number
  readonly values: readonly unknown[]
  readonly rows: number
}

function headingsOf(fields: readonly string[], count: number, rowAt: (index: number) => Row | undefined): Heading[] {
  const headings: Heading[] = []
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(index)
    if (!row) continue
    const values = fields.map(field => row[field] ?? null)
    const last = headings.at(-1)
    const isSame = last?.values.every((value, at) => value === values[at])
    if (last && isSame) headings[headings.length - 1] = { ...last, rows: last.rows + 1 }
    else headings.push({ index, values, rows: 1 })
  }
  return headings
}

/**
 * The items of `count` rows, grouped by `fields` if there are any.
 * @param hasOuter whether rows that share the first field have an outer heading above the headings of their groups
 */
export function itemsOf(
  fields: readonly string[] | undefined,
  count: number,
  rowAt: (index: number) => Row | undefined,
  hasOuter = false
): Items {
  if (fields === undefined || fields.length === 0) return withoutHeadings(count)
  const levels = [...(hasOuter ? [fields.slice(0, 1)] : []), fields].map((by, level) => ({
    isOuter: hasOuter && level === 0,
    at: new Map(headingsOf(by, count, rowAt).map(heading => [heading.index, heading]))
  }))
  const items: Item[] = []
  const positions: number[] = []
  for (let index = 0; index < count; index += 1) {
    for (const { isOuter, at } of levels) {
      const heading = at.get(index)
      if (!heading) continue
      const { values, rows } = heading
      const key = `${items.length - index} ${values.join(' ')}`
      items.push({ kind: 'heading', isOuter, key, values, first: index, count: rows })
    }
    positions.push(items.length)
    items.push({ kind: 'row', index })
  }
  const headings = items.length - count
  const indexOf = (item: Item | undefined): number => {
    if (item?.kind === 'row') return item.index
    return item ? item.first : Math.max(0, count - 1)
  }
  return {
    count: items.length,
    itemAt: position => items[position] ?? { kind: 'row', index: position },
    keyAt: position => {
      const item = items[position]
      return item?.kind === 'heading' ? item.key : (item?.index ?? position)
    },
    positionOf: index => positions[index] ?? index + headings,
    indexAt: position => indexOf(items[position]),
    headings
  }
}

/** The loaded rows under a heading. */
export const rowsUnder = (
  { first, count }: Extract<Item, { kind: 'heading' }>,
  rowAt: (index: number) => Row | undefined
): Row[] => Array.from({ length: count }, (_, at) => rowAt(first + at)).filter(row => row !== undefined)
