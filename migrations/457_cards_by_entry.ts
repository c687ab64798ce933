import type { Knex } from 'knex'

/** The list of cards sorted by their entries in the record. The indexes are made beside writers, and anew where one was left invalid. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  await knex.raw(
    'create index concurrently cards_by_entry on waste.cards (entry_state nulls first, modified_at desc, id desc)'
  )
  await knex.raw(
    'create index concurrently cards_by_entered on waste.cards (entered_at nulls first, modified_at desc, id desc)'
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists waste.cards_by_entry')
  await knex.raw('drop index concurrently if exists waste.cards_by_entered')
}
