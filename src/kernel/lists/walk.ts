/**
 * Sorting a million rows by a column with few values: vehicle, item, type, operator. An index by the value gives each value's
 * newest rows at once, but the values are sorted by another table (names, plates), and no index covers both. The planner would read
 * and sort all rows of the first value, a fifth of the table. So the values are walked in their order, and each gives at most as
 * many of its newest rows as the page reaches; reading ends when the page is full.
 *
 *     select page.id from (values in their order) value
 *       cross join lateral (for each status: the value's newest ids, at most as many as the page reaches) page
 *     order by value, newest first limit …
 *
 * For many values (dates, amounts), an index by (division, value) gives each part in order, and the parts' pages are merged. An
 * amount may depend strongly on another column (a price on the type); a list filtered by that would have to skip most rows. So its
 * index is divided by that column as well. Rows with the same value follow the direction of the sort (`order.ts`), so that one index
 * serves both directions.
 *
 * The index is by (value, division, usual order); `divided` of the resource names the division. It serves every list that is
 * filtered only by the division, and other lists while they are long; short ones are read and sorted.
 */
import { isNullable, type Schema } from '../../contract/schema.ts'
import { isStaff, type Reader } from '../access/caller.ts'
import { join, literal, raw, type Sql, sql } from '../database/sql.ts'
import type { Division, Resource, Walk } from '../resources/resource.ts'
import { joinsFor } from '../resources/select.ts'
import { type Order, orderAliases, orderBy } from './order.ts'
import {
  type Condition,
  cut,
  type ListQuestion,
  named,
  orderByNames,
  reachOf,
  rowsOf,
  sortedColumns
} from './statements.ts'

/**
 * The statement of the page's ids if the sort has such an index, else undefined. `narrowed` are the other conditions on the rows;
 * many rows must satisfy them, or the walk takes long.
 */
export function walkedPage(
  resource: Resource,
  order: Order,
  question: ListQuestion,
  reader: Reader,
  narrowed: readonly Condition[] = []
): Sql | undefined {
  const { divided } = resource
  const walk = resource.fields[order.field]?.walk
  if (!walk || !divided || !isStaff(reader)) return undefined
  const parts = partsOf(resource, divisionsOf(resource, order), question)
  if (parts.length === 0) return undefined
  const reached = { parts, reach: reachOf(question), narrowed }
  if (typeof walk === 'object' && 'column' in walk)
    return walk.values && cut(byValues(resource, order, { ...walk, values: walk.values }, reached), question)
  // For a single part the planner uses its index without help.
  return parts.length > 1 ? cut(byParts(resource, order, reached), question) : undefined
}

/** The division of the order's index. A list that is filtered by nothing else counts as unfiltered. */
export function divisionsOf({ divided, fields }: Resource, { field }: Order): readonly Division[] {
  const walk = fields[field]?.walk
  if (!divided) return []
  return typeof walk === 'object' && 'partsBy' in walk ? [divided, walk.partsBy] : [divided]
}

/** The conditions of the index's parts. Codes are literals in the statement, so that partial indexes can be used. */
function partsOf({ alias }: Resource, divisions: readonly Division[], { filters }: ListQuestion): Condition[] {
  const each = divisions.map(({ column, filter, values }) => {
    const chosen = filters[filter] as number | readonly number[] | undefined
    // A code that is listed twice is one part.
    const codes = [...new Set(chosen === undefined ? values : [chosen].flat())].sort((a, b) => a - b)
    return codes.map(code => sql`${raw(`${alias}.${column}`)} = ${literal(code)}`)
  })
  const [own = [], ...further] = each
  return further
    .reduce((parts, others) => parts.flatMap(part => others.map(other => sql`${part} and ${other}`)), own)
    .map(condition)
}

/** A condition on the resource's own columns. */
const condition = (where: Sql): Condition => ({ where, aliases: [] })

interface Reached {
  readonly parts: readonly Condition[]
  /** How many rows of each part the page may contain. */
  readonly reach: number
  readonly narrowed: readonly Condition[]
}

function byValues(resource: Resource, order: Order, walk: Required<Walk>, { parts, reach, narrowed }: Reached): Sql {
  const { alias, schema } = resource
  const { field, lead, tail } = order
  const own = raw(`${alias}.${walk.column}`)
  // In the index, rows without a value have 0, which is no id.
  const key = isNullable(schema.properties[field] as Schema) ? sql`coalesce(${own}, 0)` : own
  // Joins refer to the resource's alias: here it is a row that has only this column.
  const values = sql`select ${key} as walked, ${named(lead.by, 'v')}
    from (${walk.values} union all select null) ${raw(`${alias}(${walk.column})`)} ${joinsFor(resource, lead.aliases)}
    order by ${orderByNames({ ...order, tail: { ...tail, by: [] } }, 'v', 't')}`
  const newest = parts.map(
    part => sql`(select ${raw(alias)}.id, ${named(tail.by, 't')}
      ${rowsOf(resource, [condition(sql`${key} = value.walked`), part, ...narrowed], tail.aliases)}
      order by ${orderBy({ lead: { ...lead, by: [] }, tail })} limit ${literal(reach)})`
  )
  return sql`select page.id from (${values}) value
    cross join lateral (${join(newest, ' union all ')}) page order by ${orderByNames(order, 'value.v', 'page.t')}`
}

/** Reads each part's page from its own index, and takes the first rows of all of them. */
function byParts(resource: Resource, order: Order, { parts, reach, narrowed }: Reached): Sql {
  const pages = parts.map(
    part => sql`(select ${sortedColumns(resource, order)} ${rowsOf(resource, [part, ...narrowed], orderAliases(order))}
      order by ${orderBy(order)} limit ${literal(reach)})`
  )
  return sql`select page.id from (${join(pages, ' union all ')}) page order by ${orderByNames(order, 'page.v', 'page.t')}`
}
