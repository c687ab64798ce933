import type { Knex } from 'knex'

/**
 * The index of finished orders has their tonnes beside the day: the dashboard sums twelve weeks of them, tens of thousands of orders,
 * without reading one. It takes the place of the index by day alone. Made beside writers, which takes the step out of a transaction.
 */
export const config = { transaction: false }

async function make(knex: Knex, beside: string): Promise<void> {
  await knex.raw('drop index concurrently if exists orders.orders_by_finish_new')
  await knex.raw(
    `create index concurrently orders_by_finish_new on orders.orders (finished_at) ${beside} where finished_at is not null`
  )
  await knex.raw('drop index concurrently if exists orders.orders_by_finish')
  await knex.raw('alter index orders.orders_by_finish_new rename to orders_by_finish')
}

export const up = (knex: Knex): Promise<void> => make(knex, 'include (tonnage)')

export const down = (knex: Knex): Promise<void> => make(knex, '')
