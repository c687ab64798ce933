import type { Knex } from 'knex'

/**
 * Links are counted by the mailbox that they were sent to, so that strangers cannot fill one, whichever account has its address. Links from
 * before are not counted: a day later none of them would be.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users.links add column mailbox_hash text;
    create index links_mailbox on users.links (mailbox_hash, created_at);
    comment on column users.links.mailbox_hash is 'of the e-mail in small letters, as the database writes them';
    comment on column users.links.ended_at is 'used, or no longer to be used: the account''s password was set, or its e-mail changed';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users.links drop column mailbox_hash;
    comment on column users.links.ended_at is 'used, or replaced by a newer one';
  `)
}
