import type { Knex } from 'knex'

/**
 * What a message says of each row that it is about, in a text of the module that the row is of: a delivered message is compared
 * by it with the row as it is then. Null for messages of before, and where nothing is compared.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table notifications.subjects add column snapshot text')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table notifications.subjects drop column snapshot')
}
