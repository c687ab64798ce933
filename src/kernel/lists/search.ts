/**
 * Search among a million rows. Each place where a search looks (number, company, address …) has a trigram index of its own;
 * what they find is united by the row's keys. Three ways lead to a page, by how common the term is:
 *
 * - rare (up to 10,000 rows in all): the ids found are joined to the filter, sorted and cut;
 * - common, in the usual order: the newest 2,000 rows of the filter are tried one by one, which nearly always fills the
 *   page, because what is common is also common among the newest;
 * - common otherwise: the rows of the filter are walked in their order, and each is looked up in what was found.
 *
 * A client's own rows are few: there each is looked at, and the index, which knows everybody's, is not asked.
 *
 * One way for all would be terrible for some: asking the index for a crowd of 600,000 takes seconds, and walking a million
 * rows for one of them does too. A term of one or two letters matches the beginnings of words.
 */

import type { Caller } from '../access/caller.ts'
import { type Database, join, query, queryOne, raw, type Sql, sql } from '../database/sql.ts'
import { type Rows, type SearchPlace, visible } from '../resources/rows.ts'
import {
  cappedCount,
  cappedCountOf,
  countedUpTo,
  type ListQuestion,
  type Order,
  pageOfIds,
  selectIds,
  type Total
} from './statements.ts'

const recentWindow = 2_000

export interface Searched {
  /** A statement of the page's ids. */
  readonly found: Sql
  readonly total: Total
}

type Matching = (text: string) => Sql

const literal = (term: string): string => term.replace(/[\\%_]/g, '\\$&')

/** The condition that a text contains the term; of a short term, that one of its words begins with it. */
function matching(term: string): Matching {
  const like = literal(term)
  if (term.length > 2) return text => sql`${raw(text)} ilike ${`%${like}%`}`
  return text => sql`(${raw(text)} ilike ${`${like}%`} or ${raw(text)} ilike ${`% ${like}%`})`
}

const idsAt = ({ of }: SearchPlace, matches: Matching): Sql =>
  sql`select ${raw(of.id)} from ${raw(of.table)} where ${matches(of.text)}`

/** Ids of all rows found by each place. */
const finds = ({ table, alias }: Rows, places: readonly SearchPlace[], matches: Matching): Sql[] =>
  places.map(place =>
    place.key === `${alias}.id`
      ? idsAt(place, matches)
      : sql`select ${raw(`${alias}.id`)} from ${raw(table)} ${raw(alias)} where ${raw(place.key)} in (${idsAt(place, matches)})`
  )

/** How many rows are found, counted only far enough to know a crowd: each place stops at the cap by itself. */
async function cappedMatchCount(database: Database, found: readonly Sql[]): Promise<number> {
  const parts = found.map(part => sql`(${part} limit ${countedUpTo + 1})`)
  const { counted } = cappedCountOf(join(parts, ' union '))
  return Number((await queryOne<{ n: number }>(database, counted))?.n ?? 0)
}

const either = (conditions: readonly Sql[]): Sql => sql`(${join(conditions, ' or ')})`

/** What a search is made of, once for all its ways. */
interface Asked {
  readonly database: Database
  readonly rows: Rows
  readonly places: readonly SearchPlace[]
  readonly where: readonly Sql[]
  readonly order: Order
  readonly question: ListQuestion
  readonly matches: Matching
}

/** The page and the total of a search within the conditions. */
export async function searched(
  database: Database,
  rows: Rows,
  where: readonly Sql[],
  order: Order,
  question: ListQuestion,
  caller: Caller
): Promise<Searched> {
  const places = rows.search
  if (!places) throw new Error(`${rows.type} cannot be searched`)
  const matches = matching(question.search ?? '')
  const asked: Asked = { database, rows, places, where, order, question, matches }
  if (visible(rows, caller)) return searchRareTerm(asked, textCondition(asked))
  const found = finds(rows, places, matches)
  if ((await cappedMatchCount(database, found)) > countedUpTo) return searchCommonTerm(asked)
  return searchRareTerm(asked, sql`${raw(rows.alias)}.id in (${join(found, ' union ')})`)
}

/** The condition on the row's own texts. */
const textCondition = ({ places, matches }: Asked): Sql => either(places.map(place => matches(place.text)))

const theseIds = (ids: readonly number[]): Sql => sql`select unnest(${[...ids]}::int[]) as id`
const number = (n: number): Sql => sql`select ${n}::bigint as n`

/** Few enough to look at all: one statement finds them in their order, and tells how many there are. */
async function searchRareTerm({ database, rows, where, order, question }: Asked, condition: Sql): Promise<Searched> {
  const all = sql`${selectIds(rows, [...where, condition], order)} limit ${countedUpTo + 1}`
  const ids = (await query<{ id: number }>(database, all)).map(row => row.id)
  const total = { counted: number(ids.length), isExact: false }
  const from = (question.page - 1) * question.limit
  if (ids.length <= countedUpTo || from + question.limit <= countedUpTo) {
    return { found: theseIds(ids.slice(from, from + question.limit)), total }
  }
  return { found: pageOfIds(rows, [...where, condition], order, question), total }
}

/** A crowd: the rows of the filter are walked, and each is looked up in what the indexes found. */
async function searchCommonTerm(asked: Asked): Promise<Searched> {
  const { rows, places, where, order, question, matches } = asked
  const walked = either(places.map(place => sql`${raw(place.key)} in (${idsAt(place, matches)})`))
  const total =
    where.length === 0 ? { counted: number(countedUpTo + 1), isExact: false } : cappedCount(rows, [...where, walked])
  const newest = order.isDefault ? await searchRecentWindow(asked) : undefined
  return { found: newest ?? pageOfIds(rows, [...where, walked], order, question), total }
}

/** The page among the newest rows of the filter, or undefined when they do not fill it. */
async function searchRecentWindow(asked: Asked): Promise<Sql | undefined> {
  const { database, rows, where, order, question } = asked
  const tried = sql`${raw(rows.alias)}.id in (${selectIds(rows, where, order)} limit ${recentWindow})`
  const seen = await query<{ id: number }>(database, pageOfIds(rows, [tried, textCondition(asked)], order, question))
  return seen.length === question.limit ? theseIds(seen.map(row => row.id)) : undefined
}
