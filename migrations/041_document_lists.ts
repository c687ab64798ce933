/** Documents are found by number and description, and sorted by number, status, type and quantity. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index documents_number_words on warehouse.documents using gin (number gin_trgm_ops);
    create index documents_description_words on warehouse.documents using gin (description gin_trgm_ops);
    create index documents_by_number on warehouse.documents
      (split_part(number, '/', 1), (split_part(number, '/', 2)::int), (split_part(number, '/', 3)::int), id);
    create index documents_by_status on warehouse.documents (document_status, id);
    create index documents_by_type on warehouse.documents (document_type, id);
    -- as lists sort: what is missing comes first
    create index documents_by_quantity on warehouse.documents (containers_number nulls first, id);
    create index stock_levels_by_amount on warehouse.stock_levels (containers_amount, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index warehouse.documents_number_words;
    drop index warehouse.documents_description_words;
    drop index warehouse.documents_by_number;
    drop index warehouse.documents_by_status;
    drop index warehouse.documents_by_type;
    drop index warehouse.documents_by_quantity;
    drop index warehouse.stock_levels_by_amount;
  `)
}
