/**
 * Rows under headings: a heading stands before the first row of each run of one value. All else in a list speaks of rows
 * by their index; only what is drawn and scrolled speaks of places, in which headings count. A row that has not been
 * loaded has no value, and so begins nothing: its heading comes with it.
 */
import type { Row } from './useRows.ts'

export type Item =
  | { readonly kind: 'row'; readonly index: number }
  /** `count`: how many rows of it have been loaded. */
  | { readonly kind: 'heading'; readonly key: string; readonly value: unknown; readonly count: number }

export interface Layout {
  readonly count: number
  readonly itemAt: (place: number) => Item
  readonly placeOf: (index: number) => number
  /** What stands there, by a name that it keeps when a heading comes in above it. */
  readonly keyAt: (place: number) => number | string
  /** The row at a place; at a heading, the row under it. */
  readonly rowAtPlace: (place: number) => number
  readonly headings: number
}

const plain = (count: number): Layout => ({
  count,
  itemAt: index => ({ kind: 'row', index }),
  keyAt: index => index,
  placeOf: index => index,
  rowAtPlace: place => place,
  headings: 0
})

interface Heading {
  readonly index: number
  readonly value: unknown
  readonly rows: number
}

function headingsOf(field: string, count: number, rowAt: (index: number) => Row | undefined): Heading[] {
  const headings: Heading[] = []
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(index)
    if (!row) continue
    const value = row[field] ?? null
    const last = headings.at(-1)
    if (last && last.value === value) headings[headings.length - 1] = { ...last, rows: last.rows + 1 }
    else headings.push({ index, value, rows: 1 })
  }
  return headings
}

/** Where `count` rows stand, under headings by `field` where there is one. */
export function layoutOf(field: string | undefined, count: number, rowAt: (index: number) => Row | undefined): Layout {
  if (field === undefined) return plain(count)
  const headings = headingsOf(field, count, rowAt)
  const items: Item[] = []
  const places: number[] = []
  let next = 0
  for (let index = 0; index < count; index += 1) {
    const heading = headings[next]
    if (heading?.index === index) {
      const { value, rows } = heading
      items.push({ kind: 'heading', key: `${next} ${String(value)}`, value, count: rows })
      next += 1
    }
    places.push(items.length)
    items.push({ kind: 'row', index })
  }
  return {
    count: items.length,
    itemAt: place => items[place] ?? { kind: 'row', index: place },
    keyAt: place => {
      const item = items[place]
      return item?.kind === 'heading' ? item.key : (item?.index ?? place)
    },
    placeOf: index => places[index] ?? index + headings.length,
    rowAtPlace: place => {
      const item = items[place]?.kind === 'heading' ? items[place + 1] : items[place]
      return item?.kind === 'row' ? item.index : Math.max(0, count - 1)
    },
    headings: headings.length
  }
}
