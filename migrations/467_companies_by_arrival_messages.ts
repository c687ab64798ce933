import type { Knex } from 'knex'

/** The list of clients sorted by whether they are told of arrivals. The index is made beside writers, and anew where one was left invalid. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  await knex.raw('create index concurrently companies_arrival_messages on companies.companies (arrival_messages, id)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists companies.companies_arrival_messages')
}
