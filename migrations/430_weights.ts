/**
 * Weighing: scales and what they report, weigh tickets and how each load is shared among its orders; and the tare of vehicles. Masses are
 * whole kilograms, as scales show them. A ticket is never deleted: it is withdrawn, with a reason.
 */
import type { Knex } from 'knex'

const view = (more: string): string => `
  create or replace view fleet.present_vehicles as
    select id, version, brand, model, register_number, driver_id, payload${more} from fleet.vehicles where removed_at is null;`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table fleet.vehicles add column tare integer, add column tare_until date,
      add constraint vehicles_tare check (tare > 0);
    comment on column fleet.vehicles.tare is 'Kilograms of the empty vehicle, as it was weighed.';
    comment on column fleet.vehicles.tare_until is 'The last day on which the tare counts; null: until further notice.';
    ${view(', tare, tare_until')}

    create schema weights;

    create function weights.next_number(year integer) returns text language plpgsql as $$
    declare
      name text := format('weights.numbers_%s', year);
    begin
      if to_regclass(name) is null then
        perform pg_advisory_xact_lock(hashtext(name));
        execute format('create sequence if not exists %s', name);
      end if;
      return format('KW/%s/%s', year, nextval(name::regclass));
    end $$;
    comment on function weights.next_number is 'A sequence a year: unique, gaps allowed.';

    create table weights.scales (
      id integer generated always as identity,
      version integer not null default 1,
      name text not null,
      internal_store_id integer not null,
      created_at timestamptz not null,
      removed_at timestamptz,
      constraint scales_pk primary key (id),
      constraint scales_store foreign key (internal_store_id) references warehouse.internal_stores (id)
    );
    create unique index scales_name on weights.scales (lower(name)) where removed_at is null;
    create index scales_store_id on weights.scales (internal_store_id);
    create trigger version before update on weights.scales for each row execute function kernel.bump_version();

    create table weights.readings (
      id integer generated always as identity,
      version integer not null default 1,
      scale_id integer not null,
      key uuid not null,
      weight integer not null,
      at timestamptz not null,
      received_at timestamptz not null,
      raw text not null,
      constraint readings_pk primary key (id),
      constraint readings_scale foreign key (scale_id) references weights.scales (id),
      constraint readings_once unique (scale_id, key),
      constraint readings_weight check (weight >= 0)
    );
    create index readings_at on weights.readings (at, id);
    create index readings_of_scale on weights.readings (scale_id, at, id);
    comment on column weights.readings.key is 'The name that the agent gave the reading: what it sends again is stored once.';
    comment on column weights.readings.raw is 'What the scale sent, as it came.';

    create table weights.tickets (
      id integer generated always as identity,
      version integer not null default 1,
      number text not null,
      internal_store_id integer not null,
      vehicle_id integer not null,
      at timestamptz not null,
      gross integer not null,
      tare integer not null,
      gross_reading_id integer,
      tare_reading_id integer,
      tare_origin smallint not null,
      note text,
      rest_reason text,
      account_id integer,
      created_at timestamptz not null,
      withdrawn_at timestamptz,
      withdraw_reason text,
      constraint tickets_pk primary key (id),
      constraint tickets_number unique (number),
      constraint tickets_store foreign key (internal_store_id) references warehouse.internal_stores (id),
      constraint tickets_vehicle foreign key (vehicle_id) references fleet.vehicles (id),
      constraint tickets_gross_reading foreign key (gross_reading_id) references weights.readings (id),
      constraint tickets_tare_reading foreign key (tare_reading_id) references weights.readings (id),
      constraint tickets_account foreign key (account_id) references users.accounts (id),
      constraint tickets_masses check (tare >= 0 and gross > tare)
    );
    create index tickets_number_words on weights.tickets using gin (kernel.fold(number) gin_trgm_ops);
    create index tickets_at on weights.tickets (at, id);
    create index tickets_vehicle_id on weights.tickets (vehicle_id, at, id);
    create index tickets_store_id on weights.tickets (internal_store_id, at, id);
    create index tickets_account_id on weights.tickets (account_id) where account_id is not null;
    create index tickets_gross_reading_id on weights.tickets (gross_reading_id) where gross_reading_id is not null;
    create index tickets_tare_reading_id on weights.tickets (tare_reading_id) where tare_reading_id is not null;
    create trigger version before update on weights.tickets for each row execute function kernel.bump_version();
    comment on column weights.tickets.note is 'Why a mass was typed that is not the reading''s.';
    comment on column weights.tickets.rest_reason is 'Why a part of the load belongs to no order of the ticket.';

    create table weights.loads (
      ticket_id integer not null,
      order_id integer not null,
      mass integer not null,
      constraint loads_pk primary key (ticket_id, order_id),
      constraint loads_ticket foreign key (ticket_id) references weights.tickets (id) on delete cascade,
      constraint loads_order foreign key (order_id) references orders.orders (id),
      constraint loads_mass check (mass > 0)
    );
    create index loads_order_id on weights.loads (order_id);
    comment on table weights.loads is 'The part of a ticket''s load, in kilograms, that was collected for an order.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop schema weights cascade;
    drop view fleet.present_vehicles;
    ${view('')}
    alter table fleet.vehicles drop column tare, drop column tare_until;
  `)
}
