import type { Knex } from 'knex'

/**
 * A document may name the order that it was written for. The order's number never changes, and stands beside its id, because the
 * warehouse knows nothing else of orders.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table warehouse.documents
      add column order_id integer constraint documents_order references orders.orders,
      add column order_number text,
      add constraint documents_order_named check ((order_id is null) = (order_number is null));
    create index documents_of_order on warehouse.documents (order_id) where order_id is not null;
    create index documents_order_words on warehouse.documents using gin (order_number gin_trgm_ops);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table warehouse.documents drop column order_id, drop column order_number;
  `)
}
