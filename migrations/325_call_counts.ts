import type { Knex } from 'knex'

/**
 * How often limited calls were made, in all processes together (src/kernel/access/call-counts.ts). It is not logged: after a crash of the database
 * counting begins anew, which no promise is broken by, and each count costs a tenth.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table kernel.call_counts (
      key text not null,
      taken integer not null,
      granted integer not null,
      until timestamptz not null,
      constraint call_counts_pk primary key (key)
    ) with (fillfactor = 50);
    comment on table kernel.call_counts is 'Calls with a limit, in all processes together.';
    comment on column kernel.call_counts.key is 'Keyed hash of the call and of who makes it.';
    comment on column kernel.call_counts.taken is 'How many calls processes have taken for themselves since the window began.';
    comment on column kernel.call_counts.granted is 'How many of them the last asking was given.';
    comment on column kernel.call_counts.until is 'The end of the window, by the clock of the database.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table kernel.call_counts')
}
