import type { Knex } from 'knex'

/**
 * What the dashboard's statistics stand on: when an order was canceled, which region a postal code lies in, and indexes that
 * answer "active at the end of that day" and "every special price of this item here" without walking the tables.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.orders add column canceled_at timestamptz;
    alter table orders.orders disable trigger version;
    update orders.orders o set canceled_at = coalesce(h.at, o.accepted_at, o.created_at)
      from orders.orders c left join (
        select subject_id, max(at) as at from kernel.changes
        where noun = 'orders.order' and code = 'orders.cancel' group by subject_id
      ) h on h.subject_id = c.id
      where c.id = o.id and o.status = 4;
    alter table orders.orders enable trigger version;
    create index orders_by_finish on orders.orders (finished_at) where finished_at is not null;
    create index orders_by_cancellation on orders.orders (canceled_at) where canceled_at is not null;

    create index special_prices_place on pricing.special_prices (reception_place_id, order_type_item_id)
      where reception_place_id is not null;
    create index special_prices_company on pricing.special_prices (company_id, order_type_item_id)
      where company_id is not null;

    create schema reports;
    create table reports.region_prefixes (
      prefix text primary key constraint region_prefixes_digits check (prefix ~ '^[0-9]{1,2}(|-[0-9]{0,3})$'),
      region smallint not null constraint region_prefixes_region check (region between 0 and 3)
    );
    comment on table reports.region_prefixes is
      'Which region a postal code lies in: the longest prefix wins. 0 Chełm, 1 the rest of the east, 2 centre and north, 3 west and south';
    insert into reports.region_prefixes (prefix, region)
      select '22-1', 0
      union all select unnest(array['15', '16', '17', '18', '19', '2', '35', '36', '37', '38', '39']), 1
      union all select unnest(array['0', '1', '25', '26', '27', '28', '29', '8', '9']), 2
      union all select unnest(array['3', '4', '5', '6', '7']), 3;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop schema reports cascade;
    drop index pricing.special_prices_place, pricing.special_prices_company;
    alter table orders.orders drop column canceled_at;
    drop index orders.orders_by_finish;
  `)
}
