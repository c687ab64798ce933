import type { Knex } from 'knex'

/**
 * What batteries had, a value a day, and what follows from it: when each will be critical. A worker writes both, once a day, so the
 * ingest has nothing to do with it. The list sorts by the index below; what the sensor moves is not in it but for the battery's status,
 * which changes rarely, so that updates by readings stay in place.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table iot.battery_days (
      container_id integer not null,
      day date not null,
      volts numeric(5, 3) not null,
      constraint battery_days_pk primary key (container_id, day)
    );
    comment on table iot.battery_days is 'The median of a container''s battery on a business day. Derived from the readings.';

    alter table iot.containers
      add column battery_trend smallint not null default 0
        constraint containers_battery_trend check (battery_trend between 0 and 3),
      add column battery_slope double precision,
      add column battery_critical_at timestamptz,
      add column battery_forecast_day date;
    comment on column iot.containers.battery_slope is 'Volts a day; null where it cannot be said.';
    comment on column iot.containers.battery_critical_at is 'When the battery will be critical; null where that cannot be said.';
    comment on column iot.containers.battery_forecast_day is 'The last whole day that the forecast has considered.';
    create index containers_battery_critical on iot.containers
      ((case when battery_status = 3 then '-infinity' else coalesce(battery_critical_at, 'infinity') end) nulls first, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index iot.containers_battery_critical;
    alter table iot.containers drop column battery_trend, drop column battery_slope, drop column battery_critical_at,
      drop column battery_forecast_day;
    drop table iot.battery_days;
  `)
}
