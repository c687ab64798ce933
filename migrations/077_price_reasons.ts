/**
 * Why an order costs what it costs: the price steps as they were when its price was fixed, kept with it, because price lists
 * change afterwards. A row for each time it was priced, under the version that the order had then, so that what takes a change
 * back takes its reasons back, too; the newest one counts. Orders priced before this table have none, and their panel says so.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table orders.price_reasons (
      order_id integer not null constraint price_reasons_order references orders.orders on delete cascade,
      version integer not null,
      primary key (order_id, version),
      priced_at timestamptz not null,
      account_id integer constraint price_reasons_account references users.accounts,
      day date not null,
      net_price numeric(12, 2) not null,
      trace jsonb not null
    );
    comment on table orders.price_reasons is 'The price steps by which an order was priced, each time that it was.';
    comment on column orders.price_reasons.version is 'the order''s version with this price';
    comment on column orders.price_reasons.day is 'the day whose prices counted';
    comment on column orders.price_reasons.trace is 'what modules/pricing/rules.ts explains, as it was then';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table orders.price_reasons')
}
