/**
 * Spreadsheets. The only file that uses exceljs, and the only way to write an `.xlsx`: as a stream, in constant memory.
 * How it does that:
 *
 * - Texts are written in their cells (no table of shared strings); a style is made once a column and shared by its cells.
 * - After each batch the writer waits until its output has been passed to the sink. exceljs itself never waits:
 *   the stream of a worksheet takes everything and passes it on to what it is piped into, whose state it does not report.
 *   So we ask there (`pipes`, undocumented, of the pinned version; test/kernel/sheet.test.ts holds it).
 * - A text stays a text. Whatever it begins with (`= + - @`, a tab), it is written as a value and never as a formula, and its
 *   cell is of the format Text, so that Excel does not turn it into one when somebody steps into the cell and out again.
 * - Characters that XML cannot contain (control characters) are escaped as Office does: `_x0007_`.
 * - Widths of columns stand before the rows in the file, so they follow from the first batch.
 * - A worksheet holds 1,048,576 rows; more go on in the next worksheet, under the same header.
 */
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import exceljs from 'exceljs'
import { dayMs, timeZone } from '../../contract/days.ts'
import type { Cell, CellFormat, Counted, SheetColumn } from './cells.ts'
import { columnWidths } from './column-widths.ts'

/** A line with sums under a group of rows: bold, and one level further out in Excel's outline. All its cells are texts. */
export interface SumRow {
  readonly cells: readonly Cell[]
  /** 1 for the innermost group; 2, 3 … further out. */
  readonly level: number
}

/** One cell for each column. */
export type SheetRow = readonly Cell[] | SumRow

export interface Sheet {
  /** Name of the worksheet; characters that Excel does not allow are left out. */
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Lines above the header, apart from the table: what the sheet is, of which days, when it was made. */
  readonly head?: readonly string[]
  /** Data rows of one worksheet, at most (and by default) what Excel holds. */
  readonly rowsPerSheet?: number
  /** How many of the rows, which are then fewer than a worksheet holds, are the table; its filter leaves out sums and remarks under it. By default all. */
  readonly tableRows?: number
  /** How many levels of sums there are; Excel then lets people fold the rows of each level. */
  readonly sumLevels?: number
}

export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const maxRows = 1_048_575
const maxCharacters = 32_767

const styles: Readonly<Record<CellFormat, Partial<exceljs.Style>>> = {
  text: { numFmt: '@' },
  day: { numFmt: 'dd.mm.yyyy' },
  instant: { numFmt: 'dd.mm.yyyy hh:mm:ss' },
  money: { numFmt: '#,##0.00' },
  decimal: { numFmt: '0.00' },
  tonnes: { numFmt: '0.00" t"' },
  kilograms: { numFmt: '#,##0" kg"' },
  kilometres: { numFmt: '0.00" km"' },
  hours: { numFmt: '0.00" h"' },
  volts: { numFmt: '0.00" V"' },
  integer: { numFmt: '0' },
  degrees: { numFmt: '0.000000' }
}
const heading: Partial<exceljs.Style> = { numFmt: '@', font: { bold: true } }
const sums = Object.fromEntries(
  Object.entries(styles).map(([format, style]) => [format, { ...style, font: { bold: true } }])
) as Readonly<Record<CellFormat, Partial<exceljs.Style>>>

/** Styles of numbers with a unit, made at their first use: there are a few units a language. */
const counted = new Map<string, Partial<exceljs.Style>>()

function countedStyle({ unit, decimals = 0 }: Counted, isSum: boolean): Partial<exceljs.Style> {
  const key = `${unit} ${decimals} ${isSum}`
  const number = decimals === 0 ? '0' : `#,##0.${'0'.repeat(decimals)}`
  const numFmt = `${number}" ${unit.replaceAll('"', '')}"`
  const style = counted.get(key) ?? { numFmt, ...(isSum ? { font: { bold: true } } : {}) }
  counted.set(key, style)
  return style
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
const unholdable = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9a-f]{4}_)/giu
/** Whether the slow pattern has to be applied; hardly any text needs it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const doubtful = /[\u0000-\u0008\u000b-\u001f\u007f\ud800-\udfff\ufffe\uffff]|_x/i

const escaped = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** The text as written to the file, so that Office reads the original; cut to the longest text of a cell. */
function textOf(text: string): string {
  const whole = text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
  return doubtful.test(whole) ? whole.replace(unholdable, escaped) : whole
}

/** Days since the end of 1899, as spreadsheets count them. */
const daySerial = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs + 25_569

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** The same with the time of day in Warsaw as a fraction. */
const instantSerial = (instant: string): number =>
  Date.parse(`${clock.format(new Date(instant)).replace(' ', 'T')}Z`) / dayMs + 25_569

function cellValue(cell: string | number, format: CellFormat): string | number {
  if (typeof cell === 'number') return cell
  if (format === 'day') return daySerial(cell)
  return format === 'instant' ? instantSerial(cell) : textOf(cell)
}

/** Undocumented parts of exceljs's worksheet: its stream, and what that is piped into. */
interface Flow {
  readonly stream: { readonly pipes: readonly Writable[] }
}

/**
 * Writes the rows into the sink as an `.xlsx` and ends it.
 * @param batches arrays of rows; a row has a cell a column. Their iteration is ended when the sink goes away.
 * @throws what the batches throw, or an AbortError when the sink was closed before the end
 */
export async function writeSheet(
  sink: Writable,
  sheet: Sheet,
  batches: AsyncIterable<readonly SheetRow[]>
): Promise<void> {
  const { rowsPerSheet = maxRows - headRows(sheet) } = sheet
  const closed = new AbortController()
  const { signal } = closed
  sink.once('close', () => closed.abort())
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: sink,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 1 } }
  })
  let worksheet: exceljs.Worksheet | undefined
  let widths: number[] = []
  let written = 0
  let before = Promise.resolve()
  const end = (): void => {
    const rows = written === 0 ? 0 : ((written - 1) % rowsPerSheet) + 1
    if (worksheet) finish(worksheet, sheet, rows)
  }
  for await (const rows of batches) {
    if (!worksheet) {
      widths = columnWidths(sheet.columns, rows.map(cellsOf))
      worksheet = begin(workbook, sheet, 1, widths)
    }
    for (const row of rows) {
      if (written > 0 && written % rowsPerSheet === 0) {
        end()
        worksheet = begin(workbook, sheet, written / rowsPerSheet + 1, widths)
      }
      write(worksheet, sheet, row)
      written += 1
    }
    // One batch may still be in progress: the compressor has its own thread and packs it while the next is made.
    const passing = taken(worksheet as unknown as Flow, signal)
    passing.catch(() => undefined)
    await before
    before = passing
  }
  await before
  worksheet ??= begin(workbook, sheet, 1, columnWidths(sheet.columns, []))
  end()
  await Promise.race([workbook.commit(), once(signal, 'abort').then(() => signal.throwIfAborted())])
}

/** How many rows of the worksheet are above the header: its lines, and a blank row, without which Excel takes them for rows of the table. */
const headRows = ({ head = [] }: Sheet): number => (head.length > 0 ? head.length + 1 : 0)

function begin(workbook: exceljs.stream.xlsx.WorkbookWriter, sheet: Sheet, number: number, widths: readonly number[]) {
  const { name, columns, head = [], sumLevels = 0 } = sheet
  const plain = name.replaceAll(/[[\]*?:/\\']/g, ' ').slice(0, 25)
  const worksheet = workbook.addWorksheet(number === 1 ? plain : `${plain} ${number}`, {
    views: [{ state: 'frozen', ySplit: headRows(sheet) + 1 }],
    ...(sumLevels > 0 ? { properties: { outlineLevelRow: sumLevels } as never } : {})
  })
  worksheet.columns = widths.map(width => ({ width }))
  const addTexts = (texts: readonly string[], style: Partial<exceljs.Style>): void => {
    const row = worksheet.addRow([])
    texts.forEach((text, at) => {
      const cell = row.getCell(at + 1)
      cell.value = textOf(text)
      cell.style = style
    })
    row.commit()
  }
  for (const [at, line] of head.entries()) addTexts([line], at === 0 ? heading : styles.text)
  if (head.length > 0) addTexts([], styles.text)
  addTexts(
    columns.map(({ header }) => header),
    heading
  )
  return worksheet
}

/** Ends a worksheet of so many rows; people can filter them by its header. */
function finish(worksheet: exceljs.Worksheet, sheet: Sheet, rows: number): void {
  const header = headRows(sheet) + 1
  worksheet.autoFilter = {
    from: { row: header, column: 1 },
    to: { row: header + (sheet.tableRows ?? rows), column: Math.max(1, sheet.columns.length) }
  }
  worksheet.commit()
}

const isSum = (row: SheetRow): row is SumRow => !Array.isArray(row)
const cellsOf = (row: SheetRow): readonly Cell[] => (isSum(row) ? row.cells : row)

function write(worksheet: exceljs.Worksheet, { columns, sumLevels = 0 }: Sheet, written: SheetRow): void {
  const row = worksheet.addRow([])
  const sum = isSum(written) ? written : undefined
  const values = cellsOf(written)
  columns.forEach(({ format: usual }, at) => {
    const value = values[at] ?? null
    if (value === null) return
    const cell = row.getCell(at + 1)
    if (typeof value === 'object') {
      cell.value = value.value
      cell.style = countedStyle(value, sum !== undefined)
      return
    }
    const format = sum && typeof value === 'string' ? 'text' : usual
    cell.value = cellValue(value, format)
    cell.style = sum ? sums[format] : styles[format]
  })
  if (sumLevels > 0) row.outlineLevel = sumLevels - (sum?.level ?? 0)
  row.commit()
}

const nothing = Buffer.alloc(0)

/**
 * Waits until everything written has been passed to the sink: an empty chunk is sent after it and arrives last. The pipe exists
 * only after the files that come first in the archive.
 */
async function taken({ stream }: Flow, signal: AbortSignal): Promise<void> {
  while (stream.pipes.length === 0) await pause(5, undefined, { signal })
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    stream.pipes[0]?.write(nothing, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}
