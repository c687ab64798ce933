/** The question of a search, and its answer: a statement of the page's ids, and the total. */
import type { Reader } from '../access/caller.ts'
import { type query, queryPrepared, type Sql, sql } from '../database/sql.ts'
import type { Resource } from '../resources/resource.ts'
import type { Order } from './order.ts'
import type { Condition, ListQuestion, Total } from './statements.ts'

/** The question: rows of the resource that satisfy the conditions, in the order. */
export interface Asked {
  readonly resource: Resource
  readonly conditions: readonly Condition[]
  readonly order: Order
  readonly question: ListQuestion
  readonly reader: Reader
}

export interface SearchResult {
  /** A statement of the page's ids. */
  readonly found: Sql
  readonly total: Total
  /** How the page is read: by a prepared statement, once the search term is no longer part of it. */
  readonly ask: typeof query
}

const theseIds = (ids: readonly number[]): Sql => sql`select unnest(${[...ids]}::int[]) as id`
export const number = (n: number): Total => ({ counted: sql`select ${n}::bigint as n`, isExact: false })
export const pageOfNone: SearchResult = { found: theseIds([]), total: number(0), ask: queryPrepared }

/** The page of ids that are sorted. */
export function sliceOf(sorted: readonly number[], { page, limit }: ListQuestion): SearchResult {
  return {
    found: theseIds(sorted.slice((page - 1) * limit, page * limit)),
    total: number(sorted.length),
    ask: queryPrepared
  }
}
