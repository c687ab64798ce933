import type { Knex } from 'knex'

/**
 * Routes are numbered from 1 within each day: what people call a route. The number is given when the route is made, and stays.
 * Routes of one day that are made at once wait for each other, by a lock that is held before any row of a route is.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.routes add column number smallint;
    update orders.routes r set number = numbered.number
      from (select id, row_number() over (partition by day order by id) as number from orders.routes) numbered
      where numbered.id = r.id;
    alter table orders.routes alter column number set not null;
    alter table orders.routes add constraint routes_number unique (day, number);

    create function orders.number_route() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtext('orders.routes'), new.day - date '2000-01-01');
      select coalesce(max(r.number), 0) + 1 into new.number from orders.routes r where r.day = new.day;
      return new;
    end $$;
    create trigger number before insert on orders.routes
      for each row when (new.number is null) execute function orders.number_route();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger number on orders.routes;
    drop function orders.number_route();
    alter table orders.routes drop constraint routes_number, drop column number;
  `)
}
