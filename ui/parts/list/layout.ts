/** The columns of a list as a person has arranged them. What a layout says is in `src/contract/layout.ts`. */
import type { ListLayout } from '../../../src/contract/layout.ts'
import { limitedWidth } from '../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { namingColumn } from './namingColumn.ts'

type Columns = readonly ColumnMetadata[]

/** All columns, hidden ones too, in the layout's order. */
export function orderedColumns(columns: Columns, { order = [] }: ListLayout): Columns {
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

/** The column at another place among all of them, counted from 0. */
export function withColumnMoved(columns: Columns, layout: ListLayout, key: string, to: number): ListLayout {
  const order = without(
    orderedColumns(columns, layout).map(column => column.key),
    key
  )
  order.splice(Math.max(0, to), 0, key)
  return { ...layout, order }
}

/** The column at a width in pixels; undefined: as wide as its content asks. */
export function withColumnWidth(layout: ListLayout, key: string, width: number | undefined): ListLayout {
  const { [key]: _before, ...widths } = layout.widths ?? {}
  return { ...layout, widths: width === undefined ? widths : { ...widths, [key]: limitedWidth(width) } }
}
