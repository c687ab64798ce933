/** Companies are found by tax number, short name and town, and sorted by address. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index companies_tax_number_words on companies.companies using gin (tax_number gin_trgm_ops);
    create index companies_short_name_words on companies.companies using gin (short_name gin_trgm_ops);
    create index companies_city_words on companies.companies using gin (city gin_trgm_ops);
    -- as lists sort: what is missing comes first
    create index companies_address on companies.companies (city nulls first, street nulls first, id);
    create index companies_tax_number on companies.companies (tax_number nulls first, id);
    create index companies_reason on companies.companies (deactivation_reason nulls first, id) where verified and not active;
    create index companies_created_at on companies.companies (created_at, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index companies.companies_tax_number_words;
    drop index companies.companies_short_name_words;
    drop index companies.companies_city_words;
    drop index companies.companies_address;
    drop index companies.companies_tax_number;
    drop index companies.companies_reason;
    drop index companies.companies_created_at;
  `)
}
