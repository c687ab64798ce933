/** The answer to a question as lines: in batches for the spreadsheet, and the first lines for the preview. */
import type { Reader } from '../../src/kernel/access/caller.ts'
import { literal, sql } from '../../src/kernel/database/sql.ts'
import type { Cell, CellFormat } from '../../src/kernel/files/cells.ts'
import { inBatches, type Reading } from '../../src/kernel/files/cursor.ts'
import { type SheetPeriod, sheetHead } from '../../src/kernel/files/sheet-head.ts'
import type { Sheet, SheetRow } from '../../src/kernel/files/spreadsheet.ts'
import { valueColumn } from '../../src/kernel/files/value-columns.ts'
import type { Services } from '../../src/kernel/services.ts'
import { periods } from './definition.ts'
import type { ReportQuestion } from './question.ts'
import { statementOf, sumLevels } from './statement.ts'

export interface Line {
  /** 0 for a row; 1 for the sums of the innermost group, 2 for those of the next one, and so on. */
  readonly level: number
  /** The number of rows in the sums; undefined for a row. */
  readonly counted?: number
  readonly [column: string]: unknown
}

export const labelOf = ({ report }: ReportQuestion): string => `reports.report.${report.name}`

/** The period that a question is about, if its report has one. */
function periodOf({ values }: ReportQuestion): SheetPeriod | undefined {
  for (const [first, last] of periods) {
    const [from, to] = [values[first], values[last]]
    if (typeof from === 'string' && typeof to === 'string') return { from, to }
  }
  return typeof values.Year === 'number' ? { year: values.Year } : undefined
}

export function sheetOf(services: Services, question: ReportQuestion, reader: Reader): Sheet {
  const say = (key: string): string => services.messages.say(reader.language, key)
  return {
    name: say(labelOf(question)),
    head: sheetHead(services, reader.language, say(labelOf(question)), periodOf(question)),
    columns: question.columns.map(({ label, schema }) => ({
      header: say(label),
      format: valueColumn(services, schema, reader).format
    })),
    sumLevels: sumLevels(question)
  }
}

/** When it ends, and what the reader has seen. */
export type How = Pick<Reading, 'signal' | 'position'>

/** The lines in batches. They are from one snapshot of the database, and need constant memory. */
export const linesOf = (services: Services, question: ReportQuestion, reader: Reader, how: How = {}) =>
  inBatches<Line>({ source: services, statement: statementOf(question, reader), reader, ...how })

/** The first `count` lines. */
export async function firstLines(
  services: Services,
  question: ReportQuestion,
  reader: Reader,
  count: number,
  how: How = {}
): Promise<Line[]> {
  const statement = sql`${statementOf(question, reader)} limit ${literal(count)}`
  for await (const lines of inBatches<Line>({ source: services, statement, reader, ...how })) return lines
  return []
}

/** The lines as rows of the spreadsheet, in the language of the reader. */
export async function* rowsOf(
  services: Services,
  question: ReportQuestion,
  reader: Reader,
  batches: AsyncIterable<readonly Line[]>
): AsyncGenerator<SheetRow[]> {
  const columns = question.columns.map(({ name, schema }) => ({ name, column: valueColumn(services, schema, reader) }))
  const inSums = columns.map(
    ({ column: { format, cell } }) =>
      (value: unknown) =>
        asText(format, cell(value))
  )
  const sumText = sumTextOf(services, reader)
  for await (const lines of batches)
    yield lines.map(line => {
      if (line.level === 0) return columns.map(({ name, column }) => column.cell(line[name], line))
      const cells = columns.map(({ name }, at) => inSums[at]?.(line[name]) ?? null)
      return { level: line.level, cells: withText(cells, line, question, sumText) }
    })
}

/** In rows of sums the day of a group is text. */
const asText = (format: CellFormat, cell: Cell): Cell =>
  format === 'day' && typeof cell === 'string' ? cell.split('-').reverse().join('.') : cell

type SumText = (line: Line, group: Cell) => string

/** The text of a row of sums: `Razem: Kowalski (12)` for a group, and `Razem (340)` for all rows. */
function sumTextOf({ messages }: Services, { language }: Reader): SumText {
  return ({ counted = 0 }, group) =>
    group === null
      ? messages.say(language, 'reports.sum', { count: counted })
      : messages.say(language, 'reports.sumOf', { group, count: counted })
}

/** Puts the text into the column of the innermost group that the sums belong to. */
function withText(cells: readonly Cell[], line: Line, { groupBy }: ReportQuestion, textOf: SumText): Cell[] {
  const at = groupBy.length - line.level
  const last = Math.max(0, at)
  return cells.map((cell, index) => (index === last ? textOf(line, at < 0 ? null : (cell ?? '–')) : cell))
}
