/** What registration knows of a company, and departments that somebody asked for from outside. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table companies.companies
      add column register_check smallint,
      add column register_request_id text,
      add column terms_accepted_at timestamptz;
    update companies.companies set register_check = 2 where tax_number_unchecked;
    alter table companies.companies drop column tax_number_unchecked;
    comment on column companies.companies.register_check is
      'what the public register said at registration: 1 the same, 2 it was not asked or does not know the number, 3 something else';
    comment on column companies.companies.register_request_id is 'the number of the register''s own answer';
    create index companies_register_check on companies.companies (register_check nulls first, id) where not verified;

    alter table companies.departments add column requested_at timestamptz;
    comment on column companies.departments.requested_at is
      'a stranger asked for it; strangers see it once somebody of it has been activated';
    create index accounts_waiting on users.accounts (company_id, created_at) where confirmed_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index users.accounts_waiting;
    alter table companies.departments drop column requested_at;
    drop index companies.companies_register_check;
    alter table companies.companies add column tax_number_unchecked boolean not null default false;
    update companies.companies set tax_number_unchecked = true where register_check = 2;
    alter table companies.companies drop column register_check, drop column register_request_id,
      drop column terms_accepted_at;
  `)
}
