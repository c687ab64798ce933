import type { Knex } from 'knex'

/**
 * Since when readings are kept is stated in the database: what comes late from before is refused, or it would be stored without
 * what else there was of its time, and counted in its stay each time it came.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table iot.kept_readings (
      is_only boolean not null default true constraint kept_readings_pk primary key constraint kept_readings_only check (is_only),
      since timestamptz not null
    );
    comment on table iot.kept_readings is 'One row: readings from before this time have been removed, and are refused when they come late.';
    insert into iot.kept_readings (since) values ('-infinity');
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table iot.kept_readings')
}
