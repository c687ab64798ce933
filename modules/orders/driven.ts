/** Orders and who drives to them, for the module that takes what drivers tell. */
import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { driverOf } from './planning/notified.ts'

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
 * Those of the orders that there are, locked so that nobody plans, finishes or cancels them until the end of the transaction. Who drives is
 * read in a second statement, because one that waits for the lock would show what was before.
 */
export async function lockDrivenOrders(trx: Database, ids: readonly number[]): Promise<DrivenOrder[]> {
  const wanted = [...ids]
  await query(trx, sql`select o.id from orders.orders o where o.id = any(${wanted}::int[]) order by o.id for share`)
  return query<DrivenOrder>(
    trx,
    sql`select o.id, o.status, ${driverOf('o')} as "driverId" from orders.orders o where o.id = any(${wanted}::int[]) order by o.id`
  )
}
