import type { Knex } from 'knex'

/**
 * What the application makes by itself while it runs (months of readings, sequences of numbers) is made by functions with the rights of
 * the tables' owner, so that the application's own role needs no right to change the schema (deploy/postgres/roles.sql).
 */
const ownersRights = [
  'iot.add_readings_month(date)',
  'orders.next_number(integer)',
  'warehouse.next_number(text, integer)'
]

export async function up(knex: Knex): Promise<void> {
  for (const name of ownersRights)
    await knex.raw(`
      alter function ${name} security definer set search_path = pg_catalog, pg_temp;
      revoke execute on function ${name} from public`)
  await knex.raw(`
    create function iot.drop_readings_month(partition text) returns void language plpgsql
      security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if partition !~ '^readings_\\d{4}_\\d{2}$' or partition >= 'readings_' || to_char(now() at time zone 'UTC', 'YYYY_MM') then
        raise exception '% is no month of readings that is over', partition using errcode = 'insufficient_privilege';
      end if;
      execute format('drop table if exists iot.%I', partition);
    end $$;
    comment on function iot.drop_readings_month is 'Removes the partition of a month that is over';
    revoke execute on function iot.drop_readings_month from public`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function iot.drop_readings_month')
  for (const name of ownersRights)
    await knex.raw(`
      alter function ${name} security invoker reset search_path;
      grant execute on function ${name} to public`)
}
