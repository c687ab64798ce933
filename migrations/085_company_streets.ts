import type { Knex } from 'knex'

/** Companies are found by their street, too. Made beside writers, which takes the step out of a transaction. */
export const config = { transaction: false }

const name = 'companies_street_words'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index concurrently if not exists ${name} on companies.companies using gin (kernel.fold(street) gin_trgm_ops)`
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index concurrently if exists companies.${name}`)
}
