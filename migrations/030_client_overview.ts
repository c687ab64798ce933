import type { Knex } from 'knex'

/**
 * What a client's home page asks of finished orders: the last ones of a company, and what was finished in a year. It costs a new
 * order nothing. It is made beside writers, which takes it out of a transaction: one that was left invalid is made anew.
 */
const name = 'orders_by_company_finish'

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  await knex.raw(`create index concurrently ${name} on orders.orders (company_id, finished_at desc, id desc)
    where status in (3, 5)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index concurrently if exists orders.${name}`)
}
