/** Messages to addresses of places whose contacts have no account. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table notifications.messages alter column account_id drop not null')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('delete from notifications.messages where account_id is null')
  await knex.raw('alter table notifications.messages alter column account_id set not null')
}
