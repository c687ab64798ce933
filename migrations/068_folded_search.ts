import type { Knex } from 'knex'

/**
 * A search finds a word however its letters are marked: `Chelm` finds Chełm, and `Kołowulk` KOLOWULK. `kernel.fold` is what texts and
 * words are compared as. Its table is of the six languages, one letter for one, and names capitals because a database of the locale C
 * knows no others; `ß` is `ss`. Nothing else in PostgreSQL does this immutably, and an index needs it immutable.
 *
 * Every trigram index is made anew over the folded text, beside writers, which takes it out of a transaction.
 */
export const config = { transaction: false }

const marked = 'ĄĆĘŁŃÓŚŹŻÄÖÜÁČĎÉĚÍĹĽŇÔŔŘŠŤÚŮÝŽÕąćęłńóśźżäöüáčďéěíĺľňôŕřšťúůýžõ'
const plain = 'acelnoszzaouacdeeillnorrstuuyzoacelnoszzaouacdeeillnorrstuuyzo'

interface TrigramIndex {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly definition: string
}

const trigramIndexes = async (knex: Knex): Promise<TrigramIndex[]> =>
  (
    await knex.raw(`select n.nspname as schema, t.relname as table, c.relname as name, pg_get_expr(i.indexprs, i.indrelid) as expression,
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

/** What an order is found by besides its own texts and names: the place's phone, the driver; and a place by its phone. */
const added = {
  'orders.orders_driver': 'on orders.orders (driver_id) where driver_id is not null',
  'companies.reception_places_phone_words': 'on companies.reception_places using gin (kernel.fold(phone) gin_trgm_ops)'
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function kernel.fold(text) returns text language sql immutable strict parallel safe as
      $$ select translate(replace(lower($1), 'ß', 'ss'), '${marked}', '${plain}') $$;
    comment on function kernel.fold(text) is 'As texts and words are compared in a search: small letters without marks';
  `)
  for (const index of await trigramIndexes(knex))
    if (!index.definition.includes('translate') && !index.definition.includes('kernel.fold'))
      await remake(knex, index, `kernel.fold(${index.definition})`)
  for (const [name, definition] of Object.entries(added)) {
    await knex.raw(`drop index concurrently if exists ${name}`)
    await knex.raw(`create index concurrently ${name.split('.')[1]} ${definition}`)
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(added)) await knex.raw(`drop index concurrently if exists ${name}`)
  for (const index of await trigramIndexes(knex)) {
    const folded = /^kernel\.fold\((.*)\)$/s.exec(index.definition)?.[1]
    if (folded) await remake(knex, index, folded)
  }
  await knex.raw('drop function kernel.fold(text)')
}
