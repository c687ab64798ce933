/**
 * CSV as spreadsheets write it: fields apart by `;`, `,` or a tab, quoted where they have such a character, a quote or a line break; UTF-8
 * with and without a byte order mark, UTF-16, or Windows-1250, which the Polish Excel writes by default.
 */
import { throwImportError } from '../errors.ts'
import { maxCellLength, maxColumns } from './limits.ts'
import type { Source } from './source.ts'

export type Delimiter = ';' | ',' | '\t'
export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1250'

/** UTF-8 where all bytes are valid UTF-8; a text of Windows-1250 with Polish letters hardly ever is. */
export async function encodingOf(source: Source): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const bytes = await source.read()
  let isFirst = true
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      isFirst = false
      strict.decode(chunk, { stream: true })
    }
    strict.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1250'
    throw error
  } finally {
    bytes.destroy()
  }
}

async function* textOf(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of (await source.read()) as AsyncIterable<Buffer>)
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const delimiters: readonly Delimiter[] = [';', '\t', ',']

/** The delimiter that the first line has most of, outside quotes; `;` where it has none. */
export function delimiterOf(text: string): Delimiter {
  const named = /^sep=(.)\r?\n/i.exec(text)?.[1]
  const known = delimiters.find(one => one === named)
  if (known) return known
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '\n' && counts.size > 0) break
    else if (!isQuoted && delimiters.some(one => one === letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  const count = (one: Delimiter): number => counts.get(one) ?? 0
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Cuts a text into rows, whatever pieces it comes in. */
export class CsvCutter {
  private readonly delimiter: Delimiter
  private rows: string[][] = []
  private row: string[] = []
  private cell = ''
  private isQuoted = false
  /** The cell began with a quote. */
  private wasQuoted = false
  /** The last character was a quote within quotes: the end of the cell, or the first of two. */
  private isAtQuote = false

  constructor(delimiter: Delimiter) {
    this.delimiter = delimiter
  }

  /** The rows that are complete after this piece. */
  push(text: string): string[][] {
    for (const letter of text) this.take(letter)
    return this.taken()
  }

  end(): string[][] {
    if (this.isQuoted && !this.isAtQuote) throwImportError('fileUnreadable')
    if (this.cell !== '' || this.wasQuoted || this.row.length > 0) this.endRow()
    return this.taken()
  }

  private taken(): string[][] {
    const { rows } = this
    this.rows = []
    return rows
  }

  private take(letter: string): void {
    if (this.isQuoted && !this.isAtQuote) {
      if (letter === '"') this.isAtQuote = true
      else this.add(letter)
    } else if (this.isAtQuote && letter === '"') {
      this.isAtQuote = false
      this.add(letter)
    } else if (letter === this.delimiter) this.endCell()
    else if (letter === '\n') this.endRow()
    else if (letter === '"' && this.cell === '' && !this.wasQuoted) {
      this.isQuoted = true
      this.wasQuoted = true
    } else if (letter !== '\r') this.add(letter)
  }

  private add(letter: string): void {
    this.cell += letter
    if (letter === '\0' || this.cell.length > maxCellLength) throwImportError('fileUnreadable')
  }

  private endCell(): void {
    this.row.push(this.cell)
    this.cell = ''
    this.isQuoted = false
    this.wasQuoted = false
    this.isAtQuote = false
  }

  private endRow(): void {
    this.endCell()
    this.rows.push(this.row)
    this.row = []
  }
}

/** `="007"`: how spreadsheets keep a number as a text. */
const keptText = /^="([^"]*)"$/

/** The rows with their numbers. Blank rows are left out. */
export async function* csvRows(source: Source): AsyncGenerator<{ number: number; cells: string[] }[]> {
  const encoding = await encodingOf(source)
  let cutter: CsvCutter | undefined
  let waiting = ''
  let number = 0
  const numbered = (rows: readonly string[][]) =>
    rows.flatMap(cells => {
      number += 1
      const isBlank = cells.every(cell => cell.trim() === '')
      const isSeparator = number === 1 && /^sep=/i.test(cells[0] ?? '')
      return isBlank || isSeparator ? [] : [{ number, cells: plain(cells, number) }]
    })
  for await (const text of textOf(source, encoding)) {
    if (cutter) yield numbered(cutter.push(text))
    else {
      waiting += text
      if (waiting.length < 4096) continue
      cutter = new CsvCutter(delimiterOf(waiting))
      yield numbered(cutter.push(waiting))
    }
  }
  if (cutter) yield numbered(cutter.end())
  else {
    cutter = new CsvCutter(delimiterOf(waiting))
    yield numbered(cutter.push(waiting))
    yield numbered(cutter.end())
  }
}

function plain(cells: readonly string[], row: number): string[] {
  const used = cells.findLastIndex(cell => cell.trim() !== '') + 1
  if (used > maxColumns) throwImportError('fileColumns', { params: { max: maxColumns } })
  return cells.slice(0, used).map((cell, at) => {
    if (!cell.startsWith('=')) return cell.trim()
    const kept = keptText.exec(cell)?.[1]
    return kept ?? throwImportError('fileFormulas', { params: { cell: cellName(at, row) } })
  })
}

/** `B7`. */
export function cellName(column: number, row: number): string {
  const letters = column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))
  return `${letters}${String.fromCharCode(65 + (column % 26))}${row}`
}
