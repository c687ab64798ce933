/** The columns of a list as a person has arranged them. The layout's type is in `src/contract/layout.ts`. */
import type { ListLayout } from '../../../../src/contract/layout.ts'
import { limitedWidth } from '../../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import { cellsOf } from './cells.ts'
import { namingColumn } from './namingColumn.ts'

type Columns = readonly ColumnMetadata[]

/** The page's columns, with each column that is below another (`under`) moved right behind that one. */
function pairedColumns(columns: Columns): Columns {
  const isUnder = ({ under }: ColumnMetadata): boolean => columns.some(({ key }) => key === under)
  return columns
    .filter(column => !isUnder(column))
    .flatMap(upper => [upper, ...columns.filter(({ under }) => under === upper.key)])
}

/**
 * All columns, including hidden ones, in the layout's order. Columns that it does not name keep their place behind their predecessor on
 * the page; compact rows have no pairs of columns, so they keep the page's order.
 */
export function orderedColumns(pageColumns: Columns, { order = [], density }: ListLayout): Columns {
  const columns = density === 'compact' ? pageColumns : pairedColumns(pageColumns)
  const byKey = new Map(columns.map(column => [column.key, column]))
  const namedColumns = order.flatMap(key => byKey.get(key) ?? [])
  const ordered = [...namedColumns]
  columns.forEach((column, at) => {
    if (namedColumns.includes(column)) return
    const before = columns[at - 1]
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column)
  })
  return ordered
}

/** Whether the column may be hidden: all but the one that names the rows. */
export const isHideable = (columns: Columns, key: string): boolean => namingColumn(columns)?.key !== key

const isShown = ({ key, beginsHidden }: ColumnMetadata, { hidden, shown }: ListLayout): boolean =>
  beginsHidden ? shown?.includes(key) === true : !hidden?.includes(key)

/** The columns that are shown, in the layout's order. */
export const shownColumns = (columns: Columns, layout: ListLayout): Columns =>
  orderedColumns(columns, layout).filter(column => isShown(column, layout) || !isHideable(columns, column.key))

const without = <T>(items: readonly T[] | undefined, item: T): T[] => (items ?? []).filter(one => one !== item)

/** The layout with a column shown or hidden. Only what differs from the page is named. */
export function withColumnShown(layout: ListLayout, column: ColumnMetadata, isToBeShown: boolean): ListLayout {
  const { key, beginsHidden = false } = column
  const named = beginsHidden ? 'shown' : 'hidden'
  const others = without(layout[named], key)
  return { ...layout, [named]: isToBeShown === beginsHidden ? [...others, key] : others }
}

/**
 * The layout with a column moved one place forward or back. The two columns of a cell move together, and count as one place for other
 * columns; but if the lower one is moved, it moves alone. Returns the same layout if the column is at the end already.
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

/** The layout with a column dragged to the place of another: before it if it comes from behind, else after it. */
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

/** The layout with a column's width in pixels; undefined: as wide as its content needs. */
export function withColumnWidth(layout: ListLayout, key: string, width: number | undefined): ListLayout {
  const { [key]: _before, ...widths } = layout.widths ?? {}
  return { ...layout, widths: width === undefined ? widths : { ...widths, [key]: limitedWidth(width) } }
}
