import type { Knex } from 'knex'

/** Who drives a vehicle on one day in place of its driver. Nobody did so before: routes keep the drivers of their vehicles. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.routes add column driver_id integer constraint routes_driver references users.accounts;
    comment on column orders.routes.driver_id is 'the account of who drives the vehicle on this day in place of its driver; null: its driver';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table orders.routes drop column driver_id')
}
