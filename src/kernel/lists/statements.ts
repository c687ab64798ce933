/** The statements that lists and searches consist of: which rows, in which order, how many. */
import { all, join, literal, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource } from '../resources/resource.ts'
import { type Aliases, fromOf, joinsFor } from '../resources/select.ts'
import { type Order, orderAliases, orderBy } from './order.ts'

/** Totals are exact up to this number; above it the answer says that counting stopped. */
export const countedUpTo = 10_000

export interface ListQuestion {
  readonly page: number
  readonly limit: number
  readonly orderBy?: string | undefined
  readonly desc?: boolean | undefined
  readonly search?: string | undefined
  /** Values of the resource's filters, checked. */
  readonly filters: Readonly<Record<string, unknown>>
}

/** A condition, and the aliases of the joins that it needs. */
export interface Condition {
  readonly where: Sql
  readonly aliases: Aliases
}

/** A statement that returns `n`. Above the cap, a total that is not exact is marked as such. */
export interface Total {
  readonly counted: Sql
  readonly isExact: boolean
}

export const selectIds = (resource: Resource, conditions: readonly Condition[], order?: Order): Sql => {
  const aliases = [...conditions.flatMap(condition => condition.aliases), ...(order ? orderAliases(order) : [])]
  const where = all(conditions.map(condition => condition.where))
  const sorted = order ? sql` order by ${orderBy(order)}` : raw('')
  return sql`select ${raw(resource.alias)}.id from ${fromOf(resource)} ${joinsFor(resource, aliases)} where ${where}${sorted}`
}

/** A statement of ids that are known. */
export const theseIds = (ids: readonly number[]): Sql => sql`select unnest(${[...ids]}::int[]) as id`

/** Expressions with names: `{letter}0`, `{letter}1` … */
export const named = (expressions: readonly Sql[], letter: string): Sql =>
  join(
    expressions.map((expression, n) => sql`${expression} as ${raw(`${letter}${n}`)}`),
    ', '
  )

/**
 * The same ids in the same order, but rows are read first and then sorted. Left to itself, PostgreSQL would read all rows in the
 * order until a page is full, as if matching rows were spread evenly.
 */
export function selectThenSort(resource: Resource, conditions: readonly Condition[], order: Order): Sql {
  const { lead, tail } = order
  const aliases = [...conditions.flatMap(condition => condition.aliases), ...orderAliases(order)]
  const read = sql`select ${raw(resource.alias)}.id, ${named(lead.by, 'v')}, ${named(tail.by, 't')}
    from ${fromOf(resource)} ${joinsFor(resource, aliases)}
    where ${all(conditions.map(condition => condition.where))} offset 0`
  const outer = {
    lead: { ...lead, by: lead.by.map((_, n) => raw(`read.v${n}`)) },
    tail: { ...tail, by: tail.by.map((_, n) => raw(`read.t${n}`)) }
  }
  return sql`select read.id from (${read}) read order by ${orderBy(outer)}`
}

/** How far into the order a page reaches, rounded up to steps so that there are few different texts: 256, 1,024, 4,096 … */
export function reachOf({ page, limit }: Pick<ListQuestion, 'page' | 'limit'>): number {
  if (page === 1) return limit
  let reach = 256
  while (reach < page * limit) reach *= 4
  return reach
}

/**
 * The page of sorted ids. The first page's limit is part of the text, because the plan depends on it. A later page's text contains
 * only how far it reaches, which its plan depends on; its offset is a parameter. So it does not spoil the plan of other pages.
 */
export function cut(sorted: Sql, question: Pick<ListQuestion, 'page' | 'limit'>): Sql {
  const { page, limit } = question
  const reached = sql`${sorted} limit ${literal(reachOf(question))}`
  if (page === 1) return reached
  return sql`select id from (${reached}) reached limit ${literal(limit)} offset ${(page - 1) * limit}`
}

export const pageOfIds = (
  resource: Resource,
  conditions: readonly Condition[],
  order: Order,
  question: ListQuestion
): Sql => cut(selectIds(resource, conditions, order), question)

/** Counts the rows of the conditions, up to one above the cap. */
export const cappedCount = (resource: Resource, conditions: readonly Condition[]): Total => ({
  counted: sql`select count(*) as n from (select 1 from (${selectIds(resource, conditions)}) s limit ${countedUpTo + 1}) c`,
  isExact: false
})
