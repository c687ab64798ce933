/** The statements that lists and searches consist of: which rows, in which order, how many. */
import { all, join, literal, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource } from '../resources/resource.ts'
import { type Aliases, fromOf, joinsFor } from '../resources/select.ts'
import { type Order, type Ordering, orderAliases, orderBy } from './order.ts'

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

/** The resource's table with the joins that the conditions and further parts of the statement need. */
export const tablesOf = (resource: Resource, conditions: readonly Condition[], aliases: Aliases = []): Sql =>
  sql`${fromOf(resource)} ${joinsFor(resource, [...conditions.flatMap(each => each.aliases), ...aliases])}`

/** The conditions joined by `and`. */
export const wheres = (conditions: readonly Condition[]): Sql => all(conditions.map(({ where }) => where))

/** `from … where …`: the rows that satisfy the conditions. */
export const rowsOf = (resource: Resource, conditions: readonly Condition[], aliases: Aliases = []): Sql =>
  sql`from ${tablesOf(resource, conditions, aliases)} where ${wheres(conditions)}`

export const selectIds = (resource: Resource, conditions: readonly Condition[], order?: Order): Sql => {
  const rows = rowsOf(resource, conditions, order && orderAliases(order))
  return sql`select ${raw(resource.alias)}.id ${rows}${order ? sql` order by ${orderBy(order)}` : raw('')}`
}

/** A statement of ids that are known. */
export const theseIds = (ids: readonly number[]): Sql => sql`select unnest(${[...ids]}::int[]) as id`

/** Expressions with names: `{letter}0`, `{letter}1` … */
export const named = (expressions: readonly Sql[], letter: string): Sql =>
  join(
    expressions.map((expression, n) => sql`${expression} as ${raw(`${letter}${n}`)}`),
    ', '
  )

/** The order by the names that `named` gave: `lead` and `tail` are an alias with the letter, such as `page.v`. */
export const orderByNames = (order: Order, lead: string, tail: string): Sql => {
  const renamed = (part: Ordering, name: string): Ordering => ({
    ...part,
    by: part.by.map((_, n) => raw(`${name}${n}`))
  })
  return orderBy({ lead: renamed(order.lead, lead), tail: renamed(order.tail, tail) })
}

/** A row's id, and the expressions that it is sorted by, with names. */
export const sortedColumns = ({ alias }: Resource, { lead, tail }: Order): Sql =>
  sql`${raw(alias)}.id, ${named(lead.by, 'v')}, ${named(tail.by, 't')}`

/**
 * The same ids in the same order, but rows are read first and then sorted, for few rows of a long list.
 */
export function selectThenSort(resource: Resource, conditions: readonly Condition[], order: Order): Sql {
  const read = sql`select ${sortedColumns(resource, order)} ${rowsOf(resource, conditions, orderAliases(order))} offset 0`
  return sql`select read.id from (${read}) read order by ${orderByNames(order, 'read.v', 'read.t')}`
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
