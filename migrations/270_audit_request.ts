import type { Knex } from 'knex'

/**
 * By which call a command came, so that an entry of the audit leads to the lines of the log. It is part of what the chain seals
 * (modules/audit/chain.ts); entries of before have none, and the text that they were sealed with.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local lock_timeout = '900ms';
    alter table audit.entries add column request_id text;
    comment on column audit.entries.request_id is 'the id of the call, as log and answer have it';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    set local lock_timeout = '900ms';
    alter table audit.entries drop column request_id;
  `)
}
