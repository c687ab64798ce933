/** The day and the part of it that an order's client wishes for, and whether it is urgent. Orders until now say nothing of it. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.orders
      add column wished_date date,
      add column wished_part smallint,
      add column urgent boolean not null default false,
      add constraint orders_wished_part check (wished_part in (1, 2));
    comment on column orders.orders.wished_part is 'Null: any part of the day.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table orders.orders drop column wished_date, drop column wished_part, drop column urgent')
}
