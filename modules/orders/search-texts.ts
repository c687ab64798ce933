/**
 * The texts by which orders are found follow the names of companies, places, vehicles and drivers. A trigger notes each changed name in
 * `orders.renamed`, in the transaction of the change, whoever makes it; the worker then makes the texts of its orders anew, some at a time.
 * A name that changes once more meanwhile is begun anew.
 */
import type { Knex } from 'knex'
import { type Database, query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'

/** Orders of one transaction: it holds their texts for some 100 ms. */
const batch = 500

/** Where an order names the row of a table; with the expression that is indexed. */
const keys: Readonly<Record<string, string>> = {
  'companies.companies': 'o.company_id',
  'companies.reception_places': 'o.reception_place_id',
  'fleet.vehicles': 'coalesce(o.vehicle_id, 0)',
  'users.accounts': 'o.driver_id'
}

/** Makes the texts anew of all orders whose names have changed. */
export async function refreshSearchTexts(db: Knex): Promise<void> {
  while (await db.transaction(refreshSome)) {}
}

/** @returns false where nothing is left to do */
async function refreshSome(trx: Database): Promise<boolean> {
  const renamed = await queryOne<{ source: string; id: number; doneTo: number }>(
    trx,
    sql`select source, id, done_to as "doneTo" from orders.renamed order by source, id limit 1 for update skip locked`
  )
  if (!renamed) return false
  const { source, id, doneTo } = renamed
  const orders = await query<{ id: number }>(
    trx,
    sql`select id from (select o.id from orders.orders o where ${raw(keys[source] ?? 'null')} = ${id} offset 0) named
      where id > ${doneTo} order by id limit ${batch}`
  )
  const ids = orders.map(order => order.id)
  await query(trx, sql`select orders.refresh_search(${ids}::int[])`)
  const note = sql`source = ${source} and id = ${id}`
  const isDone = ids.length < batch
  await query(
    trx,
    isDone
      ? sql`delete from orders.renamed where ${note}`
      : sql`update orders.renamed set done_to = ${ids.at(-1)} where ${note}`
  )
  return true
}
