import type { Knex } from 'knex'

/**
 * Clients' users: a department of the own company only. Lists and commands stand on a view of the clients' accounts that are still
 * somebody's, so that none of them can forget to ask.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view companies.users as
      select id, version, email, first_name, last_name, phone, role, company_id, department_id, confirmed_at, deactivated_at,
        password_hash is null as has_no_password, created_at
      from users.accounts where erased_at is null and company_id is not null;
    create view companies.joined_users as
      select * from companies.users where confirmed_at is null
        or (confirmed_at > now() - interval '30 days' and confirmed_at > created_at + interval '1 minute');
    comment on view companies.joined_users is
      'who came uninvited: waits, or was let in within 30 days. Who is invited is confirmed from the beginning';
    create index accounts_to_verify on users.accounts (company_id, id)
      where confirmed_at is null and company_id is not null and erased_at is null;
    create index accounts_confirmed on users.accounts (confirmed_at) where company_id is not null;

    alter table companies.departments add constraint departments_of_company unique (company_id, id);
    alter table users.accounts
      drop constraint accounts_department,
      add constraint accounts_department foreign key (company_id, department_id)
        references companies.departments (company_id, id);
    update kernel.changes set code = 'users.editUser' where code = 'users.editProfile';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update kernel.changes set code = 'users.editProfile' where code = 'users.editUser';
    alter table users.accounts
      drop constraint accounts_department,
      add constraint accounts_department foreign key (department_id) references companies.departments;
    alter table companies.departments drop constraint departments_of_company;
    drop index users.accounts_confirmed;
    drop index users.accounts_to_verify;
    drop view companies.joined_users;
    drop view companies.users;
  `)
}
