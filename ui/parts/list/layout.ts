/** The columns of a list as a person has arranged them. What a layout says is in `src/contract/layout.ts`. */
import type { ListLayout } from '../../../src/contract/layout.ts'
import { limitedWidth } from '../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { cellsOf } from './cells.ts'
import { namingColumn } from './namingColumn.ts'

type Columns = readonly ColumnMetadata[]

/** The page's columns, each that stands under another right behind it. */
function pairedColumns(columns: Columns): Columns {
  const isUnder = ({ under }: ColumnMetadata): boolean => columns.some(({ key }) => key === under)
  return columns
    .filter(column => !isUnder(column))
    .flatMap(upper => [upper, ...columns.filter(({ under }) => under === upper.key)])
}

/** All columns, hidden ones too, in the layout's order; where none is set, compact rows have the page's. */
export function orderedColumns(made: Columns, { order = [], density }: ListLayout): Columns {
  const columns = density === 'compact' ? made : pairedColumns(made)
  const byKey = new Map(columns.map(column => [column.key, column]))
  const named = order.flatMap(key => byKey.get(key) ?? [])
  const ordered = [...named]
  columns.forEach((column, at) => {
    if (named.includes(column)) return
    const before = columns[at - 1]
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column)
  })
  return ordered
}

/** Whether the column may be hidden: not the one that names the rows. */
export const isHideable = (columns: Columns, key: string): boolean => namingColumn(columns)?.key !== key

/** The columns that are shown, in the layout's order. */
export const shownColumns = (columns: Columns, layout: ListLayout): Columns =>
  orderedColumns(columns, layout).filter(({ key }) => !layout.hidden?.includes(key) || !isHideable(columns, key))

const without = <T>(items: readonly T[] | undefined, item: T): T[] => (items ?? []).filter(one => one !== item)

export const withColumnShown = (layout: ListLayout, key: string, shown: boolean): ListLayout => ({
  ...layout,
  hidden: shown ? without(layout.hidden, key) : [...without(layout.hidden, key), key]
})

/**
 * The column before or after the one that stands there; what stands in one cell of two lines is moved and passed as one, but the
 * lower column of it moves by itself. The same layout where it is the first or the last already.
 */
export function withColumnMoved(columns: Columns, layout: ListLayout, key: string, by: -1 | 1): ListLayout {
  const cells = cellsOf(orderedColumns(columns, layout)).map(cell => cell.columns.map(column => column.key))
  const isLower = cells.some(([, lower]) => lower === key)
  const items = isLower ? cells.flat().map(one => [one]) : cells
  const at = items.findIndex(([upper]) => upper === key)
  const [item, other] = [items[at], items[at + by]]
  if (!item || !other) return layout
  const moved = items.map((one, index) => (index === at ? other : index === at + by ? item : one))
  return { ...layout, order: moved.flat() }
}

/** The column put where another is, by hand: before it where it comes from behind, else after it. */
export function withColumnPut(columns: Columns, layout: ListLayout, key: string, target: string): ListLayout {
  const keys = orderedColumns(columns, layout).map(column => column.key)
  const by = keys.indexOf(key) < keys.indexOf(target) ? 1 : -1
  let next = layout
  for (let moves = 0; moves < keys.length; moves++) {
    const order = orderedColumns(columns, next).map(column => column.key)
    if ((order.indexOf(key) - order.indexOf(target)) * by >= 0) return next
    next = withColumnMoved(columns, next, key, by)
  }
  return next
}

/** The column at a width in pixels; undefined: as wide as its content asks. */
export function withColumnWidth(layout: ListLayout, key: string, width: number | undefined): ListLayout {
  const { [key]: _before, ...widths } = layout.widths ?? {}
  return { ...layout, widths: width === undefined ? widths : { ...widths, [key]: limitedWidth(width) } }
}
