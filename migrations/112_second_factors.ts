import type { Knex } from 'knex'

/**
 * Recovery codes of 120 bits in place of 50; the old ones keep working, and their owners are told. A session whose identity provider has
 * asked for a second factor needs none of ours; a sign-in whose provider has not waits for the account's own code.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users.recovery_codes add column bits smallint not null default 50;
    comment on column users.recovery_codes.bits is 'of chance; codes from before 112 have 50';
    alter table users.sessions add column has_second_factor boolean not null default false;
    comment on column users.sessions.has_second_factor is 'the identity provider has asked for a second factor';
    create table users.external_codes (
      ticket_hash text primary key,
      binder_hash text not null,
      policy text not null constraint external_codes_policy check (policy in ('office', 'portal')),
      account_id integer not null constraint external_codes_account references users.accounts on delete cascade,
      expires_at timestamptz not null
    );
    create index external_codes_age on users.external_codes (expires_at);
    create index external_codes_account_id on users.external_codes (account_id);
    comment on table users.external_codes is 'sign-ins by an identity provider that wait for the code of the account''s second factor';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table users.external_codes;
    alter table users.sessions drop column has_second_factor;
    alter table users.recovery_codes drop column bits;
  `)
}
