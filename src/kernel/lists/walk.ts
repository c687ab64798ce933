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
 * index is divided by that column as well. Many rows may have the same amount. In ascending order the index has them in the usual
 * order; in descending order it has them reversed, so the amounts are walked: each is found as the next lower one.
 *
 * The index is by (value, division, usual order); `divided` of the resource names the division. It serves every list that is
 * filtered only by the division, and other lists while they are long; short ones are read and sorted.
 */
import { isNullable, type Schema } from '../../contract/schema.ts'
import { isStaff, type Reader } from '../access/caller.ts'
import { all, join, literal, raw, type Sql, sql } from '../database/sql.ts'
import type { Division, Resource, Walk } from '../resources/resource.ts'
import { type Aliases, fromOf, joinsFor } from '../resources/select.ts'
import { type Order, type Ordering, orderAliases, orderBy } from './order.ts'
import { type Condition, cut, type ListQuestion, named, reachOf } from './statements.ts'

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
  if (walk === 'parts')
    // For a single part the planner uses its index without help.
    return parts.length > 1 ? cut(byParts(resource, order, reached), question) : undefined
  if ('column' in walk)
    return walk.values && cut(byValues(resource, order, { ...walk, values: walk.values }, reached), question)
  return cut(byAmounts(resource, order, reached, walk.indexed), question)
}

/**
 * The statement of the page's ids among the rows that have one of these values in a column, if the list is sorted by that column:
 * only these values are walked. Else undefined.
 */
export function walkedValues(
  resource: Resource,
  order: Order,
  question: ListQuestion,
  { key, ids }: { readonly key: string; readonly ids: readonly number[] },
  narrowed: readonly Condition[]
): Sql | undefined {
  const walk = resource.fields[order.field]?.walk
  if (typeof walk !== 'object' || !('column' in walk) || key !== `${resource.alias}.${walk.column}`) return undefined
  const parts = partsOf(resource, divisionsOf(resource, order), question)
  if (parts.length === 0) return undefined
  const values = sql`select unnest(${[...ids]}::int[])`
  return cut(byValues(resource, order, { ...walk, values }, { parts, reach: reachOf(question), narrowed }), question)
}

/** The division of the order's index. A list that is filtered by nothing else counts as unfiltered. */
export function divisionsOf({ divided, fields }: Resource, { field }: Order): readonly Division[] {
  const walk = fields[field]?.walk
  if (!divided) return []
  return typeof walk === 'object' && 'partsBy' in walk ? [divided, walk.partsBy] : [divided]
}

interface IndexPart {
  /** The part's code in the resource's own division. */
  readonly code: number
  /** Codes are literals in the statement, so that partial indexes can be used. */
  readonly where: Sql
}

function partsOf({ alias }: Resource, divisions: readonly Division[], { filters }: ListQuestion): IndexPart[] {
  const each = divisions.map(({ column, filter, values }) => {
    const chosen = filters[filter] as number | readonly number[] | undefined
    // A code that is listed twice is one part.
    const codes = [...new Set(chosen === undefined ? values : [chosen].flat())].sort((a, b) => a - b)
    return codes.map(code => ({ code, where: sql`${raw(`${alias}.${column}`)} = ${literal(code)}` }))
  })
  const [own = [], ...further] = each
  return further.reduce(
    (parts, others) =>
      parts.flatMap(part => others.map(({ where }) => ({ ...part, where: sql`${part.where} and ${where}` }))),
    own
  )
}

interface Reached {
  readonly parts: readonly IndexPart[]
  /** How many rows of each part the page may contain. */
  readonly reach: number
  readonly narrowed: readonly Condition[]
}

const aliasesOf = (conditions: readonly Condition[]): Aliases => conditions.flatMap(({ aliases }) => aliases)
const wheres = (conditions: readonly Condition[]): Sql => all(conditions.map(({ where }) => where))

function byValues(
  resource: Resource,
  { field, lead, tail }: Order,
  walk: Required<Walk>,
  { parts, reach, narrowed }: Reached
): Sql {
  const { alias, schema } = resource
  const own = raw(`${alias}.${walk.column}`)
  // In the index, rows without a value have 0, which is no id.
  const key = isNullable(schema.properties[field] as Schema) ? sql`coalesce(${own}, 0)` : own
  // Joins refer to the resource's alias: here it is a row that has only this column.
  const values = sql`select ${key} as walked, ${named(lead.by, 'v')}
    from (${walk.values} union all select null) ${raw(`${alias}(${walk.column})`)} ${joinsFor(resource, lead.aliases)}
    order by ${join(
      lead.by.map((_, n) => sql`${raw(`v${n}`)} ${lead.direction}`),
      ', '
    )}`
  const newest = parts.map(
    ({ where }) => sql`(select ${raw(alias)}.id, ${named(tail.by, 't')}
      from ${fromOf(resource)} ${joinsFor(resource, [...tail.aliases, ...aliasesOf(narrowed)])}
      where ${key} = value.walked and ${where} and ${wheres(narrowed)}
      order by ${orderBy({ lead: { ...lead, by: [] }, tail })} limit ${literal(reach)})`
  )
  const outer = {
    lead: { ...lead, by: lead.by.map((_, n) => raw(`value.v${n}`)) },
    tail: { ...tail, by: tail.by.map((_, n) => raw(`page.t${n}`)) }
  }
  return sql`select page.id from (${values}) value
    cross join lateral (${join(newest, ' union all ')}) page order by ${orderBy(outer)}`
}

/** Reads each part's page from its own index, and takes the first rows of all of them. */
const byParts = (resource: Resource, order: Order, reached: Reached): Sql =>
  firstOfParts(
    reached.parts.map(part => pageOfPart(resource, order, reached, part)),
    order
  )

const pageOfPart = (resource: Resource, order: Order, { reach, narrowed }: Reached, { where }: IndexPart): Sql =>
  sql`(select ${raw(resource.alias)}.id, ${named(order.lead.by, 'v')}, ${named(order.tail.by, 't')}
    from ${fromOf(resource)} ${joinsFor(resource, [...orderAliases(order), ...aliasesOf(narrowed)])}
    where ${where} and ${wheres(narrowed)} order by ${orderBy(order)} limit ${literal(reach)})`

function firstOfParts(parts: readonly Sql[], { lead, tail }: Order): Sql {
  const outer = { lead: { ...lead, by: columns(lead, 'page.v') }, tail: { ...tail, by: columns(tail, 'page.t') } }
  return sql`select page.id from (${join(parts, ' union all ')}) page order by ${orderBy(outer)}`
}

const columns = ({ by }: Ordering, name: string): Sql[] => by.map((_, n) => raw(`${name}${n}`))

/** The same by parts; in descending order, parts of the index are walked amount by amount. */
function byAmounts(resource: Resource, order: Order, reached: Reached, indexed?: readonly number[]): Sql {
  const isDown = order.lead.direction.sql.startsWith('desc')
  const isWalked = ({ code }: IndexPart): boolean => isDown && (indexed?.includes(code) ?? true)
  const pages = reached.parts.map(part => (isWalked(part) ? downAmounts : pageOfPart)(resource, order, reached, part))
  return firstOfParts(pages, order)
}

/** The greatest amount of a part, the next lower one, and so on, each with its newest rows. */
function downAmounts(
  resource: Resource,
  { lead, tail }: Order,
  { reach, narrowed }: Reached,
  { where }: IndexPart
): Sql {
  const none = { ...lead, by: [] }
  const amountFirst = (name: string): Sql => orderBy({ lead: { ...lead, by: columns(lead, name) }, tail: none })
  const greatest = (below: Sql): Sql => sql`(select ${named(lead.by, 'v')}
    from ${fromOf(resource)} ${joinsFor(resource, lead.aliases)} where ${where} and ${below}
    order by ${orderBy({ lead, tail: none })} limit 1)`
  const own = join(lead.by, ', ')
  // Without further filters each amount has at least one row, so as many amounts as wanted rows suffice. They are found one by one, the
  // greatest first, and PostgreSQL finds no more of them than are fetched.
  const most = narrowed.length === 0 ? sql`limit ${literal(reach)}` : raw('')
  return sql`(select page.id, amount.*, ${join(columns(tail, 'page.t'), ', ')} from (
      with recursive above as (${greatest(raw('true'))} union all
        select next.* from above
          cross join lateral ${greatest(sql`(${own}) < (${join(columns(lead, 'above.v'), ', ')})`)} next)
      select * from (select * from above ${most}) above order by ${amountFirst('above.v')}) amount
    cross join lateral (select ${raw(resource.alias)}.id, ${named(tail.by, 't')}
      from ${fromOf(resource)} ${joinsFor(resource, [...lead.aliases, ...tail.aliases, ...aliasesOf(narrowed)])}
      where ${where} and (${own}) = (${join(columns(lead, 'amount.v'), ', ')}) and ${wheres(narrowed)}
      order by ${orderBy({ lead: none, tail })} limit ${literal(reach)}) page
    order by ${amountFirst('amount.v')}, ${orderBy({ lead: none, tail: { ...tail, by: columns(tail, 'page.t') } })}
    limit ${literal(reach)})`
}
