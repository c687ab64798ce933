/**
 * API keys. Each acts by an account of its own, which nobody can sign in to, so that history, audit and limits know it like a person's; what
 * such an account may do stands in `users.programs`, because rules about people count accounts by their role. Of a key only the hash is kept.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users.programs (
      account_id integer not null,
      role smallint not null,
      company_id integer,
      constraint programs_pk primary key (account_id),
      constraint programs_account foreign key (account_id) references users.accounts (id) on delete cascade,
      constraint programs_company foreign key (company_id) references companies.companies (id) on delete cascade
    );
    create index programs_company_id on users.programs (company_id) where company_id is not null;
    create trigger announce_update after update on users.programs referencing old table as before
      for each statement execute function users.announce_sessions();
    comment on table users.programs is 'Accounts by which programs call: what they act as. No command changes it.';

    create view users.callers as
      select a.id, a.first_name, a.last_name, a.phone, coalesce(p.role, a.role) as role,
        coalesce(p.company_id, a.company_id) as company_id, a.department_id, a.language, a.confirmed_at, a.deactivated_at,
        p.account_id is not null as is_program
      from users.accounts a left join users.programs p on p.account_id = a.id;

    create table integrations.api_keys (
      id integer generated always as identity,
      version integer not null default 1,
      name text not null,
      hash bytea not null,
      hint text not null,
      scopes text[] not null,
      company_id integer,
      account_id integer not null,
      session_id uuid not null,
      networks cidr[],
      calls_per_minute integer not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz,
      constraint api_keys_pk primary key (id),
      constraint api_keys_company foreign key (company_id) references companies.companies (id) on delete cascade,
      constraint api_keys_account foreign key (account_id) references users.accounts (id)
    );
    create unique index api_keys_hash on integrations.api_keys (hash);
    create index api_keys_company_id on integrations.api_keys (company_id) where company_id is not null;
    create index api_keys_account_id on integrations.api_keys (account_id);
    create trigger version before update of name, scopes, networks, calls_per_minute, expires_at, revoked_at
      on integrations.api_keys for each row execute function kernel.bump_version();
    comment on column integrations.api_keys.hint is 'The last characters of the key, by which people tell keys apart.';
    comment on column integrations.api_keys.last_used_at is 'To the minute.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table integrations.api_keys;
    drop view users.callers;
    drop table users.programs;
  `)
}
