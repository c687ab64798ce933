import type { Knex } from 'knex'

/**
 * Rejected readings have a page, and those of a device that has become known are stored after all. What is kept of a reading is
 * what the sensor sent, in its own words, so that it can be read again; so the readings that stand are written that way.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table iot.rejected_readings
      alter column id type integer,
      add column version integer not null default 1,
      add column replayed_at timestamptz;
    comment on column iot.rejected_readings.replayed_at is 'When it was stored as a reading after all.';
    update iot.rejected_readings
      set payload = (select json_strip_nulls(json_build_object('ts', (p ->> 'ts')::float8, 'lat', (p ->> 'latitude')::float8,
        'lon', (p ->> 'longitude')::float8, 'battery', (p ->> 'battery')::float8))::text from (select payload::json as p) parsed)
      where reason in ('unknown_device', 'unstorable') and payload like '{"ts":%,"battery":%}';
    create trigger version before update of replayed_at on iot.rejected_readings
      for each row execute function kernel.bump_version();

    drop index iot.rejected_readings_age;
    drop index iot.rejected_readings_imei;
    create index rejected_readings_age on iot.rejected_readings (received_at, id);
    create index rejected_readings_reason on iot.rejected_readings (reason, received_at, id);
    create index rejected_readings_imei on iot.rejected_readings (imei, received_at, id);
    create index rejected_readings_waiting on iot.rejected_readings (imei, id)
      where replayed_at is null and reason = 'unknown_device';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index iot.rejected_readings_age, iot.rejected_readings_reason, iot.rejected_readings_imei,
      iot.rejected_readings_waiting;
    create index rejected_readings_age on iot.rejected_readings (received_at);
    create index rejected_readings_imei on iot.rejected_readings (imei, received_at);
    drop trigger version on iot.rejected_readings;
    alter table iot.rejected_readings drop column version, drop column replayed_at, alter column id type bigint;
  `)
}
