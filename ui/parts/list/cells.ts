/** The cells of a row in two lines: which column stands under which. */
import type { Density } from '../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { area } from '../../session.ts'

/** What stands at one place of a row: a column, or one over another. */
export interface Cell {
  /** The key of its upper column, by which it is moved and resized. */
  readonly key: string
  readonly columns: readonly [ColumnMetadata] | readonly [ColumnMetadata, ColumnMetadata]
}

/**
 * The columns as cells. A column stands under the one that it names where that is the one before it; a person may have hidden
 * that or moved it away. In compact rows each stands by itself.
 */
export function cellsOf(columns: readonly ColumnMetadata[], density: Density = 'normal'): readonly Cell[] {
  const cells: Cell[] = []
  for (const column of columns) {
    const last = cells.at(-1)
    const upper = last?.columns[0]
    const isUnder = density === 'normal' && upper && last.columns.length === 1 && column.under === upper.key
    if (isUnder) cells[cells.length - 1] = { key: upper.key, columns: [upper, column] }
    else cells.push({ key: column.key, columns: [column] })
  }
  return cells
}

/** Whether the cell is what a row is about, by its columns' share of the room: its upper line is written strongly. */
export const isMainCell = ({ columns }: Cell): boolean => columns.length > 1 && columns.some(({ grow }) => grow >= 2)

const heights = {
  admin: { compact: 32, oneLine: 40, twoLines: 52 },
  portal: { compact: 40, oneLine: 56, twoLines: 60 }
} as const

/** The height in pixels of every row of a grid with these cells. */
export function rowHeightOf(cells: readonly Cell[], density: Density = 'normal'): number {
  const { compact, oneLine, twoLines } = heights[area()]
  if (density === 'compact') return compact
  return cells.some(({ columns }) => columns.length > 1) ? twoLines : oneLine
}
