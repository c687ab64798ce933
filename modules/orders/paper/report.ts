/** The order report: which columns it has, what a cell of each holds, and the statement that reads its rows. */
import { Type } from '@sinclair/typebox'
import type { Language } from '../../../src/contract/languages.ts'
import type { Vocabulary } from '../../../src/contract/vocabulary.ts'
import { metadataOf } from '../../../src/contract/vocabulary.ts'
import type { Caller } from '../../../src/kernel/access/caller.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { inBatches } from '../../../src/kernel/database/cursor.ts'
import { join, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import type { Cell, CellFormat, SheetColumn } from '../../../src/kernel/files/spreadsheet.ts'
import type { Messages } from '../../../src/kernel/i18n/messages.ts'
import { canBeNull, defineRows, joinsFor, selected, sortExpressions } from '../../../src/kernel/resources/rows.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { PaymentType } from '../../companies/schema.ts'
import { orderDetails } from '../resource.ts'
import { OrderDetails, OrderStatus } from '../schema.ts'

/** The columns in their order; a vocabulary's code is written as its word. */
const columns = {
  number: 'text',
  createdAt: 'day',
  currentStatus: OrderStatus,
  company: 'text',
  receptionPlace: 'text',
  receptionPlacePhone: 'text',
  type: OrderType,
  orderTypeItemName: 'text',
  quantity: 'integer',
  quantityTaken: 'integer',
  tonnage: 'tonnes',
  kpo: 'text',
  acceptedDate: 'day',
  realizationDate: 'day',
  receivingDate: 'day',
  finishedAt: 'day',
  vehicle: 'text',
  recycleOperatorName: 'text',
  paymentType: PaymentType,
  netPrice: 'money',
  netValue: 'money',
  vatValue: 'money',
  grossValue: 'money',
  optimaNumber: 'text',
  invoiceNumber: 'text',
  reasonForCancellation: 'text',
  additionalInfo: 'text'
} as const satisfies Readonly<Partial<Record<keyof typeof OrderDetails.properties, CellFormat | Vocabulary>>>

type ColumnKey = keyof typeof columns
export const columnKeys = Object.keys(columns) as ColumnKey[]

const reportRows = defineRows({ ...orderDetails, schema: Type.Pick(OrderDetails, columnKeys) })

export interface ReportQuestion {
  /** Both days are inside, and are days in Warsaw. */
  readonly createdFrom: string
  readonly createdTo: string
  readonly currentStatus: number
  /** Any column, in any letter case. */
  readonly orderBy: string
  readonly desc: boolean
}

export const labelOf = (messages: Messages, language: Language, key: string): string =>
  messages.say(language, `orders.order.${key}`)

export const sheetColumns = (messages: Messages, language: Language): SheetColumn[] =>
  columnKeys.map(key => {
    const kind = columns[key]
    return { header: labelOf(messages, language, key), format: typeof kind === 'string' ? kind : 'text' }
  })

/** The statement of the question. Refuses an unknown column, and days the wrong way round. */
export function statementOf(question: ReportQuestion, caller: Caller): Sql {
  const { createdFrom, createdTo, currentStatus, orderBy, desc } = question
  const wanted = columnKeys.find(key => key.toLowerCase() === orderBy.toLowerCase())
  if (!wanted) return refuseField('orderBy', 'check.choice')
  if (createdTo < createdFrom) refuseField('createdTo', 'orders.report.daysTurned')
  const fields = selected(reportRows, caller)
  const direction = raw(desc ? 'desc' : 'asc')
  const nulls = raw(canBeNull(reportRows, wanted) ? (desc ? ' nulls last' : ' nulls first') : '')
  const order = join(
    sortExpressions(reportRows, wanted, caller).map(by => sql`${by} ${direction}${nulls}`),
    ', '
  )
  return sql`select ${fields} from ${raw(reportRows.table)} o ${joinsFor(reportRows, [fields, order])}
    where o.status = ${currentStatus}
      and o.created_at >= ${createdFrom}::date::timestamp at time zone 'Europe/Warsaw'
      and o.created_at < (${createdTo}::date + 1)::timestamp at time zone 'Europe/Warsaw'
    order by ${order}, o.id ${direction}`
}

type ReportRow = Readonly<Record<ColumnKey, Cell>>

/** The rows of the statement as cells, in the language. */
export async function* reportCells(
  { settings, messages }: Services,
  statement: Sql,
  language: Language,
  signal: AbortSignal
): AsyncGenerator<Cell[][]> {
  const words = columnKeys.map(key => wordsOf(columns[key], messages, language))
  const cell = (row: ReportRow, key: ColumnKey, at: number): Cell => {
    const value = row[key]
    return value === null ? null : (words[at]?.get(value) ?? value)
  }
  for await (const rows of inBatches<ReportRow>({ url: settings.databaseUrl, statement, signal }))
    yield rows.map(row => columnKeys.map((key, at) => cell(row, key, at)))
}

function wordsOf(kind: CellFormat | Vocabulary, messages: Messages, language: Language) {
  if (typeof kind === 'string') return undefined
  const { name: vocabulary, members } = metadataOf(kind)
  return new Map<Cell, string>(members.map(({ code, name }) => [code, messages.say(language, `${vocabulary}.${name}`)]))
}
