/**
 * Warehouse documents by the number that people typed, else by their own, the ninth before the tenth. Built beside writers, which takes
 * the step out of a transaction.
 */
import type { Knex } from 'knex'

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  await knex.raw(`create index concurrently documents_by_description on warehouse.documents (
    (coalesce(description, split_part(number, '/', 1) || '/' || split_part(number, '/', 2))),
    (case when description is null then split_part(number, '/', 3)::int else 0 end), id)`)
  await knex.raw('analyze warehouse.documents')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists warehouse.documents_by_description')
}
