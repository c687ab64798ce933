/** The cells of a row in two lines: which column stands under which, and which text takes both. */
import type { Density } from '../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { area } from '../../session.ts'

/** What stands at one place of a row: a column, or one over another. */
export interface Cell {
  /** The key of its upper column, by which it is moved and resized. */
  readonly key: string
  readonly columns: readonly [ColumnMetadata] | readonly [ColumnMetadata, ColumnMetadata]
  /** Whether it says what the row is about: then it is cut last, and of two lines the upper is strong. */
  readonly isMain: boolean
  /** Whether its only column has both lines of the row, where the others have one each: a long header or text is broken. */
  readonly hasBothLines: boolean
}

/** Whether a column has texts of any length: no number, no day, no member of a vocabulary. */
export function isText({ schema }: ColumnMetadata): boolean {
  const { type, format, vocabulary } = unwrapped(schema)
  if (vocabulary || type === 'boolean') return false
  return type === 'array' || (type === 'string' && !['day', 'instant', 'phone', 'weekday'].includes(format ?? ''))
}

const isMain = ({ grow }: ColumnMetadata): boolean => grow >= 2

/**
 * The columns as cells. A column stands under the one that it names where that is the one before it; a person may have hidden
 * that or moved it away. In compact rows each stands by itself.
 */
export function cellsOf(columns: readonly ColumnMetadata[], density: Density = 'normal'): readonly Cell[] {
  const cells: Pick<Cell, 'key' | 'columns' | 'isMain'>[] = []
  for (const column of columns) {
    const last = cells.at(-1)
    const upper = last?.columns[0]
    const isUnder = density === 'normal' && upper && last.columns.length === 1 && column.under === upper.key
    if (isUnder)
      cells[cells.length - 1] = { key: upper.key, columns: [upper, column], isMain: last.isMain || isMain(column) }
    else cells.push({ key: column.key, columns: [column], isMain: isMain(column) })
  }
  const hasTwoLines = rowHeightOf(cells, density) >= twoLinesHeight
  return cells.map(cell => ({ ...cell, hasBothLines: hasTwoLines && cell.columns.length === 1 }))
}

const heights = {
  admin: { compact: 32, oneLine: 40, twoLines: 52 },
  portal: { compact: 40, oneLine: 56, twoLines: 60 }
} as const
/** Rows of this height in pixels have room for two lines of text, whether a column stands under another in them or not. */
const twoLinesHeight = 52

/** The height in pixels of every row of a grid with these cells. */
export function rowHeightOf(cells: readonly Pick<Cell, 'columns'>[], density: Density = 'normal'): number {
  const { compact, oneLine, twoLines } = heights[area()]
  if (density === 'compact') return compact
  return cells.some(({ columns }) => columns.length > 1) ? twoLines : oneLine
}
