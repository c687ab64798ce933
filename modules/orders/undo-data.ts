/** What an undo gives back, kept by the commands that change it: one row an order, of its last such command. */
import type { Knex } from 'knex'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { UndoData } from './models.ts'

/** Replaces what was kept for the orders. Call it with the columns as they are before the change. */
export async function keepForUndo(
  trx: Knex.Transaction,
  code: string,
  orders: readonly Pick<UndoData, 'orderId' | 'columns'>[]
): Promise<void> {
  const rows = orders.map(({ orderId, columns }) => ({ orderId, code, columns }))
  await UndoData.query(trx).insert(rows).onConflict('order_id').merge()
}

/** Takes what the command kept, which can be done once; undefined if it kept nothing. */
export async function takeForUndo(
  trx: Knex.Transaction,
  code: string,
  orderId: number
): Promise<UndoData['columns'] | undefined> {
  const kept = await queryOne<Pick<UndoData, 'columns'>>(
    trx,
    sql`delete from orders.undo where order_id = ${orderId} and code = ${code} returning columns`
  )
  return kept?.columns
}
