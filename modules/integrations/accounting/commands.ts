/** Makes a file, and fetches it again. */
import { Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { addDays } from '../../../src/contract/days.ts'
import { type CommandContext, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { Day } from '../../../src/kernel/schema.ts'
import { bookedOrders, type Period } from '../../orders/public.ts'
import { throwIntegrationError } from '../errors.ts'
import { AccountingDocument, AccountingMapping, AccountingRun } from '../models.ts'
import { type BookedOrder, type Compared, differences, documentsOf, type SaleDocument } from './rules.ts'
import { runs } from './runs.ts'
import { DocumentChange } from './schema.ts'

const maxDays = 366
/** Orders of one file: far more than a firm completes in a month, and what a call can write while somebody waits. */
export const maxOrders = 20_000
const batch = 1_000

const FileForm = defineForm({
  schema: Type.Object({ dateFrom: Day, dateTo: Day }),
  fields: { dateFrom: { half: true, initial: 'lastMonthBegins' }, dateTo: { half: true, initial: 'lastMonthEnds' } }
})

/** The documents of the last run over the same period. Runs over it wait for each other, so that each compares with the one before. */
async function formerDocuments(trx: Knex.Transaction, { from, to }: Period): Promise<SaleDocument[]> {
  await query(
    trx,
    sql`select pg_advisory_xact_lock(hashtext('integrations.accountingRun'), hashtext(${`${from}/${to}`}))`
  )
  const last = await queryOne<{ id: number }>(
    trx,
    sql`select id from integrations.accounting_runs where date_from = ${from}::date and date_to = ${to}::date order by id desc limit 1`
  )
  if (!last) return []
  const rows = await AccountingDocument.query(trx)
    .where({ run_id: last.id })
    .whereNot({ change: DocumentChange.gone })
    .select('content')
  return rows.map(({ content }) => content)
}

type Read = Omit<BookedOrder, 'net' | 'gross'> & { readonly net: number | null; readonly gross: number | null }

/** The orders with a known amount, and how many have none. */
async function ordersOf({ trx, reader }: CommandContext, period: Period) {
  const found = await query<Read>(trx, bookedOrders(reader, period, maxOrders + 1))
  if (found.length > maxOrders) throwIntegrationError.at('dateTo', 'tooManyOrders', { count: maxOrders })
  const orders = found.filter((order): order is BookedOrder => order.net !== null && order.gross !== null)
  return { orders, leftOut: found.length - orders.length }
}

const rowOf = ({ document, change, formerGross }: Compared, runId: number) => ({
  runId,
  documentId: document.id,
  change,
  number: document.number,
  orders: document.orders.join(', '),
  company: document.buyer.name,
  taxNumber: document.buyer.taxNumber,
  saleDay: document.saleDay,
  net: document.net,
  vat: document.vat,
  gross: document.gross,
  formerGross,
  content: document
})

export const makeAccountingFile = defineCreation(runs, {
  name: 'integrations.makeFile',
  call: 'POST /api/Admin/AccountingFiles',
  access: { ADMIN: { form: FileForm } },
  ui: { icon: 'plus', key: 'n' },
  async run(context, { dateFrom, dateTo }) {
    const { trx, now, accountId, services } = context
    if (dateTo < dateFrom) throwIntegrationError.at('dateTo', 'periodReversed')
    if (dateTo >= addDays(dateFrom, maxDays)) throwIntegrationError.at('dateTo', 'periodLong')
    const period = { from: dateFrom, to: dateTo }
    const former = await formerDocuments(trx, period)
    const { orders, leftOut } = await ordersOf(context, period)
    const compared = differences(former, documentsOf(orders, await AccountingMapping.query(trx)))
    if (compared.length === 0) throwIntegrationError.at('dateFrom', 'nothingToBook')
    const countOf = (code: number): number => compared.filter(({ change }) => change === code).length
    const present = compared.filter(({ change }) => change !== DocumentChange.gone)
    const { id } = await AccountingRun.query(trx).insert({
      accountId,
      dateFrom,
      dateTo,
      createdAt: now,
      source: services.settings.optimaSource,
      target: services.settings.optimaTarget,
      documents: present.length,
      gross: present.reduce((sum, { document }) => sum + Math.round(document.gross * 100), 0) / 100,
      newDocuments: countOf(DocumentChange.new),
      changedDocuments: countOf(DocumentChange.changed),
      goneDocuments: countOf(DocumentChange.gone),
      leftOut
    })
    for (let at = 0; at < compared.length; at += batch)
      await AccountingDocument.query(trx).insert(compared.slice(at, at + batch).map(one => rowOf(one, id)))
    return { id }
  }
})

export const fetchOptima = defineLink(runs, {
  name: 'integrations.fetchOptima',
  selection: 'one',
  access: { ADMIN: {} },
  ui: { icon: 'download' },
  download: '/api/Admin/AccountingFiles/:id/optima'
})

export const fetchCsv = defineLink(runs, {
  name: 'integrations.fetchCsv',
  selection: 'one',
  access: { ADMIN: {} },
  ui: { icon: 'file-excel' },
  download: '/api/Admin/AccountingFiles/:id/csv'
})
