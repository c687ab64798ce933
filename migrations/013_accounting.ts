import type { Knex } from 'knex'

/**
 * What the accounting system reported, each event once. An order is also found by its accounting number, which several
 * orders may share: one document for all of them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table orders.accounting_events (
      id text constraint accounting_events_pkey primary key,
      said text not null,
      received_at timestamptz not null
    );
    comment on column orders.accounting_events.said is 'What was signed, without the time: another text under the same id is refused.';
    create index orders_by_optima_number on orders.orders (optima_number) where optima_number is not null;
    alter table orders.orders add constraint orders_optima_status check (optima_status between 0 and 3);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.orders drop constraint orders_optima_status;
    drop index orders.orders_by_optima_number;
    drop table orders.accounting_events;
  `)
}
