import type { Knex } from 'knex'

/** An internal store may be closed: it stays in documents and history, and is no longer offered, drawn, or filled. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table warehouse.internal_stores add column closed_at timestamptz;
    comment on column warehouse.internal_stores.closed_at is 'null: it is open';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table warehouse.internal_stores drop column closed_at')
}
