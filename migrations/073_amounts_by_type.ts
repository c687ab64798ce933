import type { Knex } from 'knex'

/**
 * Amounts are indexed by status and type of the order, and no longer by status alone: a container is worth more than a vehicle, and
 * there are more tonnes than vehicles, so that all of one type stand before all of another. A list of one type, sorted from its other
 * end, would be read past all the rest. The list of all types merges the three parts (`src/kernel/lists/walk.ts`).
 *
 * Each takes the place of an index, so that a new order costs what it did. They are made beside writers, which takes the step out of
 * a transaction; the old ones go when the new ones are there.
 */
export const config = { transaction: false }

const finished = 'where status in (3, 5)'
const amounts = {
  quantity: { by: 'quantity', rest: '' },
  net_value: { by: 'net_value', rest: finished },
  reception_count: { by: 'coalesce(quantity_taken, 0), quantity', rest: finished }
}

async function replace(knex: Knex, [from, to]: readonly [string, string], columns: string): Promise<void> {
  for (const [name, { by, rest }] of Object.entries(amounts)) {
    await knex.raw(`drop index concurrently if exists orders.${to}${name}`)
    await knex.raw(
      `create index concurrently ${to}${name} on orders.orders (${columns}, ${by}, created_at desc, id desc) ${rest}`
    )
    await knex.raw(`drop index concurrently if exists orders.${from}${name}`)
  }
  await knex.raw('analyze orders.orders')
}

const names = ['orders_sort_', 'orders_sort_type_'] as const

export const up = (knex: Knex): Promise<void> => replace(knex, names, 'status, order_type_id')

export const down = (knex: Knex): Promise<void> => replace(knex, [names[1], names[0]], 'status')
