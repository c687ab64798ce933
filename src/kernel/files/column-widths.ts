/** The widths of a spreadsheet's columns, in characters, by the first rows. */
import type { Cell, CellFormat, SheetColumn } from './cells.ts'

const widest = 60
/** Room for the button of the filter beside the header, and for the margins of a cell. */
const buttonAndMargin = 4
const margin = 2

/** What a value of the format needs at least. Numbers may grow below the first rows, where Excel would show `####`. */
const least: Readonly<Record<CellFormat, number>> = {
  text: 8,
  day: 12,
  instant: 20,
  money: 14,
  decimal: 12,
  tonnes: 12,
  kilograms: 12,
  kilometres: 12,
  hours: 12,
  volts: 12,
  integer: 10,
  degrees: 12
}

/** A long header does not make a column of short values wider than this. */
const widestHeader = 40

function lengthOf(cell: Cell | undefined): number {
  if (cell === null || cell === undefined) return 0
  if (typeof cell === 'string') return Math.max(...cell.split('\n').map(line => line.length))
  // digits in groups of three, two decimals
  if (typeof cell === 'number') return Math.ceil(String(Math.trunc(cell)).length * 1.34) + 3
  return lengthOf(cell.value) + cell.unit.length + 1
}

/** The width of each column: that of its header, or of the longest of the rows' values. Texts of days and instants have the width of their format. */
export const columnWidths = (columns: readonly SheetColumn[], rows: readonly (readonly Cell[])[]): number[] =>
  columns.map(({ header, format, least: own = 0 }, at) => {
    const isDate = format === 'day' || format === 'instant'
    const longest = isDate ? 0 : rows.reduce((most, row) => Math.max(most, lengthOf(row[at])), 0)
    return Math.max(
      least[format],
      own,
      Math.min(header.length + buttonAndMargin, widestHeader),
      Math.min(longest + margin, widest)
    )
  })
