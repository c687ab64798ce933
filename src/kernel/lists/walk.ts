/**
 * Sorting a million rows by a column of few values: vehicle, item, type, operator. An index by the value gives each value's newest
 * rows at once, but the order of the values is another table's (names, plates), and no index spans both. The planner would
 * read and sort all rows of the first value, a fifth of the table. So the values are walked in their order, and each gives at
 * most as many of its newest rows as the page reaches; reading ends when the page is full.
 *
 *     select page.id from (values in their order) value
 *       cross join lateral (for each status: the value's newest ids, at most as many as the page reaches) page
 *     order by value, newest first limit …
 *
 * Where values are many (dates, amounts), an index by (division, value) gives each part in order, and the parts' pages are merged.
 *
 * The index is by (value, division, usual order): `divided` of the resource says what the division is. It serves every list that
 * is narrowed by nothing but the division, and others while they are long: shorter ones are read and sorted.
 */
import { isNullable, type Schema } from '../../contract/schema.ts'
import { isStaff, type Reader } from '../access/caller.ts'
import { all, join, literal, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource, Walk } from '../resources/resource.ts'
import { type Aliases, fromOf, joinsFor } from '../resources/select.ts'
import { type Order, orderAliases, orderBy } from './order.ts'
import { type Condition, cut, type ListQuestion, named, reachOf } from './statements.ts'

/**
 * The statement of the page's ids where the sort has such an index, else undefined. `narrowed` are all other conditions on its rows: many
 * rows must have them, or the walk goes on for long.
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
  const chosen = question.filters[divided.filter]
  // A code that is named twice is one part.
  const parts = [...new Set((chosen as readonly number[] | undefined) ?? divided.values)].sort((a, b) => a - b)
  if (parts.length === 0) return undefined
  const reach = reachOf(question)
  if (walk !== 'parts') return cut(byValues(resource, order, walk, { parts, reach, narrowed }), question)
  // The planner finds the index of one part by itself.
  return parts.length > 1 ? cut(byParts(resource, order, { parts, reach, narrowed }), question) : undefined
}

interface Reached {
  readonly parts: readonly number[]
  /** How many rows of each part may be on the page. */
  readonly reach: number
  readonly narrowed: readonly Condition[]
}

const aliasesOf = (conditions: readonly Condition[]): Aliases => conditions.flatMap(({ aliases }) => aliases)
const wheres = (conditions: readonly Condition[]): Sql => all(conditions.map(({ where }) => where))

function byValues(
  resource: Resource,
  { field, lead, tail }: Order,
  walk: Walk,
  { parts, reach, narrowed }: Reached
): Sql {
  const { alias, divided, schema } = resource
  const own = raw(`${alias}.${walk.column}`)
  // Rows without a value are under 0 in the index, which is nobody's id.
  const key = isNullable(schema.properties[field] as Schema) ? sql`coalesce(${own}, 0)` : own
  // Joins stand on the resource's alias: here it is a row that has nothing but the column.
  const values = sql`select ${key} as walked, ${named(lead.by, 'v')}
    from (${walk.values} union all select null) ${raw(`${alias}(${walk.column})`)} ${joinsFor(resource, lead.aliases)}
    order by ${join(
      lead.by.map((_, n) => sql`${raw(`v${n}`)} ${lead.direction}`),
      ', '
    )}`
  // The division is in the text of each part, so that indexes of some parts only are found.
  const newest = parts.map(
    part => sql`(select ${raw(alias)}.id, ${named(tail.by, 't')}
      from ${fromOf(resource)} ${joinsFor(resource, [...tail.aliases, ...aliasesOf(narrowed)])}
      where ${key} = value.walked and ${raw(`${alias}.${divided?.column}`)} = ${literal(part)} and ${wheres(narrowed)}
      order by ${orderBy({ lead: { ...lead, by: [] }, tail })} limit ${literal(reach)})`
  )
  const outer = {
    lead: { ...lead, by: lead.by.map((_, n) => raw(`value.v${n}`)) },
    tail: { ...tail, by: tail.by.map((_, n) => raw(`page.t${n}`)) }
  }
  return sql`select page.id from (${values}) value
    cross join lateral (${join(newest, ' union all ')}) page order by ${orderBy(outer)}`
}

/** Each part's page from its own index, and of all of them the first rows. */
function byParts(resource: Resource, order: Order, { parts, reach, narrowed }: Reached): Sql {
  const { lead, tail } = order
  const { alias, divided } = resource
  const each = parts.map(
    part => sql`(select ${raw(alias)}.id, ${named(lead.by, 'v')}, ${named(tail.by, 't')}
      from ${fromOf(resource)} ${joinsFor(resource, [...orderAliases(order), ...aliasesOf(narrowed)])}
      where ${raw(`${alias}.${divided?.column}`)} = ${literal(part)} and ${wheres(narrowed)} order by ${orderBy(order)} limit ${literal(reach)})`
  )
  const outer = {
    lead: { ...lead, by: lead.by.map((_, n) => raw(`page.v${n}`)) },
    tail: { ...tail, by: tail.by.map((_, n) => raw(`page.t${n}`)) }
  }
  return sql`select page.id from (${join(each, ' union all ')}) page order by ${orderBy(outer)}`
}
