/**
 * Readings are kept in a partition a month (of UTC), so that what is no longer kept goes as a whole. `add_readings_month` makes
 * one; a worker calls it ahead of time (modules/iot/reading-months.ts). A reading of any other month goes into `readings_other`, and moves
 * when its month is made: none is ever without a place. What stands is copied, in one transaction.
 */
import type { Knex } from 'knex'

const columns = `container_id integer not null,
      ts timestamptz not null,
      received_at timestamptz not null,
      latitude double precision,
      longitude double precision,
      battery numeric(5, 3),
      accuracy smallint,
      constraint readings_pk primary key (container_id, ts)`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = 0;
    alter table iot.readings rename to readings_before;
    alter table iot.readings_before rename constraint readings_pk to readings_before_pk;
    create table iot.readings (
      ${columns}
    ) partition by range (ts);
    comment on table iot.readings is
      'Each reading once, by the sensor''s own clock, in a partition a month. No position: a sign of life.';
    comment on column iot.readings.accuracy is
      'Metres by which the position may be wrong, as the sensor says (the radius that holds two of three).';
    create table iot.readings_other partition of iot.readings default;
    comment on table iot.readings_other is 'Readings of months that have no partition.';

    create function iot.add_readings_month(month date) returns boolean language plpgsql as $$
    declare
      partition text := 'readings_' || to_char(month, 'YYYY_MM');
      begins timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
      ends timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
    begin
      perform pg_advisory_xact_lock(20304, 3);
      if to_regclass('iot.' || partition) is not null then
        return false;
      end if;
      execute format('create table iot.%I (like iot.readings including defaults)', partition);
      lock table iot.readings_other in access exclusive mode;
      execute format('with moved as (delete from iot.readings_other where ts >= %L and ts < %L returning *)
        insert into iot.%I select * from moved', begins, ends, partition);
      execute format('alter table iot.readings attach partition iot.%I for values from (%L) to (%L)', partition, begins, ends);
      return true;
    end $$;
    comment on function iot.add_readings_month is 'Makes the partition of a month; whether there was none. What waited for it moves there.';

    select iot.add_readings_month(month::date) from (
      select generate_series(date_trunc('month', least(min(ts), now()) at time zone 'UTC'),
        date_trunc('month', now() at time zone 'UTC') + interval '3 months', interval '1 month') as month
      from iot.readings_before) months;
    insert into iot.readings (container_id, ts, received_at, latitude, longitude, battery, accuracy)
      select container_id, ts, received_at, latitude, longitude, battery, accuracy from iot.readings_before;
    drop table iot.readings_before;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = 0;
    alter table iot.readings rename to readings_by_month;
    alter table iot.readings_by_month rename constraint readings_pk to readings_by_month_pk;
    create table iot.readings (
      ${columns}
    );
    comment on table iot.readings is 'Each reading once, by the sensor''s own clock. No position: a sign of life.';
    insert into iot.readings (container_id, ts, received_at, latitude, longitude, battery, accuracy)
      select container_id, ts, received_at, latitude, longitude, battery, accuracy from iot.readings_by_month;
    drop table iot.readings_by_month;
    drop function iot.add_readings_month;
  `)
}
