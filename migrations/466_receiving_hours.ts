/** When a place lets drivers in: from when until when, on which days of the week, and which orders are planned for other times. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table companies.reception_places
      add column receiving_from text,
      add column receiving_to text,
      add column receiving_days smallint[] not null default '{}',
      add constraint places_receiving_hours check (
        (receiving_from is null) = (receiving_to is null)
        and receiving_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and receiving_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
        and receiving_from < receiving_to collate "C"),
      add constraint places_receiving_days check (receiving_days <@ '{1,2,3,4,5,6,7}'::smallint[]);
    comment on column companies.reception_places.receiving_from is 'Since when drivers are let in, by the clock of the business: HH:MM; null: not known.';
    comment on column companies.reception_places.receiving_to is 'Until when drivers are let in: HH:MM.';
    comment on column companies.reception_places.receiving_days is 'On which days of the week, 1 for Monday; none: not known.';

    create table orders.outside_hours (
      order_id integer not null,
      constraint outside_hours_pk primary key (order_id),
      constraint outside_hours_order foreign key (order_id) references orders.orders (id) on delete cascade
    );
    comment on table orders.outside_hours is
      'Orders of the coming days whose driver is expected when their place lets nobody in; derived from plan and reports, for lists.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table orders.outside_hours')
  await knex.raw(`alter table companies.reception_places
    drop column receiving_from, drop column receiving_to, drop column receiving_days`)
}
