/** The SQL of a resource: select lists, joins, and the rows of given ids. PostgreSQL builds the JSON. */

import type { Schema } from '../../contract/schema.ts'
import { isNullable, unwrapped } from '../../contract/schema.ts'
import { isClient, isStaff, type Reader } from '../access/caller.ts'
import { asSql, join, raw, type Sql, sql } from '../database/sql.ts'
import { isoInstant } from '../database/text.ts'
import type { FieldExpression, Resource } from './resource.ts'

const fieldOf = ({ fields, type }: Resource, name: string): FieldExpression => {
  const field = fields[name]
  if (!field) throw new Error(`${type} has no field ${name}`)
  return field
}

/** Whether a role may see the field; the application itself sees all. */
const isVisible = ({ access }: FieldExpression, { role }: Reader): boolean =>
  !access || role === 'SYSTEM' || (role !== null && access.includes(role))

/** Whether the reader may see the field where it may see the row. */
export const maySee = (resource: Resource, name: string, reader: Reader): boolean =>
  isVisible(fieldOf(resource, name), reader)

/** The fields of a view that the reader may see, in the view's order. */
export const visibleFields = (resource: Resource, view: string, reader: Reader): string[] =>
  viewOf(resource, view).filter(name => isVisible(fieldOf(resource, name), reader))

/** The view of what history shows to the reader. */
export const historyView = ({ clientHistory }: Resource, reader: Reader): string =>
  (isClient(reader) ? clientHistory?.view : undefined) ?? 'history'

/** The fields that history shows to the reader: those of the view, accounts under the name of the person's field. */
export const historyFields = (resource: Resource, reader: Reader): string[] =>
  visibleFields(resource, historyView(resource, reader), reader).map(name => resource.historyAccounts[name] ?? name)

/** The fields of a view. Throws when the resource has none of that name. */
export function viewOf({ views, type }: Resource, view: string): readonly string[] {
  const fields = views[view]
  if (!fields) throw new Error(`${type} has no view ${view}`)
  return fields
}

/** What an expression is in SQL for the reader. */
export const expressionFor = ({ sql: given }: FieldExpression, reader: Reader): Sql =>
  typeof given === 'function' ? given(reader) : asSql(given)

/** What a field is in SQL, over the resource's alias and joins. */
export const expressionOf = (resource: Resource, name: string, reader: Reader): Sql =>
  expressionFor(fieldOf(resource, name), reader)

/** `expression as "field"`: the field as it is sent, an instant in ISO 8601 in UTC. */
function columnOf(resource: Resource, name: string, value: Sql): Sql {
  const { format } = unwrapped(resource.schema.properties[name] as Schema)
  const sent = format === 'instant' ? isoInstant(value) : value
  return sql`${sent} as ${raw(`"${name}"`)}`
}

/** Columns that are the same for every reader, made once at their first use, because every list's statement contains them. */
const made = new WeakMap<Resource, Map<string, Sql>>()

function column(resource: Resource, name: string, reader: Reader): Sql {
  const field = fieldOf(resource, name)
  if (typeof field.sql === 'function') return columnOf(resource, name, field.sql(reader))
  const columns = made.get(resource) ?? new Map<string, Sql>()
  made.set(resource, columns)
  const kept = columns.get(name) ?? columnOf(resource, name, asSql(field.sql))
  columns.set(name, kept)
  return kept
}

/** Aliases of the joins that a part of a statement needs. */
export type Aliases = readonly string[]

const aliasesOf = ({ join: alias }: { readonly join?: string | readonly string[] }): Aliases =>
  alias === undefined ? [] : [alias].flat()

export interface Selection {
  /** `expression as "field", …` */
  readonly columns: Sql
  readonly aliases: Aliases
}

/** The select list of the given fields, and the joins that it needs. */
export function selectionOf(resource: Resource, names: readonly string[], reader: Reader): Selection {
  const columns = names.map(name => column(resource, name, reader))
  return { columns: join(columns, ', '), aliases: names.flatMap(name => aliasesOf(fieldOf(resource, name))) }
}

/** The join clauses of the given aliases, and of those that they depend on, in their declared order. */
export function joinsFor({ joins, type }: Resource, aliases: Aliases): Sql {
  const needed = new Set<string>()
  const need = (alias: string): void => {
    const clause = joins[alias]
    if (clause === undefined) throw new Error(`${type} has no join ${alias}`)
    if (typeof clause === 'object' && 'after' in clause) need(clause.after)
    needed.add(alias)
  }
  for (const alias of aliases) need(alias)
  const clauses = Object.entries(joins).filter(([alias]) => needed.has(alias))
  if (clauses.length === 0) return raw('')
  return join(
    clauses.map(([, clause]) => asSql(typeof clause === 'object' && 'after' in clause ? clause.sql : clause)),
    ' '
  )
}

export interface Sorting {
  readonly by: readonly Sql[]
  readonly aliases: Aliases
  readonly nullable: boolean
}

/** The expressions that a header sorts by. */
export function sortingOf(resource: Resource, name: string, reader: Reader): Sorting {
  const field = fieldOf(resource, name)
  const by = field.sort ? field.sort.map(text => raw(text)) : [expressionFor(field, reader)]
  return { by, aliases: aliasesOf(field), nullable: isNullable(resource.schema.properties[name] as Schema) }
}

/** The condition that limits rows to the reader's; undefined where it sees all. */
export const visible = (resource: Resource, reader: Reader): Sql | undefined =>
  isStaff(reader) && !resource.isPersonal ? undefined : resource.visibleTo(reader)

/** `table alias` */
export const fromOf = ({ table, alias }: Pick<Resource, 'table' | 'alias'>): Sql => raw(`${table} ${alias}`)

/** One statement that reads rows by their ids as JSON objects, in the order of ids, without asking who may see them. */
export function selectByIds(resource: Resource, names: readonly string[], ids: readonly number[], reader: Reader): Sql {
  const { columns, aliases } = selectionOf(resource, names, reader)
  const id = raw(`${resource.alias}.id`)
  return sql`select to_json(r) as row from (select ${columns} from ${fromOf(resource)} ${joinsFor(resource, aliases)}
    where ${id} = any(${[...ids]}::int[]) order by ${id}) r`
}

/** The ids of the given rows that the reader may see, locked in the order of ids against every other writer. */
export function lockByIds(resource: Resource, ids: readonly number[], reader: Reader): Sql {
  const alias = raw(resource.alias)
  const condition = visible(resource, reader) ?? raw('true')
  return sql`select ${alias}.id, ${alias}.version from ${fromOf(resource)}
    where ${alias}.id = any(${[...ids]}::int[]) and ${condition} order by ${alias}.id for no key update of ${alias}`
}
