/** What an undo gives back, kept by the commands that change it: one row an order, of its last such command. */
import type { Knex } from 'knex'
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
  const [kept] = await UndoData.query(trx).delete().where({ orderId, code }).returning('columns')
  return kept?.columns
}
