/** The three lists of companies, each with an index of its own in its usual order: the shortest must not be looked for in the longest. */
import type { Knex } from 'knex'

const lists = {
  unverified: 'not verified',
  active: 'verified and active',
  inactive: 'verified and not active'
}

export async function up(knex: Knex): Promise<void> {
  for (const [name, condition] of Object.entries(lists))
    await knex.raw(`create index companies_${name} on companies.companies (name, id) where ${condition}`)
  // Who has waited longest is looked for among those who wait.
  await knex.raw('create index companies_waiting_since on companies.companies (created_at, id) where not verified')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index companies.companies_waiting_since')
  for (const name of Object.keys(lists)) await knex.raw(`drop index companies.companies_${name}`)
}
