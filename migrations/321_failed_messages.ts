import type { Knex } from 'knex'

/** Failed messages are few among all. The index is made beside writers, and anew where one was left invalid. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  await knex.raw(
    'create index concurrently messages_failed on notifications.messages (sent_date desc, id desc) where status = 3'
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists notifications.messages_failed')
}
