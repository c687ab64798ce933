import type { Knex } from 'knex'

/**
 * A search finds a word however its letters are marked: `Chelm` finds Chełm, and `Kołowulk` KOLOWULK. `kernel.fold` is what texts and
 * words are compared as: PostgreSQL's own `unaccent`, which is fast and only called stable because its dictionary is a file. It is in
 * PL/pgSQL because that costs a third less a call than SQL that cannot be inlined, and ten times less than `translate`.
 *
 * The text that orders are found by is stored folded. Every other trigram index is made anew over the folded text, beside writers,
 * which takes the step out of a transaction.
 */
export const config = { transaction: false }

interface TrigramIndex {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly definition: string
}

const trigramIndexes = async (knex: Knex): Promise<TrigramIndex[]> =>
  (
    await knex.raw(`select n.nspname as schema, t.relname as table, c.relname as name,
        pg_get_indexdef(i.indexrelid, 1, false) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
        join pg_namespace n on n.oid = t.relnamespace join pg_opclass o on o.oid = i.indclass[0]
      where o.opcname = 'gin_trgm_ops' order by 1, 3`)
  ).rows

async function remake(knex: Knex, { schema, table, name }: TrigramIndex, expression: string): Promise<void> {
  await knex.raw(`drop index concurrently if exists ${schema}.${name}_new`)
  await knex.raw(`create index concurrently ${name}_new on ${schema}.${table} using gin ((${expression}) gin_trgm_ops)`)
  await knex.raw(`drop index concurrently ${schema}.${name}`)
  await knex.raw(`alter index ${schema}.${name}_new rename to ${name}`)
}

const storedFolded = 'order_search_words'

/** In batches, so that nobody who writes an order waits. */
async function foldStoredTexts(knex: Knex): Promise<void> {
  const size = 20_000
  const { rows } = await knex.raw('select coalesce(max(order_id), 0) as last from orders.order_search')
  for (let from = 0; from <= rows[0].last; from += size)
    await knex.raw(
      `update orders.order_search set text = kernel.fold(text)
        where order_id between ? and ? and text is distinct from kernel.fold(text)`,
      [from, from + size - 1]
    )
}

/** What orders are found by besides their own texts and names: the place's phone, and the driver. */
const added = {
  'orders.orders_driver': 'on orders.orders (driver_id) where driver_id is not null',
  'companies.reception_places_phone_words': 'on companies.reception_places using gin (kernel.fold(phone) gin_trgm_ops)'
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists unaccent with schema public;
    create or replace function kernel.fold(text) returns text language plpgsql immutable strict parallel safe as
      $$ begin return lower(public.unaccent('public.unaccent'::regdictionary, $1)); end $$;
    comment on function kernel.fold(text) is 'As texts and words are compared in a search: small letters without marks';
    create or replace function orders.search_text(o orders.orders) returns text language sql immutable as $$
      select kernel.fold(concat_ws(' ', o.number, o.optima_number, o.invoice_number, o.kpo, o.additional_info))
    $$;
  `)
  await foldStoredTexts(knex)
  for (const index of await trigramIndexes(knex))
    if (index.name !== storedFolded && !index.definition.startsWith('kernel.fold'))
      await remake(knex, index, `kernel.fold(${index.definition})`)
  for (const [name, definition] of Object.entries(added)) {
    await knex.raw(`drop index concurrently if exists ${name}`)
    await knex.raw(`create index concurrently ${name.split('.')[1]} ${definition}`)
  }
}

/** The stored texts stay folded: they are found by the older search as well, which takes no notice of capitals. */
export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(added)) await knex.raw(`drop index concurrently if exists ${name}`)
  for (const index of await trigramIndexes(knex)) {
    const folded = /^kernel\.fold\((.*)\)$/s.exec(index.definition)?.[1]
    if (folded) await remake(knex, index, folded)
  }
  await knex.raw(`
    create or replace function orders.search_text(o orders.orders) returns text language sql immutable as $$
      select concat_ws(' ', o.number, o.optima_number, o.invoice_number, o.kpo, o.additional_info)
    $$;
    drop function kernel.fold(text);
  `)
}
