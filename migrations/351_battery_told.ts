import type { Knex } from 'knex'

export const beside = { rows: 'one row a container, thousands at most: it lasts less than a second' }

/** The status of a battery that other programs were last told; those of today count as told, so that an upgrade tells nobody of all. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table iot.containers add column battery_told smallint;
    comment on column iot.containers.battery_told is 'The status of its battery that the last event of it was of.';
    update iot.containers set battery_told = battery_status;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table iot.containers drop column battery_told')
}
