/** Links of the page of several orders of one place that one visit of the driver collects. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table driver.visit_links (
      code_hash bytea not null,
      order_id integer not null,
      created_at timestamptz not null,
      constraint visit_links_pk primary key (code_hash, order_id),
      constraint visit_links_order foreign key (order_id) references orders.orders (id) on delete cascade
    );
    create index visit_links_order_id on driver.visit_links (order_id);
    comment on table driver.visit_links is 'Links of the page of several orders that needs no login: a row for each order; that of one order is in tracking_links.';
    comment on column driver.visit_links.code_hash is 'SHA-256 of the code.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table driver.visit_links')
}
