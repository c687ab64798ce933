/** Statements of masses of two clients: of the last three months, and of the months before, which one replaced. */
import type { Knex } from 'knex'
import { readSettings } from '../../config/settings.ts'
import { type LedgerRow, ledger } from '../../modules/evidence/public.ts'
import { addDays, dayOf, yearOf } from '../../src/contract/days.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'

interface Client {
  readonly id: number
  readonly name: string
  readonly taxNumber: string | null
  readonly address: string
}

interface Issued {
  readonly client: Client
  readonly firstDay: string
  readonly lastDay: string
  readonly at: Date
}

const dayMs = 86_400_000

export async function insertStatements(trx: Knex.Transaction, now: Date): Promise<void> {
  const clients = await query<Client>(
    trx,
    sql`select id, name, tax_number as "taxNumber", concat_ws(', ', street, postal_code || ' ' || city) as address
      from companies.companies where id in (1, 2) order by id`
  )
  const today = dayOf(now)
  for (const client of clients) {
    const before = { client, firstDay: addDays(today, -270), lastDay: addDays(today, -91) }
    const former = await insertStatement(trx, { ...before, at: new Date(now.getTime() - 80 * dayMs) }, true)
    const next = former && (await insertStatement(trx, { ...before, at: new Date(now.getTime() - 79 * dayMs) }))
    if (former && next) await trx('evidence.statements').where({ id: former }).update({ replaced_by_id: next })
    const recent = { client, firstDay: addDays(today, -90), lastDay: addDays(today, -1) }
    await insertStatement(trx, { ...recent, at: new Date(now.getTime() - dayMs / 2) })
  }
}

/** @returns its id; undefined where nothing was collected */
async function insertStatement(
  trx: Knex.Transaction,
  { client, firstDay, lastDay, at }: Issued,
  isReplaced = false
): Promise<number | undefined> {
  const wasteCode = readSettings({}).wasteCode
  const rows = await query<LedgerRow>(
    trx,
    sql`select order_id as "orderId", order_number as "orderNumber", card_id as "cardId", card_number as "cardNumber",
        ticket_ids as "ticketIds", tickets, place_id as "placeId", place, day, waste_code as "wasteCode", kilograms, source
      from (${ledger({
        company: sql`${client.id}::int`,
        place: sql`null::int`,
        firstDay: sql`${firstDay}::date`,
        lastDay: sql`${lastDay}::date`,
        wasteCode: sql`${wasteCode}::text`
      })}) mass order by place, place_id, waste_code, day, order_id limit 1000`
  )
  if (rows.length === 0) return undefined
  const [{ number }] = (await query<{ number: string }>(
    trx,
    sql`select evidence.next_number(${yearOf(at)}) as number`
  )) as [{ number: string }]
  const [staff] = await trx('users.accounts').where({ email: 'admin@example.com' }).select('id')
  const [{ id }] = await trx('evidence.statements')
    .insert({
      ...{ number, company_id: client.id, first_day: firstDay, last_day: lastDay, company_name: client.name },
      ...{ tax_number: client.taxNumber, address: client.address, language: 'pl', waste_code: wasteCode },
      kilograms: rows.reduce((sum, row) => sum + row.kilograms, 0),
      orders: new Set(rows.map(({ orderId }) => orderId)).size,
      token: `demo${String(number.replaceAll('/', '-')).padEnd(28, '0')}`,
      ...{ account_id: staff?.id, created_at: at, replaced_at: isReplaced ? at : null }
    })
    .returning('id')
  await trx('evidence.rows').insert(
    rows.map(row => ({
      ...{ statement_id: id, order_id: row.orderId, order_number: row.orderNumber, card_id: row.cardId },
      ...{ card_number: row.cardNumber, ticket_ids: row.ticketIds, tickets: row.tickets, place_id: row.placeId },
      ...{ place: row.place, day: row.day, waste_code: row.wasteCode, kilograms: row.kilograms, source: row.source }
    }))
  )
  return id
}
