import type { Knex } from 'knex'

/**
 * The texts that orders are found by have the order's company and age beside them. Two common words, one in the texts and one in names of
 * companies, are found and counted there, as are the newest orders of an old year, without looking up tens of thousands of orders.
 * Neither changes in the life of an order, so that no write is added; if one ever did, the trigger would follow it.
 *
 * Filled in batches, so that nobody who writes an order waits. That writes each text anew: the index is made again, beside writers.
 */
export const config = { transaction: false }

const batch = 20_000

const keeping = (columns: string, values: string, updated: string): string => `
  create or replace function orders.keep_search() returns trigger language plpgsql as $$
  begin
    insert into orders.order_search (order_id, text${columns}) values (new.id, orders.search_text(new)${values})
      on conflict (order_id) do update set text = excluded.text${updated};
    return null;
  end $$;`

const trigger = (more: string, condition: string): string => `
  create or replace trigger search_updated
    after update of number, optima_number, invoice_number, kpo, additional_info${more} on orders.orders
    for each row when (orders.search_text(old) is distinct from orders.search_text(new)${condition})
    execute function orders.keep_search();`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.order_search add column if not exists company_id integer, add column if not exists created_at timestamptz;
    comment on column orders.order_search.company_id is 'The order''s, as is created_at: kept here for searches.';
    ${keeping(', company_id, created_at', ', new.company_id, new.created_at', ', company_id = excluded.company_id, created_at = excluded.created_at')}
    ${trigger(', company_id, created_at', ' or (old.company_id, old.created_at) is distinct from (new.company_id, new.created_at)')}
  `)
  const { rows } = await knex.raw('select coalesce(max(order_id), 0) as last from orders.order_search')
  for (let from = 0; from <= rows[0].last; from += batch)
    await knex.raw(
      `update orders.order_search texts set company_id = orders.company_id, created_at = orders.created_at
        from orders.orders orders where orders.id = texts.order_id and texts.order_id between ? and ? and texts.created_at is null`,
      [from, from + batch - 1]
    )
  await knex.raw(`
    alter table orders.order_search alter column company_id set not null, alter column created_at set not null`)
  await knex.raw('drop index concurrently if exists orders.order_search_words_new')
  await knex.raw(
    'create index concurrently order_search_words_new on orders.order_search using gin (text gin_trgm_ops)'
  )
  await knex.raw('drop index concurrently if exists orders.order_search_words')
  await knex.raw('alter index orders.order_search_words_new rename to order_search_words')
  await knex.raw('vacuum (analyze) orders.order_search')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`${trigger('', '')} ${keeping('', '', '')}
    alter table orders.order_search drop column company_id, drop column created_at`)
}
