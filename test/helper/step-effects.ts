/**
 * What a step of migrations does to the version before it, seen from the catalogue before and after: what is gone or has become stricter, and
 * what it closes meanwhile.
 */
import type pg from 'pg'

interface Column {
  readonly type: string
  /** Whether a row may be written without it. */
  readonly isOptional: boolean
}

interface Rule {
  readonly table: string
  readonly columns: readonly string[]
  readonly isUnique: boolean
}

export interface Shape {
  readonly columns: Readonly<Record<string, Readonly<Record<string, Column>>>>
  readonly functions: readonly string[]
  /** Constraints and unique indexes, by name. */
  readonly rules: Readonly<Record<string, Rule>>
  /** Tables of indexes. */
  readonly indexes: Readonly<Record<string, string>>
  /** Where the rows of each table lie: another place means that they were written anew. */
  readonly files: Readonly<Record<string, string>>
}

/** What is wrong with a step, by a word that it may give its reason for, and what it is about. */
export interface Effect {
  readonly word: 'removed' | 'retyped' | 'required' | 'forbidden' | 'rewritten' | 'index' | 'rows'
  readonly what: string
}

/** Breaks the version before: only a contract step may. */
export const breaking: readonly Effect['word'][] = ['removed', 'retyped', 'required']

const ours = "n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public', 'queue')"

export async function shapeOf(client: pg.ClientBase): Promise<Shape> {
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text)).rows
  const columns: Record<string, Record<string, Column>> = {}
  for (const { table, name, ...column } of await rowsOf<Column & { table: string; name: string }>(`
    select format('%s.%s', n.nspname, c.relname) as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      (not a.attnotnull or a.atthasdef or a.attidentity <> '') as "isOptional"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`)) {
    const table_ = columns[table] ?? {}
    columns[table] = { ...table_, [name]: column }
  }
  const functions = await rowsOf<{ name: string }>(`
    select p.oid::regprocedure || ' ' || pg_get_function_result(p.oid) as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prokind = 'f'`)
  const rules: Record<string, Rule> = {}
  for (const { name, ...rule } of await rowsOf<Rule & { name: string }>(`
    select format('%s.%s', n.nspname, k.conname) as name, format('%s.%s', n.nspname, c.relname) as table, k.contype in ('p', 'u') as "isUnique",
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (k.conkey)) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and k.contype in ('c', 'u', 'p', 'x', 'f')
    union all
    select format('%s.%s', n.nspname, x.relname), format('%s.%s', n.nspname, c.relname), true,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (i.indkey::int2[]))
    from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`))
    rules[name] = rule
  const indexes = await rowsOf<{ name: string; table: string }>(`
    select i.indexrelid::regclass::text as name, format('%s.%s', n.nspname, c.relname) as table
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where ${ours}`)
  const files = await rowsOf<{ table: string; file: string }>(`
    select format('%s.%s', n.nspname, c.relname) as table, pg_relation_filenode(c.oid)::text as file
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind = 'r'`)
  return {
    columns,
    functions: functions.map(({ name }) => name),
    rules,
    indexes: Object.fromEntries(indexes.map(({ name, table }) => [name, table])),
    files: Object.fromEntries(files.map(({ table, file }) => [table, file]))
  }
}

export interface Step {
  readonly before: Shape
  readonly after: Shape
  readonly inTransaction: boolean
  /** The statements that it has sent. */
  readonly statements: readonly string[]
}

const changesRows = /\b(?:update|delete\s+from|merge\s+into)\s+(?:only\s+)?(\w+\.\w+)/gi
/** Bodies of functions run later, and not in the step. */
const withoutBodies = (statement: string): string => statement.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')

export function effectsOf({ before, after, inTransaction, statements }: Step): Effect[] {
  const found: Effect[] = []
  const add = (word: Effect['word'], what: string): void => void found.push({ word, what })
  for (const [table, columns] of Object.entries(before.columns)) {
    const now = after.columns[table]
    if (!now) {
      add('removed', table)
      continue
    }
    for (const [name, { type, isOptional }] of Object.entries(columns)) {
      const column = now[name]
      if (!column) add('removed', `${table}.${name}`)
      else if (column.type !== type) add('retyped', `${table}.${name}`)
      else if (isOptional && !column.isOptional) add('required', `${table}.${name}`)
    }
    for (const [name, { isOptional }] of Object.entries(now))
      if (!columns[name] && !isOptional) add('required', `${table}.${name}`)
  }
  for (const name of before.functions) if (!after.functions.includes(name)) add('removed', name)
  // what `on conflict` names
  for (const [name, { isUnique, table }] of Object.entries(before.rules))
    if (isUnique && after.columns[table] && !after.rules[name]) add('removed', name)
  for (const [name, { table, columns }] of Object.entries(after.rules)) {
    const old = before.columns[table]
    // it may be about new columns alone, which the version before leaves empty
    if (!before.rules[name] && old && columns.some(column => old[column])) add('forbidden', name)
  }
  for (const [table, file] of Object.entries(after.files))
    if (before.files[table] !== undefined && before.files[table] !== file) add('rewritten', table)
  if (!inTransaction) return found
  for (const [name, table] of Object.entries(after.indexes))
    if (before.indexes[name] === undefined && before.columns[table]) add('index', name)
  const changed = statements.flatMap(one =>
    [...withoutBodies(one).matchAll(changesRows)].map(([, table]) => table ?? '')
  )
  for (const table of new Set(changed)) if (before.columns[table]) add('rows', table)
  return found
}
