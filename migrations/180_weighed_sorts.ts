/**
 * Sorts of completed and invoiced orders by what was weighed, by the KPO number, by what is owed (for an order by the tonne the weighed
 * tonnes × price) and by the driver, who are walked one by one. Built beside writers, which takes the step out of a transaction.
 */
import type { Knex } from 'knex'

export const config = { transaction: false }

const owed = '(case when order_type_id = 2 then round(net_price * tonnage, 2) else net_value end)'
const indexes = {
  weighed: '(status, tonnage nulls first, created_at desc, id desc)',
  kpo: '(status, kpo nulls first, created_at desc, id desc)',
  type_net_owed: `(status, order_type_id, ${owed} nulls first, created_at desc, id desc)`,
  driver: '(coalesce(driver_id, 0), status, created_at desc, id desc)'
}

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  for (const [name, definition] of Object.entries(indexes))
    await knex.raw(
      `create index concurrently orders_sort_${name} on orders.orders ${definition} where status in (3, 5)`
    )
  await knex.raw('analyze orders.orders')
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(indexes))
    await knex.raw(`drop index concurrently if exists orders.orders_sort_${name}`)
}
