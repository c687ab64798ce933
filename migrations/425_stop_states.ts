/**
 * What became of a stop as its driver reports it, for lists of orders: a row once something was reported. It follows from the events, which
 * are the record; those that there are already are judged here by the rule of src/contract/driver-stop.ts.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table orders.stop_states (
      order_id integer primary key constraint stop_states_order references orders.orders on delete cascade,
      state smallint not null constraint stop_states_state check (state between 0 and 6)
    );
    comment on table orders.stop_states is 'What became of a stop, as its driver reports it; derived from driver.events.';
    comment on column orders.stop_states.state is
      '0 arrived, 1 done; not collected because: 2 closed, 3 blocked, 4 no tyres, 5 wrong waste, 6 no card';

    insert into orders.stop_states (order_id, state)
    with counting as (
      select e.* from driver.events e
      where e.state in (0, 2) and e.type <> 8 and not exists (select 1 from driver.events u
        where u.order_id = e.order_id and u.account_id = e.account_id and u.type = 8 and u.state in (0, 2)
          and u.data ->> 'eventId' = e.key::text)
    ), last as (
      select distinct on (order_id) order_id, type, data ->> 'reason' as reason from counting
      where type in (0, 1, 2, 6) order by order_id, type = 0, occurred_at desc, key desc
    )
    select order_id, case type when 0 then 0 when 6
      then case reason when 'closed' then 2 when 'blocked' then 3 when 'none' then 4 when 'wrongWaste' then 5 else 6 end else 1 end
    from last
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table orders.stop_states')
}
