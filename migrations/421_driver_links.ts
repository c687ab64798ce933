/**
 * Messages with the link of the driver's app have a type of their own. The constraint on the types of messages, which may be many, is checked
 * beside writers, which takes the step out of a transaction.
 */
import type { Knex } from 'knex'

export const config = { transaction: false }

const types = (last: number) => [
  `alter table notifications.messages drop constraint if exists messages_type,
    add constraint messages_type check (type between 0 and ${last}) not valid`,
  'alter table notifications.messages validate constraint messages_type'
]

export async function up(knex: Knex): Promise<void> {
  for (const step of types(8)) await knex.raw(step)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('delete from notifications.messages where type = 8')
  for (const step of types(7)) await knex.raw(step)
}
