import type { Knex } from 'knex'

/**
 * Browsers that stay signed in because a client asked for it. Nobody did before, so no session has one; sessions begun by a remembered
 * browser prove less than a sign-in.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users.remembered (
      id uuid primary key,
      account_id integer not null constraint remembered_account references users.accounts on delete cascade,
      secret_hash text not null,
      next_hash text,
      address text,
      device text,
      created_at timestamptz not null,
      seen_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz
    );
    create index remembered_account_id on users.remembered (account_id);
    create index remembered_age on users.remembered (expires_at);
    comment on table users.remembered is 'browsers that stay signed in; the secrets are hashed';
    comment on column users.remembered.next_hash is 'of the secret that was sent last; it counts once it is used, so that a lost answer costs nothing';
    comment on column users.remembered.address is 'gone, like the device, when the person is erased';
    alter table users.sessions add column remembered_id uuid constraint sessions_remembered references users.remembered on delete set null;
    alter table users.sessions add column is_resumed boolean not null default false;
    create index sessions_remembered_id on users.sessions (remembered_id) where remembered_id is not null;
    comment on column users.sessions.is_resumed is 'begun by a remembered browser, without a password';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index users.sessions_remembered_id;
    alter table users.sessions drop column is_resumed, drop column remembered_id;
    drop table users.remembered;
  `)
}
