/** Columns under the names that the code uses. A rename changes no data and takes a moment, whatever the table's size. */
import type { Knex } from 'knex'

const renames = [
  ['kernel.changes', 'noun', 'resource_type'],
  ['notifications.subjects', 'noun', 'resource_type'],
  ['orders.orders', 'price_said', 'price_overridden'],
  ['orders.accounting_events', 'said', 'signed_text']
] as const

export async function up(knex: Knex): Promise<void> {
  for (const [table, from, to] of renames) await knex.raw(`alter table ${table} rename column ${from} to ${to}`)
}

export async function down(knex: Knex): Promise<void> {
  for (const [table, from, to] of renames) await knex.raw(`alter table ${table} rename column ${to} to ${from}`)
}
