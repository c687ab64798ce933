import type { Knex } from 'knex'

/**
 * A route's stops may be put in order by hand, and keep that order: what joins later is put where it adds the least way. The
 * version counts each change of its stops, so that of two who put one route in order the second is told what the first did.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.routes
      add column by_hand boolean not null default false,
      add column version integer not null default 1;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table orders.routes drop column by_hand, drop column version')
}
