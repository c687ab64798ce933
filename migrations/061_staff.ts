import type { Knex } from 'knex'

/**
 * The lists of staff stand on views, so that none of them can forget to ask who is still somebody: administrators, and people
 * who have signed up as staff and wait to be let in.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view users.administrators as
      select id, version, first_name, last_name, phone, email, deactivated_at, password_hash is null as has_no_password
      from users.accounts where role = 1 and confirmed_at is not null and erased_at is null;
    create view users.not_confirmed as
      select id, version, first_name, last_name, phone, email, created_at
      from users.accounts
      where confirmed_at is null and company_id is null and erased_at is null and deactivated_at is null;
    create index accounts_not_confirmed on users.accounts (created_at)
      where confirmed_at is null and company_id is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index users.accounts_not_confirmed;
    drop view users.not_confirmed;
    drop view users.administrators;
  `)
}
