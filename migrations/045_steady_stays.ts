import type { Knex } from 'knex'

/**
 * Stays have a centre that comes to rest, and readings say how accurate they are. The stays that stand keep their place and
 * their readings: each counts as one whose centre has come to rest on its first reading.
 * The present stay is read from its row, so that its centre is stored once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table iot.readings add column accuracy smallint;
    comment on column iot.readings.accuracy is
      'Metres by which the position may be wrong, as the sensor says (the radius that holds two of three).';

    alter table iot.stays
      add column weight smallint not null default 16,
      add column settled_ts timestamptz,
      add column sure_ts timestamptz;
    update iot.stays set settled_ts = first_ts, sure_ts = last_ts;
    alter table iot.stays alter column sure_ts set not null, alter column weight drop default;
    comment on table iot.stays is
      'Where a container stood: consecutive readings that belong to one centre. Derived from the readings.';
    comment on column iot.stays.latitude is 'Of the centre: the mean of the first readings, at most 16.';
    comment on column iot.stays.weight is 'How many readings the centre is the mean of.';
    comment on column iot.stays.settled_ts is 'When the centre came to rest; null: it still moves.';
    comment on column iot.stays.sure_ts is 'The last reading that certainly belongs; later ones are in doubt.';

    alter table iot.containers drop column stay_latitude, drop column stay_longitude;
    comment on column iot.containers.stay_first_ts is 'The present stay: its first reading.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table iot.containers add column stay_latitude double precision, add column stay_longitude double precision;
    update iot.containers c set stay_latitude = s.latitude, stay_longitude = s.longitude
      from iot.stays s where s.container_id = c.id and s.first_ts = c.stay_first_ts;
    comment on column iot.containers.stay_first_ts is 'The present stay: its first reading, which is its anchor.';
    alter table iot.stays drop column weight, drop column settled_ts, drop column sure_ts;
    comment on table iot.stays is
      'Where a container stood: consecutive readings within 50 m of the first of them. Derived from the readings.';
    comment on column iot.stays.latitude is null;
    alter table iot.readings drop column accuracy;
  `)
}
