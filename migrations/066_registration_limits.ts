import type { Knex } from 'knex'

/**
 * What strangers registered is counted call by call: a call that made no account, because the e-mail has one, counts like any other,
 * so that a limit tells nobody which e-mails have accounts.
 *
 * An erased person is nobody whose account could be edited: commands read the accounts that are still somebody's.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table companies.stranger_registrations (
      company_id integer references companies.companies on delete cascade,
      at timestamptz not null
    );
    comment on column companies.stranger_registrations.company_id is 'The company that was joined; null for a new client.';
    create index stranger_registrations_at on companies.stranger_registrations (at);
    create index stranger_registrations_company on companies.stranger_registrations (company_id);

    create view users.present_accounts as select * from users.accounts where erased_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view users.present_accounts; drop table companies.stranger_registrations;')
}
