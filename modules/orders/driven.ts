/** Orders and who drives to them, for the module that takes what drivers tell. */

import type { CodeOf } from '../../src/contract/vocabulary.ts'
import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { driverOf } from './planning/notified.ts'
import type { StopState } from './schema.ts'

export interface DrivenOrder {
  readonly id: number
  /** A code of `OrderStatus`. */
  readonly status: number
  /** The account of who drives there; null: nobody. */
  readonly driverId: number | null
}

/** Whether the account is that of who drives to the order now. */
export const isDrivenBy = async (database: Database, orderId: number, accountId: number): Promise<boolean> =>
  (await queryOne(
    database,
    sql`select o.id from orders.orders o where o.id = ${orderId} and ${driverOf('o')} = ${accountId}`
  )) !== undefined

/**
 * Those of the orders that there are, locked so that nobody plans, finishes or cancels them, or reports of them, until the end of the
 * transaction. Who drives is read in a second statement, because one that waits for the lock would show what was before.
 */
export async function lockDrivenOrders(trx: Database, ids: readonly number[]): Promise<DrivenOrder[]> {
  const wanted = [...ids]
  await query(
    trx,
    sql`select o.id from orders.orders o where o.id = any(${wanted}::int[]) order by o.id for no key update`
  )
  return query<DrivenOrder>(
    trx,
    sql`select o.id, o.status, ${driverOf('o')} as "driverId" from orders.orders o where o.id = any(${wanted}::int[]) order by o.id`
  )
}

/** Keeps what became of stops, for lists; null: nothing was reported. The orders are locked (`lockDrivenOrders`). */
export async function keepStopStates(
  trx: Database,
  states: ReadonlyMap<number, CodeOf<typeof StopState> | null>
): Promise<void> {
  if (states.size === 0) return
  const rows = [...states].map(([id, state]) => ({ id, state }))
  await query(
    trx,
    sql`with given as (select id, state from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id int, state smallint)),
        gone as (delete from orders.stop_states s using given where s.order_id = given.id and given.state is null)
      insert into orders.stop_states (order_id, state) select id, state from given where state is not null order by id
      on conflict (order_id) do update set state = excluded.state where stop_states.state <> excluded.state`
  )
}
