import type { Knex } from 'knex'

/** When a person typed the invoice number of an order: until the end of that day it can be undone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.orders add column invoiced_by_hand_at timestamptz;
    comment on column orders.orders.invoiced_by_hand_at is
      'when a person typed the invoice number; null: the accounting system gave it, or there is none'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table orders.orders drop column invoiced_by_hand_at')
}
