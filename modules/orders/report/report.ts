/** The order report: a spreadsheet of the view `report`, its columns and cells by the resource's schema. */
import type { Language } from '../../../src/contract/languages.ts'
import { type Schema, unwrapped } from '../../../src/contract/schema.ts'
import { metadataOf } from '../../../src/contract/vocabulary.ts'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { inBatches } from '../../../src/kernel/database/cursor.ts'
import { join, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import type { Cell, CellFormat, SheetColumn } from '../../../src/kernel/files/spreadsheet.ts'
import type { Messages } from '../../../src/kernel/i18n/messages.ts'
import { startOfDay } from '../../../src/kernel/resources/fields.ts'
import { fromOf, joinsFor, selectionOf, sortingOf } from '../../../src/kernel/resources/select.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { PaymentType } from '../../companies/schema.ts'
import { orders } from '../resource.ts'
import { OrderStatus } from '../schema.ts'
import { views } from '../views.ts'

export const columnKeys: readonly string[] = views.report

/** Of the columns with a code: it is written as the member's label. */
const vocabularies = [OrderStatus, OrderType, PaymentType].map(metadataOf)

const schemaOf = (key: string): Schema => unwrapped(orders.schema.properties[key] as Schema)

const cellFormats: Readonly<Record<string, CellFormat>> = { day: 'day', money: 'money', tonnes: 'tonnes' }

const cellFormatOf = ({ type, format = '', vocabulary }: Schema): CellFormat =>
  cellFormats[format] ?? (type === 'integer' && !vocabulary ? 'integer' : 'text')

export const labelOf = (messages: Messages, language: Language, key: string): string =>
  messages.say(language, `${orders.type}.${key}`)

export const sheetColumns = (messages: Messages, language: Language): SheetColumn[] =>
  columnKeys.map(key => ({ header: labelOf(messages, language, key), format: cellFormatOf(schemaOf(key)) }))

export interface ReportQuestion {
  /** Both days are inside, and are days in Warsaw. */
  readonly createdFrom: string
  readonly createdTo: string
  readonly currentStatus: number
  /** Any column, in any letter case. */
  readonly orderBy: string
  readonly desc: boolean
}

/** The statement that reads the rows. Refuses an unknown column, and a period that ends before it begins. */
export function statementOf(question: ReportQuestion, reader: Reader): Sql {
  const { createdFrom, createdTo, currentStatus, orderBy, desc } = question
  const key = columnKeys.find(each => each.toLowerCase() === orderBy.toLowerCase())
  if (!key) return refuseField('orderBy', 'check.choice')
  if (createdTo < createdFrom) refuseField('createdTo', 'orders.report.daysTurned')
  const { columns, aliases } = selectionOf(orders, columnKeys, reader)
  const sorting = sortingOf(orders, key, reader)
  const direction = raw(desc ? 'desc' : 'asc')
  const nulls = raw(sorting.nullable ? (desc ? ' nulls last' : ' nulls first') : '')
  const order = join(
    sorting.by.map(expression => sql`${expression} ${direction}${nulls}`),
    ', '
  )
  return sql`select ${columns} from ${fromOf(orders)} ${joinsFor(orders, [...aliases, ...sorting.aliases])}
    where orders.status = ${currentStatus}
      and orders.created_at >= ${startOfDay(createdFrom)}
      and orders.created_at < ${startOfDay(createdTo, 1)}
    order by ${order}, orders.id ${direction}`
}

type ReportRow = Readonly<Record<string, Cell>>

/** The rows of the statement as cells, in the language. */
export async function* reportCells(
  { settings, messages }: Services,
  statement: Sql,
  language: Language,
  signal: AbortSignal
): AsyncGenerator<Cell[][]> {
  const columns = columnKeys.map(key => ({ key, labels: labelsOf(schemaOf(key), messages, language) }))
  for await (const rows of inBatches<ReportRow>({ url: settings.databaseUrl, statement, signal }))
    yield rows.map(row =>
      columns.map(({ key, labels }) => {
        const value = row[key] ?? null
        return labels?.get(value) ?? value
      })
    )
}

/** Labels by code, of a column that holds codes. */
function labelsOf({ vocabulary }: Schema, messages: Messages, language: Language): Map<Cell, string> | undefined {
  if (!vocabulary) return undefined
  const members = vocabularies.find(({ name }) => name === vocabulary)?.members ?? []
  return new Map(members.map(({ code, name }) => [code, messages.say(language, `${vocabulary}.${name}`)]))
}
