import type { Knex } from 'knex'

/** Sign-in by an identity provider: which of its identities is which account, and sign-ins that have begun. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users.identities (
      issuer text not null,
      subject text not null,
      account_id integer not null constraint identities_account references users.accounts on delete cascade,
      created_at timestamptz not null,
      constraint identities_pk primary key (issuer, subject)
    );
    create index identities_account_id on users.identities (account_id);

    create table users.external_sign_ins (
      state_hash text primary key,
      binder_hash text not null,
      policy text not null constraint external_sign_ins_policy check (policy in ('office', 'portal')),
      nonce text not null,
      verifier text not null,
      expires_at timestamptz not null
    );
    create index external_sign_ins_age on users.external_sign_ins (expires_at);
    comment on column users.external_sign_ins.binder_hash is 'of a secret that only the browser has that began: nobody else can finish';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table users.external_sign_ins; drop table users.identities')
}
