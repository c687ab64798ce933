/** A program with a key that nobody has, calendars whose addresses nobody has, and a webhook that leads nowhere and is off, with what it was once told. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { type BookedOrder, documentsOf, type Mapping } from '../../modules/integrations/accounting/rules.ts'
import { DocumentChange } from '../../modules/integrations/accounting/schema.ts'
import { CalendarKind } from '../../modules/integrations/calendars/schema.ts'
import { AttemptOutcome, OffReason } from '../../modules/integrations/webhooks/schema.ts'
import { bookedOrders } from '../../modules/orders/public.ts'
import { dayOf } from '../../src/contract/days.ts'
import { roles } from '../../src/contract/roles.ts'
import { system } from '../../src/kernel/access/caller.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'

const dayMs = 86_400_000

export async function insertIntegrations(trx: Knex.Transaction, now: Date): Promise<void> {
  const ago = (days: number): Date => new Date(now.getTime() - days * dayMs)
  const sessionId = randomUUID()
  const program = {
    email: `program-${sessionId}@example.invalid`,
    first_name: 'API:',
    last_name: 'Arkusz kalkulacyjny'
  }
  const [account] = await trx('users.accounts')
    .insert({ ...program, confirmed_at: ago(40), created_at: ago(40) })
    .returning('id')
  await trx('users.programs').insert({ account_id: account.id, role: roles.ADMIN })
  await trx('integrations.api_keys').insert({
    name: program.last_name,
    hash: createHash('sha256').update(randomBytes(32)).digest(),
    hint: 'x7Qa',
    scopes: ['orders:read', 'events:read'],
    account_id: account.id,
    session_id: sessionId,
    calls_per_minute: 600,
    created_at: ago(40),
    last_used_at: ago(1)
  })
  const [webhook] = await trx('integrations.webhooks')
    .insert({
      url: 'https://partner.example.com/opony',
      types: ['order.completed', 'order.invoiced'],
      secret: randomBytes(60),
      created_at: ago(30),
      failing_since: ago(9),
      turned_off_at: ago(4),
      off_reason: OffReason.byPerson
    })
    .returning('id')
  const [delivery] = await trx('integrations.deliveries')
    .insert({
      ...{ webhook_id: webhook.id, type: 'webhook.test', tries: 1, state: 2, created_at: ago(9), due_at: ago(9) },
      body: JSON.stringify({ type: 'webhook.test', version: 1, timestamp: ago(9).toISOString(), data: {} })
    })
    .returning('id')
  await trx('integrations.attempts').insert({
    webhook_id: webhook.id,
    delivery_id: delivery.id,
    at: ago(9),
    milliseconds: 41,
    outcome: AttemptOutcome.down,
    answer: 'getaddrinfo ENOTFOUND partner.example.com'
  })
  await insertCalendars(trx, ago)
  await insertAccountingFile(trx, ago)
}

async function insertCalendars(trx: Knex.Transaction, ago: (days: number) => Date): Promise<void> {
  const [staff] = await trx('users.accounts').where({ email: 'admin@example.com' }).select('id')
  const [client] = await trx('users.accounts')
    .where({ email: 'client.admin@example.com' })
    .select('id', { company_id: 'company_id' })
  const [vehicle] = await trx('fleet.vehicles').orderBy('id').limit(1).select('id', 'driver_id')
  const calendars = [
    { account_id: staff?.id, kind: CalendarKind.vehicle, vehicle_id: vehicle?.id },
    { account_id: staff?.id, kind: CalendarKind.driver, driver_id: vehicle?.driver_id },
    { account_id: client?.id, kind: CalendarKind.company, company_id: client?.company_id }
  ].filter(of => of.account_id && (of.vehicle_id || of.driver_id || of.company_id))
  for (const [n, of] of calendars.entries())
    await trx('integrations.calendars').insert({
      ...of,
      token_hash: createHash('sha256').update(randomBytes(32)).digest('base64url'),
      created_at: ago(20 - n),
      read_at: ago(1)
    })
}

/** The file of some weeks, which was fetched for accounting. */
async function insertAccountingFile(trx: Knex.Transaction, ago: (days: number) => Date): Promise<void> {
  const [from, to] = [dayOf(ago(60)), dayOf(ago(30))]
  const mappings = await query<Mapping>(
    trx,
    sql`select buyer, register, category_vehicle as "categoryVehicle", category_tonnage as "categoryTonnage",
      category_container as "categoryContainer", zero_rate as "zeroRate", payment_days as "paymentDays" from integrations.accounting_mappings`
  )
  const orders = await query<BookedOrder>(trx, bookedOrders(system, { from, to }, 200))
  const documents = documentsOf(
    orders.filter(({ net }) => net !== null),
    mappings
  )
  if (documents.length === 0) return
  const [run] = await trx('integrations.accounting_runs')
    .insert({
      ...{ date_from: from, date_to: to, created_at: ago(28), source: 'OPONY', target: 'KSIEG' },
      documents: documents.length,
      gross: documents.reduce((sum, { gross }) => sum + Math.round(gross * 100), 0) / 100,
      ...{ new_documents: documents.length, changed_documents: 0, gone_documents: 0, left_out: 0 }
    })
    .returning('id')
  await trx('integrations.accounting_documents').insert(
    documents.map(({ id, number, orders: numbers, buyer, saleDay, net, vat, gross, ...more }) => ({
      ...{ run_id: run.id, document_id: id, change: DocumentChange.new, number, orders: numbers.join(', ') },
      ...{ company: buyer.name, tax_number: buyer.taxNumber, sale_day: saleDay, net, vat, gross },
      content: JSON.stringify({ id, number, orders: numbers, buyer, saleDay, net, vat, gross, ...more })
    }))
  )
}
