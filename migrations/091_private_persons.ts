import type { Knex } from 'knex'

/**
 * Whether a client is a company or a private person. Of those that exist, a private person is who was registered as one, and who has no
 * tax number in Poland, where every company needs one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table companies.companies add column client_type smallint not null default 0
      constraint companies_client_type check (client_type in (0, 1));
    comment on column companies.companies.client_type is '0 company, 1 private person';
    update companies.companies company set client_type = 1
      where tax_number is null and (country = 1 or exists (select from kernel.changes change
        where change.resource_type = 'companies.company' and change.subject_id = company.id
          and change.code = 'companies.registerPerson'));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table companies.companies drop column client_type')
}
