import type { Knex } from 'knex'

/**
 * Completed orders by their warehouse document, the latest first. The index of the other direction has rows without a document in
 * reverse order: where few rows have one, all rows without one were read and sorted for a page.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index reconciliations_by_document_down
      on validators.reconciliations (state, document_id desc nulls last, finished_at desc, id desc)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index validators.reconciliations_by_document_down')
}
