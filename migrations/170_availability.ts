/**
 * What a vehicle may carry, as its papers say, and when it is out of service; when drivers are absent. Of an absence only the days are kept:
 * its reason may be about a person's health. Without a payload a vehicle counts as carrying the largest of its items, as before.
 */
import type { Knex } from 'knex'

const view = (more: string): string => `
  create or replace view fleet.present_vehicles as
    select id, version, brand, model, register_number, driver_id${more} from fleet.vehicles where removed_at is null;`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table fleet.vehicles add column payload numeric(5, 2),
      add constraint vehicles_payload check (payload > 0);
    comment on column fleet.vehicles.payload is 'Tonnes that it may carry; null: as much as the largest of its items.';
    ${view(', payload')}

    create table fleet.out_of_service (
      vehicle_id integer not null,
      from_day date not null,
      to_day date not null,
      constraint out_of_service_pk primary key (vehicle_id, from_day, to_day),
      constraint out_of_service_vehicle foreign key (vehicle_id) references fleet.vehicles (id) on delete cascade,
      constraint out_of_service_days check (from_day <= to_day)
    );
    comment on table fleet.out_of_service is 'Days on which a vehicle cannot be used, both included.';

    create table fleet.absences (
      driver_id integer not null,
      from_day date not null,
      to_day date not null,
      constraint absences_pk primary key (driver_id, from_day, to_day),
      constraint absences_driver foreign key (driver_id) references users.accounts (id) on delete cascade,
      constraint absences_days check (from_day <= to_day)
    );
    comment on table fleet.absences is 'Days on which a driver is absent, both included. They have no reason.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table fleet.absences;
    drop table fleet.out_of_service;
    drop view fleet.present_vehicles;
    ${view('')}
    alter table fleet.vehicles drop column payload;
  `)
}
