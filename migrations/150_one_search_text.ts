import type { Knex } from 'knex'

/**
 * All that an order is found by stands in one text: its own numbers and note, its company, place, vehicle and driver. What clients may
 * not read (the accounting number, the driver) stands after a line break. Beside it is the period of 30 days in which the order was
 * placed; one index over period and trigrams finds the newest orders of a common word without reading all of them. Both come by the
 * triggers of the order.
 *
 * A changed name is noted in `orders.renamed`, in the transaction of the change, and the texts of its orders are made anew by the worker
 * (`modules/orders/search-texts.ts`). The name of an erased person leaves the texts at once.
 *
 * Filled in batches, so that nobody who writes an order waits. The older search finds orders by these texts, too.
 */
export const config = { transaction: false }

const batch = 20_000

/** PL/pgSQL, because it keeps the plan: a function in SQL would be planned for each order that is written. */
const text = `
  create or replace function orders.search_text(o orders.orders) returns text language plpgsql stable as $$
  declare
    open text; -- what clients may read
    staff text;
  begin
    select concat_ws(' ', o.number, o.invoice_number, o.kpo, o.additional_info, c.name, c.tax_number,
        concat_ws(', ', p.city, p.street, p.postal_code), p.phone, v.register_number, replace(v.register_number, ' ', '')),
      concat_ws(' ', o.optima_number, d.first_name, d.last_name)
    into open, staff
    from (select) one left join companies.companies c on c.id = o.company_id
      left join companies.reception_places p on p.id = o.reception_place_id
      left join fleet.vehicles v on v.id = o.vehicle_id left join users.accounts d on d.id = o.driver_id;
    return kernel.fold(' ' || translate(open, e'\\r\\n', '  ') || e'\\n ' || staff);
  end $$;`

const keeping = `
  create or replace function orders.search_period(at timestamptz) returns integer language sql immutable as $$
    select floor(extract(epoch from at) / 2592000)::int
  $$;
  comment on function orders.search_period(timestamptz) is 'The number of the 30 days since 1970 in which the instant lies';
  create or replace function orders.keep_search() returns trigger language plpgsql as $$
  begin
    insert into orders.order_search (order_id, text, created_at, period)
      values (new.id, orders.search_text(new), new.created_at, orders.search_period(new.created_at))
      on conflict (order_id) do update
        set text = excluded.text, created_at = excluded.created_at, period = excluded.period;
    return null;
  end $$;`

const columns = [
  'number',
  'optima_number',
  'invoice_number',
  'kpo',
  'additional_info',
  'company_id',
  'reception_place_id'
]
const trigger = (watched: readonly string[]): string => {
  const of = (row: string): string => watched.map(column => `${row}.${column}`).join(', ')
  return `create or replace trigger search_updated after update of ${watched.join(', ')} on orders.orders
    for each row when ((${of('old')}) is distinct from (${of('new')})) execute function orders.keep_search();`
}

/** The row locks come first: the texts are then read as whoever held them has left the order. */
const refreshing = `
  create or replace function orders.refresh_search(ids integer[]) returns void language plpgsql as $$
  begin
    perform from orders.order_search s where s.order_id = any(ids) order by s.order_id for update;
    update orders.order_search s set text = fresh.text
      from (select o.id, orders.search_text(o) as text from orders.orders o where o.id = any(ids)) fresh
      where s.order_id = fresh.id and s.text is distinct from fresh.text;
  end $$;`

const sources = {
  'companies.companies': ['name', 'tax_number'],
  'companies.reception_places': ['city', 'street', 'postal_code', 'phone'],
  'fleet.vehicles': ['register_number'],
  'users.accounts': ['first_name', 'last_name']
}

const noting = `
  create table if not exists orders.renamed (
    source text not null,
    id integer not null,
    done_to integer not null default 0,
    primary key (source, id)
  );
  comment on table orders.renamed is 'Rows whose names have changed: the texts of their orders after the order done_to are to be made anew';
  create or replace function orders.note_renamed() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'accounts' then
      if new.first_name is null and new.last_name is null then
        perform orders.refresh_search(array(select o.id from orders.orders o where o.driver_id = new.id));
        return null;
      end if;
    end if;
    insert into orders.renamed (source, id) values (tg_table_schema || '.' || tg_table_name, new.id)
      on conflict (source, id) do update set done_to = 0;
    return null;
  end $$;
  ${Object.entries(sources)
    .map(([table, names]) => {
      const of = (row: string): string => names.map(name => `${row}.${name}`).join(', ')
      return `create or replace trigger order_search_renamed after update of ${names.join(', ')} on ${table}
        for each row when ((${of('old')}) is distinct from (${of('new')})) execute function orders.note_renamed();`
    })
    .join('\n')}`

async function inBatches(knex: Knex, update: string): Promise<void> {
  const { rows } = await knex.raw('select coalesce(max(order_id), 0) as last from orders.order_search')
  for (let from = 0; from <= rows[0].last; from += batch) await knex.raw(update, [from, from + batch - 1])
}

async function remakeIndex(knex: Knex, by: string): Promise<void> {
  await knex.raw('drop index concurrently if exists orders.order_search_words_new')
  await knex.raw(`create index concurrently order_search_words_new on orders.order_search using gin (${by})`)
  await knex.raw('drop index concurrently if exists orders.order_search_words')
  await knex.raw('alter index orders.order_search_words_new rename to order_search_words')
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists btree_gin with schema public;
    alter table orders.order_search add column if not exists period integer, add column if not exists company_id integer;
    alter table orders.order_search alter column company_id drop not null;
    ${text} ${keeping} ${trigger([...columns, 'vehicle_id', 'driver_id', 'created_at'])} ${refreshing} ${noting}`)
  await inBatches(
    knex,
    `update orders.order_search s set text = orders.search_text(o), period = orders.search_period(o.created_at)
      from orders.orders o where o.id = s.order_id and s.order_id between ? and ? and s.period is null`
  )
  await knex.raw(`
    alter table orders.order_search alter column period set not null;
    alter table orders.order_search alter column text set statistics 1000`)
  await remakeIndex(knex, 'period, text gin_trgm_ops) with (gin_pending_list_limit = 512')
  await knex.raw('drop index concurrently if exists orders.order_search_periods')
  await knex.raw('create index concurrently order_search_periods on orders.order_search (period)')
  await knex.raw('alter table orders.order_search drop column if exists company_id')
  await knex.raw('vacuum (analyze) orders.order_search')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${Object.keys(sources)
      .map(table => `drop trigger if exists order_search_renamed on ${table};`)
      .join(' ')}
    drop function if exists orders.note_renamed();
    drop table if exists orders.renamed;
    drop function if exists orders.refresh_search(integer[]);
    alter table orders.order_search add column if not exists company_id integer;
    alter table orders.order_search alter column text set statistics -1;
    drop trigger if exists search_updated on orders.orders;
    create or replace function orders.search_text(o orders.orders) returns text language sql immutable as $$
      select kernel.fold(concat_ws(' ', o.number, o.optima_number, o.invoice_number, o.kpo, o.additional_info))
    $$;
    create or replace function orders.keep_search() returns trigger language plpgsql as $$
    begin
      insert into orders.order_search (order_id, text, company_id, created_at)
        values (new.id, orders.search_text(new), new.company_id, new.created_at)
        on conflict (order_id) do update
          set text = excluded.text, company_id = excluded.company_id, created_at = excluded.created_at;
      return null;
    end $$;
    create trigger search_updated
      after update of number, optima_number, invoice_number, kpo, additional_info, company_id, created_at on orders.orders
      for each row when (orders.search_text(old) is distinct from orders.search_text(new)
        or (old.company_id, old.created_at) is distinct from (new.company_id, new.created_at))
      execute function orders.keep_search();`)
  await inBatches(
    knex,
    `update orders.order_search s set text = orders.search_text(o), company_id = o.company_id
      from orders.orders o where o.id = s.order_id and s.order_id between ? and ?`
  )
  await remakeIndex(knex, 'text gin_trgm_ops')
  await knex.raw(`
    alter table orders.order_search alter column company_id set not null;
    alter table orders.order_search drop column if exists period;
    drop function if exists orders.search_period(timestamptz)`)
  await knex.raw('vacuum (analyze) orders.order_search')
}
