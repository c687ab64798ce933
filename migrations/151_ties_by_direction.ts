import type { Knex } from 'knex'

/**
 * Rows with the same value follow the direction of the sort, so that the index of the one direction, read backwards, gives the other.
 * The index of the reconciliations that was made for the other direction is no longer needed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index validators.reconciliations_by_document_down')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index reconciliations_by_document_down
      on validators.reconciliations (state, document_id desc nulls last, finished_at desc, id desc)`)
}
