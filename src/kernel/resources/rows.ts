/**
 * Rows: where each field of a noun comes from in SQL. The same map selects, sorts, searches and filters a list, reads the
 * single thing, and is what a command's rule judges on the locked row, so that button and judge look at the same shape.
 *
 * A field is an SQL expression over the table's alias and the joins; which joins a statement needs is read off the
 * expressions, so nobody lists them. By the field's schema the expression is wrapped for the wire: an instant becomes
 * ISO 8601 in UTC, a day of a column that ends in `_at` the day in Warsaw, money a number. PostgreSQL builds the JSON.
 *
 * To add a field: the schema and one line of `fields`. To hide it from clients: `for`.
 */
import type { Static, TObject } from '@sinclair/typebox'
import type { Role } from '../../contract/roles.ts'
import type { Schema } from '../../contract/schema.ts'
import { isNullable, unwrapped } from '../../contract/schema.ts'
import { type Caller, isStaff } from '../access/caller.ts'
import { join, raw, type Sql, sql } from '../database/sql.ts'

export interface FieldSource {
  /** Expression over the aliases, or one that depends on who asks. */
  readonly sql: string | ((caller: Caller) => Sql)
  /** What a header sorts by; by default the raw expression. Several are sorted in their order. */
  readonly sort?: readonly string[]
  /** Roles that see the field; by default every role that sees the row. */
  readonly access?: readonly Role[]
}

export interface FilterSource {
  readonly schema: Schema
  where(value: never, caller: Caller): Sql
}

/** Texts with a trigram index: `{ table: 'companies.companies', id: 'id', text: 'name' }`. */
export interface TextIndex {
  readonly table: string
  readonly id: string
  /** The indexed expression, over the table's own columns. */
  readonly text: string
}

/** Where a search looks: a text of the row's joins, and the index that gives the rows (by the key) for a term. */
export interface SearchPlace {
  /** Column of the row that the index's ids are: `o.company_id`. */
  readonly key: string
  /** The same text as the row's joins give it: `c.name`. */
  readonly text: string
  readonly of: TextIndex
}

export interface RowsDefinition<S extends TObject> {
  /** `orders.order`: prefix of the fields' messages and name in history and hints. */
  readonly type: string
  readonly schema: S
  readonly table: string
  readonly alias: string
  /** `c: 'join companies.companies c on c.id = o.company_id'`; a join may use the aliases of those above it. */
  readonly joins?: Readonly<Record<string, string>>
  readonly fields: { readonly [K in keyof Static<S>]-?: string | FieldSource }
  /** What a caller that is not staff may see; undefined: nothing restricts. */
  visibleTo(caller: Caller): Sql | undefined
  readonly filters?: Readonly<Record<string, FilterSource>>
  readonly search?: readonly SearchPlace[]
  /**
   * Rows of the same noun that say more of a thing than the list does: history compares these, in the given fields.
   * By default history compares the list's own fields.
   */
  readonly history?: { readonly rows: Rows; readonly fields: readonly string[] }
}

export interface Rows<S extends TObject = TObject> extends RowsDefinition<S> {
  readonly aliases: readonly string[]
}

export function defineRows<S extends TObject>(definition: RowsDefinition<S>): Rows<S> {
  return { ...definition, aliases: Object.keys(definition.joins ?? {}) }
}

const source = (rows: Rows, field: string): FieldSource => {
  const found = (rows.fields as Record<string, string | FieldSource>)[field]
  if (found === undefined) throw new Error(`${rows.type} has no field ${field}`)
  return typeof found === 'string' ? { sql: found } : found
}

/** The fields that the caller may see, in the schema's order. */
export const visibleFields = (rows: Rows, caller: Caller): string[] =>
  Object.keys(rows.schema.properties).filter(field => {
    const only = source(rows, field).access
    return !only || (caller.role !== null && only.includes(caller.role))
  })

const expression = (rows: Rows, field: string, caller: Caller): Sql => {
  const { sql: text } = source(rows, field)
  return typeof text === 'string' ? raw(text) : text(caller)
}

/** The field as it travels. */
function onTheWire(rows: Rows, field: string, caller: Caller): Sql {
  const schema = rows.schema.properties[field] as Schema
  const { format } = unwrapped(schema)
  const value = expression(rows, field, caller)
  if (format === 'instant') return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  if (format === 'day' && value.sql.endsWith('_at')) return sql`(${value} at time zone 'Europe/Warsaw')::date`
  return value
}

/** The select list of all fields that the caller may see. */
export const selected = (rows: Rows, caller: Caller): Sql =>
  join(
    visibleFields(rows, caller).map(field => sql`${onTheWire(rows, field, caller)} as ${raw(`"${field}"`)}`),
    ', '
  )

/** Joins that the given fragments need, in their declared order, with the joins those need. */
export function joinsFor(rows: Rows, fragments: readonly Sql[]): Sql {
  const text = fragments.map(fragment => fragment.sql).join(' ')
  const needed = new Set<string>()
  for (const alias of [...rows.aliases].reverse()) {
    const later = [...needed].map(name => rows.joins?.[name] ?? '').join(' ')
    if (new RegExp(`\\b${alias}\\.`).test(`${text} ${later}`)) needed.add(alias)
  }
  const joins = rows.aliases.filter(alias => needed.has(alias)).map(alias => raw(rows.joins?.[alias] ?? ''))
  return joins.length > 0 ? join(joins, ' ') : raw('')
}

/** Raw expressions a header sorts by. */
export const sortExpressions = (rows: Rows, field: string, caller: Caller): Sql[] => {
  const { sort } = source(rows, field)
  return sort ? sort.map(text => raw(text)) : [expression(rows, field, caller)]
}

export const canBeNull = (rows: Rows, field: string): boolean => isNullable(rows.schema.properties[field] as Schema)

/** Staff see all; everyone else what `visibleTo` leaves. */
export const visible = (rows: Rows, caller: Caller): Sql | undefined =>
  isStaff(caller) ? undefined : rows.visibleTo(caller)

/** One statement that reads rows by their ids as JSON objects, in the order of ids, without asking who may see them. */
export const selectByIds = (rows: Rows, ids: readonly number[], caller: Caller): Sql => {
  const fields = selected(rows, caller)
  const alias = raw(rows.alias)
  return sql`select to_json(r) as row from (select ${fields} from ${raw(rows.table)} ${alias} ${joinsFor(rows, [fields])}
    where ${alias}.id = any(${[...ids]}::int[]) order by ${alias}.id) r`
}

/** The ids of the asked rows that the caller may see, locked in the order of ids against every other writer. */
export const lockByIds = (rows: Rows, ids: readonly number[], caller: Caller): Sql => {
  const alias = raw(rows.alias)
  const mine = visible(rows, caller) ?? raw('true')
  return sql`select ${alias}.id, ${alias}.version from ${raw(rows.table)} ${alias} ${joinsFor(rows, [mine])}
    where ${alias}.id = any(${[...ids]}::int[]) and ${mine} order by ${alias}.id for no key update of ${alias}`
}
