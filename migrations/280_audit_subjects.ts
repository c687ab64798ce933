import type { Knex } from 'knex'

/** Entries of the audit are looked up by the rows that they are about. It is made beside writers, and anew where one was left invalid. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  await knex.raw('create index concurrently entries_subjects on audit.entries using gin (subject_ids)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists audit.entries_subjects')
}
