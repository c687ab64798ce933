import type { Knex } from 'knex'

/**
 * The number of an order has six digits at least. `lpad` also cuts what is longer: the order after the 999,999th of a year would have
 * had the number of the 100,000th, and none could have been placed until the next year.
 */
const withDigits = (digits: string): string => `
  create or replace function orders.next_number(year integer) returns text language plpgsql as $$
  declare
    name text := format('orders.numbers_%s', year);
    drawn text;
  begin
    if to_regclass(name) is null then
      perform pg_advisory_xact_lock(hashtext(name));
      execute format('create sequence if not exists %s', name);
    end if;
    drawn := nextval(name::regclass)::text;
    return format('Z/%s/%s', year, lpad(drawn, ${digits}, '0'));
  end $$`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(withDigits('greatest(6, length(drawn))'))
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(withDigits('6'))
}
