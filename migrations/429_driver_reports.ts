/** Which clients have still to be told how a collection ended, and what they were told last. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table driver.reports (
      order_id integer not null,
      due_at timestamptz,
      told text,
      letters smallint not null default 0,
      constraint reports_pk primary key (order_id),
      constraint reports_order foreign key (order_id) references orders.orders (id) on delete cascade,
      constraint reports_letters check (letters between 0 and 2),
      constraint reports_told check ((told is null) = (letters = 0))
    );
    create index reports_due_at on driver.reports (due_at, order_id) where due_at is not null;
    comment on table driver.reports is 'How a collection ended, as its client is told: once, and once more where the driver corrects it.';
    comment on column driver.reports.due_at is 'When it is looked at again; null: nothing new was told by the driver.';
    comment on column driver.reports.told is 'SHA-256 of what the client was told last.';
    comment on column driver.reports.letters is 'How often the client was told.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table driver.reports')
}
