/** What is in a database: rows of each table, files that rows name, roles with rights. For a backup, and to compare what was restored. */
import { type Database, query, queryOne, raw, sql } from '../../kernel/database/sql.ts'

const ours = raw(`n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`)
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Rows of each table that holds rows itself, by the name of its schema and its own. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const tables = await query<{ schema: string; name: string }>(
    database,
    sql`select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and ${ours} order by 1, 2`
  )
  const counts: Record<string, number> = {}
  for (const { schema, name } of tables) {
    const found = await queryOne<{ count: number }>(
      database,
      sql`select count(*) as count from only ${raw(`${quoted(schema)}.${quoted(name)}`)}`
    )
    counts[`${schema}.${name}`] = Number(found?.count ?? 0)
  }
  return counts
}

export interface NamedFile {
  readonly name: string
  /** Hexadecimal; null where the row does not keep it. */
  readonly sha256: string | null
}

/**
 * The files that rows name. An upload that is not recorded is none: it goes after a day. The file of an import is named by its record in
 * `files.files` for as long as it is kept, and by the import for ever.
 */
export async function namedFiles(database: Database): Promise<NamedFile[]> {
  const tables = await query<{ schema: string; name: string; hasHash: boolean }>(
    database,
    sql`select n.nspname as schema, c.relname as name,
        exists (select from pg_attribute h where h.attrelid = c.oid and h.attname = 'sha256' and not h.attisdropped) as "hasHash"
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where a.attname = 'blob_name' and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
        and (n.nspname, c.relname) not in (('files', 'uploads'), ('imports', 'imports')) and ${ours} order by 1, 2`
  )
  const files: NamedFile[] = []
  for (const { schema, name, hasHash } of tables)
    files.push(
      ...(await query<NamedFile>(
        database,
        sql`select blob_name as name, ${raw(hasHash ? 'sha256' : 'null')} as sha256 from ${raw(`${quoted(schema)}.${quoted(name)}`)}
          where blob_name is not null order by 1`
      ))
    )
  return files
}

/** Roles that have been given rights here, apart from owners and PostgreSQL's own. */
export async function rolesWithRights(database: Database): Promise<string[]> {
  const rows = await query<{ name: string }>(
    database,
    sql`select distinct pg_get_userbyid(g.grantee) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        aclexplode(c.relacl) g
      where ${ours} and g.grantee <> 0 and g.grantee <> c.relowner
      union select distinct pg_get_userbyid(g.grantee) from pg_proc p join pg_namespace n on n.oid = p.pronamespace, aclexplode(p.proacl) g
      where ${ours} and g.grantee <> 0 and g.grantee <> p.proowner and n.nspname <> 'public'
      union select distinct pg_get_userbyid(g.grantee) from pg_namespace n, aclexplode(n.nspacl) g
      where ${ours} and n.nspname <> 'public' and g.grantee <> 0 and g.grantee <> n.nspowner
      order by 1`
  )
  return rows.map(({ name }) => name)
}

/** The steps that the database has, in their order. */
export const stepsOf = async (database: Database): Promise<string[]> =>
  (await query<{ name: string }>(database, sql`select name from public.migrations order by id`)).map(({ name }) => name)

/** Where the chain of the audit ends, as `npm run maintain -- audit` prints it; empty where nothing is sealed. */
export async function auditEnd(database: Database): Promise<string> {
  const last = await queryOne<{ anchor: string }>(
    database,
    sql`select seq || ':' || encode(hash, 'hex') as anchor from audit.seals order by seq desc limit 1`
  )
  return last?.anchor ?? ''
}

/** Whether nothing has been made in the database yet. */
export async function isEmptyDatabase(database: Database): Promise<boolean> {
  const found = await queryOne(
    database,
    sql`select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e') limit 1`
  )
  return found === undefined
}
