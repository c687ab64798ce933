/** A statement as a spreadsheet: the rows, and under them, apart from the table, the sums and the emissions. */
import type { Cell } from '../../../src/kernel/files/cells.ts'
import type { Sheet, SheetRow } from '../../../src/kernel/files/spreadsheet.ts'
import { emissionParts } from './emissions.ts'
import { type Paper, sourceText, stateText } from './paper.ts'

const columns = [
  { name: 'day', format: 'day' },
  { name: 'place', format: 'text' },
  { name: 'wasteCode', format: 'text' },
  { name: 'order', format: 'text' },
  { name: 'card', format: 'text' },
  { name: 'tickets', format: 'text' },
  { name: 'process', format: 'text' },
  { name: 'source', format: 'text' },
  { name: 'kilograms', format: 'kilograms' }
] as const

type ColumnName = (typeof columns)[number]['name']

/** Emissions and what they are reckoned by need more room than masses and their sources. */
const ofEmissions: Partial<Record<ColumnName, number>> = { source: 18, kilograms: 22 }

export const sheetOf = ({ say, rows, emissions }: Paper): Sheet => ({
  name: say('title'),
  columns: columns.map(({ name, format }) => ({
    header: say(`column.${name}`),
    format,
    least: emissions.length > 0 ? (ofEmissions[name] ?? 0) : 0
  })),
  tableRows: rows.length
})

/** The lines above the table: what it is, of whom and when, and whether it still counts. */
export function sheetHeadOf(paper: Paper): string[] {
  const { statement, say, day, instant, business, address } = paper
  const state = stateText(paper)
  return [
    say('titleWithNumber', { number: statement.number }),
    ...(state ? [state] : []),
    `${say('client')}: ${[statement.companyName, statement.taxNumber, statement.address].filter(Boolean).join(', ')}`,
    `${say('place')}: ${statement.place ?? say('allPlaces')}`,
    say('period', { from: day(statement.firstDay), to: day(statement.lastDay) }),
    say('issued', { at: instant(statement.createdAt), business }),
    say('check', { address })
  ]
}

const cellsOf = (cells: Partial<Record<ColumnName, Cell>>): Cell[] => columns.map(({ name }) => cells[name] ?? null)

/** A bold line with a sum: what is summed stands in the column of what it is of. */
const sumRow = (at: 'place' | 'wasteCode' | 'day', name: string, kilograms: number): SheetRow => ({
  level: 1,
  cells: cellsOf({ [at]: name, kilograms })
})

const co2 = (value: number): Cell => ({ value, unit: 'kg CO2e', decimals: 3 })

/** The emissions by kind under the sums: the factor in the column of places, what it was multiplied by in that of sources. */
const emissionRows = (paper: Paper): SheetRow[] =>
  emissionParts(paper).flatMap(({ title, counted, sum, notCounted }) => [
    { level: 1, cells: cellsOf({ place: title, kilograms: co2(sum) }) },
    ...counted.map(line => cellsOf({ place: line.factor, source: line.quantity, kilograms: co2(line.emissions) })),
    ...notCounted.map(sentence => cellsOf({ place: sentence }))
  ])

/** Without it Excel takes what follows for rows of the table. */
const blank: SheetRow = []

export async function* sheetRows(paper: Paper): AsyncGenerator<SheetRow[]> {
  const { rows, sums, statement, say } = paper
  const emissions = emissionRows(paper)
  yield rows.map((row): Cell[] => [
    ...[row.day, row.place, row.wasteCode, row.orderNumber, row.cardNumber, row.tickets, row.process],
    ...[sourceText(paper, row.source), row.kilograms]
  ])
  yield [
    blank,
    ...sums.byPlace.map(({ name, kilograms }) => sumRow('place', name, kilograms)),
    ...sums.byCode.map(({ name, kilograms }) => sumRow('wasteCode', name, kilograms)),
    sumRow('day', say('sum'), statement.kilograms),
    ...(emissions.length > 0 ? [blank, ...emissions] : [])
  ]
}
