/**
 * Everything that is kept about a person, found by the database's own description of itself, so that a new table is in the answer without
 * anybody thinking of it: the account, each row that refers to it by a foreign key, and each row with its number in a column that names an
 * account without one (history, audit, security events). What signs in is left out: hashes, tokens, secrets.
 */
import { type Database, query, queryOne, raw, sql } from '../../kernel/database/sql.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Columns that hold an account's number where no foreign key says so. */
const unreferenced = ['account_id', 'target_id', 'created_by']
/** Columns by which somebody could sign in or take the person's place, and what the database makes for itself. */
const isHidden = /(hash|token|secret|salt|^key$|^code$|^codes$|verifier|nonce|search)/

interface Reference {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
}

/** Tables with the columns in which they name an account. */
const referencesOf = (database: Database): Promise<Reference[]> =>
  query<Reference>(
    database,
    sql`with named as (
        select c.conrelid as relation, a.attname as name from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
          where c.contype = 'f' and c.confrelid = 'users.accounts'::regclass and cardinality(c.conkey) = 1
        union
        select a.attrelid, a.attname from pg_attribute a where a.attname = any (${unreferenced}) and a.attnum > 0 and not a.attisdropped)
      select n.nspname as schema, c.relname as "table", json_agg(named.name order by named.name) as columns
      from named join pg_class c on c.oid = named.relation join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname not in ('queue', 'public')
      group by 1, 2 order by 1, 2`
  )

const columnsOf = async (database: Database, relation: string): Promise<string[]> => {
  const rows = await query<{ name: string }>(
    database,
    sql`select attname as name from pg_attribute where attrelid = ${relation}::regclass and attnum > 0 and not attisdropped
        and atttypid not in ('bytea'::regtype, 'tsvector'::regtype) order by attnum`
  )
  return rows.map(({ name }) => name).filter(name => !isHidden.test(name))
}

async function rowsOf(database: Database, { schema, table, columns }: Reference, id: number): Promise<unknown[]> {
  const relation = `${quoted(schema)}.${quoted(table)}`
  const shown = (await columnsOf(database, relation)).map(quoted).join(', ')
  const named = columns.map(column => `${quoted(column)} = ${id}`).join(' or ')
  const rows = await query<{ row: unknown }>(
    database,
    sql`select to_jsonb(own) as row from (select ${raw(shown)} from ${raw(relation)} where ${raw(named)}) own`
  )
  return rows.map(({ row }) => row)
}

export interface PersonData {
  readonly madeAt: string
  readonly account: unknown
  /** Rows by the name of their table, as `orders.orders`; tables without a row of the person are left out. */
  readonly rows: Readonly<Record<string, readonly unknown[]>>
}

/** @param id of an account that exists */
export async function personData(database: Database, id: number, now: Date): Promise<PersonData> {
  const account = await queryOne<{ row: unknown }>(
    database,
    sql`select to_jsonb(own) as row from (select ${raw((await columnsOf(database, 'users.accounts')).map(quoted).join(', '))}
      from users.accounts where id = ${id}) own`
  )
  const rows: Record<string, readonly unknown[]> = {}
  for (const reference of await referencesOf(database)) {
    const found = await rowsOf(database, reference, id)
    if (found.length > 0) rows[`${reference.schema}.${reference.table}`] = found
  }
  const changes = await query<{ row: unknown }>(
    database,
    sql`select to_jsonb(own) as row from kernel.changes own where resource_type = 'users.account' and subject_id = ${id}`
  )
  return {
    madeAt: now.toISOString(),
    account: account?.row,
    rows: { ...rows, 'history of the account': changes.map(({ row }) => row) }
  }
}
