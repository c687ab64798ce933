import type { Knex } from 'knex'

/** What strangers call only so often a day from one network; rows go after a day (src/kernel/access/daily-limit.ts). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table kernel.stranger_calls (
      what text not null,
      network text not null,
      at timestamptz not null
    );
    comment on column kernel.stranger_calls.network is 'keyed hash of a network';
    create index stranger_calls_network on kernel.stranger_calls (what, network, at);
    create index stranger_calls_at on kernel.stranger_calls (what, at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table kernel.stranger_calls')
}
