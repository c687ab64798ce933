/** When the driver arrives, for clients: which of them get messages about it, links of the page that needs no login, and what was sent. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table companies.companies add column arrival_messages boolean not null default false;
    comment on column companies.companies.arrival_messages is 'Whether its people get messages about the arrival of the driver.';

    create table driver.tracking_links (
      code_hash bytea not null,
      order_id integer not null,
      created_at timestamptz not null,
      constraint tracking_links_pk primary key (code_hash),
      constraint tracking_links_order foreign key (order_id) references orders.orders (id) on delete cascade
    );
    create index tracking_links_order_id on driver.tracking_links (order_id);
    comment on table driver.tracking_links is 'Links of the page of an order that needs no login; another TOKEN_SECRET makes another one.';
    comment on column driver.tracking_links.code_hash is 'SHA-256 of the code.';

    create table driver.arrival_notices (
      order_id integer not null,
      day date not null,
      told_at timestamptz,
      evening_at timestamptz,
      corrected_at timestamptz,
      next_at timestamptz,
      constraint arrival_notices_pk primary key (order_id, day),
      constraint arrival_notices_order foreign key (order_id) references orders.orders (id) on delete cascade
    );
    comment on table driver.arrival_notices is 'What a client was told of the arrival on a day: each message once.';
    comment on column driver.arrival_notices.told_at is 'The arrival that the client was told last; null: without a time.';
    comment on column driver.arrival_notices.evening_at is 'When the message of the evening before was queued.';
    comment on column driver.arrival_notices.corrected_at is 'When another time was queued.';
    comment on column driver.arrival_notices.next_at is 'When the message that it is the next stop was queued.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table driver.arrival_notices;
    drop table driver.tracking_links;
    alter table companies.companies drop column arrival_messages;
  `)
}
