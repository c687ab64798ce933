import type { Knex } from 'knex'

/**
 * Indexes for the sorts of a million orders. Each ends in the lists' usual order, and is divided by status, as the lists are.
 *
 * What is known only of finished orders is indexed for these alone, so that it costs a new order nothing. Null is the smallest
 * value. Vehicle and operator are walked value by value (`src/kernel/lists/walk.ts`), with 0 for none.
 *
 * They are made beside writers, which takes them out of a transaction: one that was left invalid is made anew.
 */
const finished = 'where status in (3, 5)'
const indexes = {
  receiving_date: `(status, receiving_date nulls first, created_at desc, id desc) ${finished}`,
  finish: `(status, finished_at nulls first, created_at desc, id desc) ${finished}`,
  net_value: `(status, net_value, created_at desc, id desc) ${finished}`,
  reception_count: `(status, coalesce(quantity_taken, 0), quantity, created_at desc, id desc) ${finished}`,
  accounting_number: `(status, optima_number nulls first, created_at desc, id desc) ${finished}`,
  operator: '(coalesce(recycle_operator_id, 0), status, created_at desc, id desc) where status in (2, 3, 5)',
  invoice_number: '(status, invoice_number nulls first, created_at desc, id desc) where status = 5',
  accounting_status: '(status, optima_status, created_at desc, id desc) where status = 3',
  cancellation: '(status, canceled_at nulls first, created_at desc, id desc) where status = 4',
  reason: '(status, reason_for_cancellation nulls first, created_at desc, id desc) where status = 4',
  vehicle: '(coalesce(vehicle_id, 0), status, created_at desc, id desc)',
  quantity: '(status, quantity, created_at desc, id desc)'
}

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  for (const [name, definition] of Object.entries(indexes))
    await knex.raw(`create index concurrently orders_sort_${name} on orders.orders ${definition}`)
  await knex.raw('analyze orders.orders')
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(indexes))
    await knex.raw(`drop index concurrently if exists orders.orders_sort_${name}`)
}
