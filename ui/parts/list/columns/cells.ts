/** The cells of a grid row, which may have two lines: which column is below which, and which text takes both lines. */
import type { Density } from '../../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import { unwrapped } from '../../../../src/contract/schema.ts'
import { area } from '../../../session.ts'

/** A cell of a row: one column, or two columns in two lines. */
export interface Cell {
  /** The key of its upper column, by which it is moved and resized. */
  readonly key: string
  readonly columns: readonly [ColumnMetadata] | readonly [ColumnMetadata, ColumnMetadata]
  /** Whether it says what the row is about: it is then truncated last, and the upper one of two lines is bold. */
  readonly isMain: boolean
  /** Whether its only column takes both lines of a row with two lines: a long header or text is then wrapped. */
  readonly hasBothLines: boolean
}

/** Whether a column has texts of any length, and not numbers, days or members of a vocabulary. */
export function isText({ schema }: ColumnMetadata): boolean {
  const { type, format, vocabulary } = unwrapped(schema)
  if (vocabulary || type === 'boolean') return false
  return (
    type === 'array' ||
    (type === 'string' && !['day', 'instant', 'phone', 'storedPhone', 'weekday'].includes(format ?? ''))
  )
}

const isMain = ({ grow }: ColumnMetadata): boolean => grow >= 2

/**
 * Arranges columns in cells. A column is put below the one that it names (`under`) if that one is right before it; a person may have
 * hidden it or moved it away. In compact rows each column has a cell of its own.
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
/** Rows of at least this height in pixels have room for two lines of text, even if no cell of theirs has two columns. */
const twoLinesHeight = 52

/** The height in pixels of every row of a grid with these cells. */
export function rowHeightOf(cells: readonly Pick<Cell, 'columns'>[], density: Density = 'normal'): number {
  const { compact, oneLine, twoLines } = heights[area()]
  if (density === 'compact') return compact
  return cells.some(({ columns }) => columns.length > 1) ? twoLines : oneLine
}
