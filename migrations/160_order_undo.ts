/**
 * What an undo of an order gives back: the columns as they were before the last planning, restore or finish. Until now they were
 * parameters of the history. What can still be undone is carried over; entries of the history stay as they were written.
 */
import type { Knex } from 'knex'

const plan = (params: string): string =>
  `jsonb_build_object('vehicleId', ${params} -> 'vehicleId', 'driverId', ${params} -> 'driverId',
    'realizationDate', ${params} -> 'realizationDate')`

/** The entry of the history that an undo of the order would take back. */
const lastChange = `kernel.changes c on c.resource_type = 'orders.order' and c.subject_id = o.id and c.version = o.version`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `
    create table orders.undo (
      order_id integer not null,
      code text not null,
      columns jsonb not null,
      constraint undo_pkey primary key (order_id),
      constraint undo_order foreign key (order_id) references orders.orders (id) on delete cascade
    );
    comment on table orders.undo is 'What an undo of the last planning, restore or finish of an order gives back. For staff only.';
    comment on column orders.undo.code is 'The command that changed the columns.';
    comment on column orders.undo.columns is 'Their values before, by the names that the code has for them.';

    insert into orders.undo (order_id, code, columns)
    select distinct on (o.id) o.id, c.code, case c.code
        when 'orders.finish' then (c.params ->> 'before')::jsonb
        when 'orders.restore' then ${plan('c.params')}
        else ${plan("coalesce((c.params ->> 'before')::jsonb -> o.id::text, c.params)")} end
    from orders.orders o join ${lastChange}
    where c.code in ('orders.realize', 'orders.restore') or (c.code = 'orders.finish' and c.params -> 'before' is not null)
    order by o.id, c.id desc;
  `
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update kernel.changes c set params = c.params ||
      case u.code when 'orders.finish' then jsonb_build_object('before', u.columns::text) else jsonb_strip_nulls(u.columns) end
    from orders.undo u join orders.orders o on o.id = u.order_id
    where c.resource_type = 'orders.order' and c.subject_id = o.id and c.version = o.version and c.code = u.code;
    drop table orders.undo;
  `)
}
