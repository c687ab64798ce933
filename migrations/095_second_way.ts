import type { Knex } from 'knex'

/** Whether staff made sure in a second way, beside the e-mail, that whoever registered a company belongs to it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table companies.companies add column second_way boolean;
    comment on column companies.companies.second_way is
      'staff have said at its verification that its contact was confirmed in a second way; null where nobody was asked'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update companies.companies set register_check = 1 where register_check in (4, 5);
    alter table companies.companies drop column second_way`)
}
