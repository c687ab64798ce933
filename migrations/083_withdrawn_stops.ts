import type { Knex } from 'knex'

/**
 * What drivers know of a route: the number of each stop as their message has it, and the stops that were in a message and have
 * left the route since. By both it is known that a route has changed after its driver was notified.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.stops add column notified_sequence integer;
    comment on column orders.stops.notified_sequence is 'its number in the message that the driver got; null: the driver got none';
    update orders.stops s set notified_sequence = s.sequence
      from orders.orders o where o.id = s.order_id and o.notification_sent;

    create table orders.withdrawn_stops (
      route_id integer not null constraint withdrawn_stops_route references orders.routes on delete cascade,
      order_id integer not null constraint withdrawn_stops_order references orders.orders on delete cascade,
      sequence integer not null,
      constraint withdrawn_stops_pkey primary key (route_id, order_id)
    );
    comment on table orders.withdrawn_stops is 'stops that the driver was notified of, and that have left the route since';
    comment on column orders.withdrawn_stops.sequence is 'its number in the message that the driver got';
    create index withdrawn_stops_by_order on orders.withdrawn_stops (order_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table orders.withdrawn_stops;
    alter table orders.stops drop column notified_sequence;
  `)
}
