/**
 * Search among a million rows. Each place where a search looks (number, company, address …) has a trigram index of its own;
 * the rows that they find are united by the resource's keys. Three ways lead to a page, by how common the term is:
 *
 * - rare (up to 10,000 rows in all): the ids found are joined to the filter, sorted and cut;
 * - common, in the usual order: the newest 2,000 rows of the filter are tried one by one, which nearly always fills the
 *   page, because what is common is also common among the newest;
 * - common otherwise: the rows of the filter are read in their order, and each is looked up among those found.
 *
 * A client's own rows are few: each is compared, and the index, which knows everybody's, is not used.
 *
 * One way for all would be slow for some: fetching 600,000 matches from the index takes seconds, and reading a million rows
 * for one match does too. A term of one or two letters matches the beginnings of words.
 */
import { isClient, type Reader } from '../access/caller.ts'
import { type Database, join, literal, query, queryOne, queryPrepared, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource, SearchPlace } from '../resources/resource.ts'
import { fromOf, visible } from '../resources/select.ts'
import type { Order } from './order.ts'
import {
  anyOf,
  type Condition,
  cappedCountOf,
  countedUpTo,
  type ListQuestion,
  pageOfIds,
  selectIds,
  type Total
} from './statements.ts'

const recentWindow = 2_000

export interface SearchResult {
  /** A statement of the page's ids. */
  readonly found: Sql
  readonly total: Total
  /** How the page is read: prepared, where the term is no longer in the statement. */
  readonly ask: typeof query
}

type Matching = (text: string) => Sql

const escaped = (term: string): string => term.replace(/[\\%_]/g, '\\$&')

/** The condition that a text contains the term; of a short term, that one of its words begins with it. */
function matching(term: string): Matching {
  const like = escaped(term)
  if (term.length > 2) return text => sql`${raw(text)} ilike ${`%${like}%`}`
  return text => sql`(${raw(text)} ilike ${`${like}%`} or ${raw(text)} ilike ${`% ${like}%`})`
}

const idsAt = ({ of }: SearchPlace, matches: Matching): Sql =>
  sql`select ${raw(of.id)} from ${raw(of.table)} where ${matches(of.text)}`

/** Ids of all rows found by each place. */
const idsByPlace = (resource: Resource, places: readonly SearchPlace[], matches: Matching): Sql[] =>
  places.map(place =>
    place.key === `${resource.alias}.id`
      ? idsAt(place, matches)
      : sql`select ${raw(`${resource.alias}.id`)} from ${fromOf(resource)} where ${raw(place.key)} in (${idsAt(place, matches)})`
  )

/** How many rows are found, counted only far enough to know that a term is common: each place stops at the cap by itself. */
async function cappedMatchCount(database: Database, found: readonly Sql[]): Promise<number> {
  const parts = found.map(part => sql`(${part} limit ${countedUpTo + 1})`)
  const { counted } = cappedCountOf(join(parts, ' union '))
  return Number((await queryOne<{ n: number }>(database, counted))?.n ?? 0)
}

/** What a search is made of, once for all its ways. */
interface Search {
  readonly database: Database
  readonly resource: Resource
  readonly places: readonly SearchPlace[]
  readonly conditions: readonly Condition[]
  readonly order: Order
  readonly question: ListQuestion
  readonly matches: Matching
}

/** The page and the total of a search within the conditions. */
export async function searchRows(
  database: Database,
  resource: Resource,
  conditions: readonly Condition[],
  order: Order,
  question: ListQuestion,
  reader: Reader
): Promise<SearchResult> {
  const places = resource.search && searchedBy(resource.search, reader)
  if (!places) throw new Error(`${resource.type} cannot be searched`)
  const matches = matching(question.search ?? '')
  const search: Search = { database, resource, places, conditions, order, question, matches }
  if (visible(resource, reader)) return searchRareTerm(search, textCondition(search))
  const found = idsByPlace(resource, places, matches)
  if ((await cappedMatchCount(database, found)) > countedUpTo) return searchCommonTerm(search)
  return searchRareTerm(search, { where: sql`${raw(resource.alias)}.id in (${join(found, ' union ')})`, aliases: [] })
}

/** The condition that a row is found by the term, wherever it looks: for whoever reads all rows and not a page. */
export function foundBy(resource: Resource, term: string, reader: Reader): Condition {
  const places = resource.search && searchedBy(resource.search, reader)
  if (!places) throw new Error(`${resource.type} cannot be searched`)
  const matches = matching(term)
  if (visible(resource, reader)) return textCondition({ places, matches })
  const found = idsByPlace(resource, places, matches)
  return { where: sql`${raw(resource.alias)}.id in (${join(found, ' union ')})`, aliases: [] }
}

/** Where the reader's search looks: nobody finds a row by what it may not read. */
const searchedBy = (places: readonly SearchPlace[], reader: Reader): readonly SearchPlace[] =>
  isClient(reader)
    ? places.map(({ clientText, ...place }) =>
        clientText ? { key: place.key, of: place.of, text: clientText } : place
      )
    : places

/** The condition on the row's own texts. */
const textCondition = ({ places, matches }: Pick<Search, 'places' | 'matches'>): Condition =>
  anyOf(places.map(place => ({ where: matches(place.text), aliases: place.join ? [place.join] : [] })))

const theseIds = (ids: readonly number[]): Sql => sql`select unnest(${[...ids]}::int[]) as id`
const number = (n: number): Sql => sql`select ${n}::bigint as n`

/** Few enough to read all: one statement finds them in their order, and their number is the total. */
async function searchRareTerm(search: Search, condition: Condition): Promise<SearchResult> {
  const { database, resource, order, question } = search
  const conditions = [...search.conditions, condition]
  const all = sql`${selectIds(resource, conditions, order)} limit ${countedUpTo + 1}`
  const ids = (await query<{ id: number }>(database, all)).map(row => row.id)
  const total = { counted: number(ids.length), isExact: false }
  const from = (question.page - 1) * question.limit
  if (ids.length <= countedUpTo || from + question.limit <= countedUpTo) {
    return { found: theseIds(ids.slice(from, from + question.limit)), total, ask: queryPrepared }
  }
  return { found: pageOfIds(resource, conditions, order, question), total, ask: query }
}

/** The rows of the filter are read in their order, and each is looked up among those that the indexes found. */
async function searchCommonTerm(search: Search): Promise<SearchResult> {
  const { resource, places, order, question, matches } = search
  const lookedUp = anyOf(
    places.map(place => ({ where: sql`${raw(place.key)} in (${idsAt(place, matches)})`, aliases: [] }))
  )
  const conditions = [...search.conditions, lookedUp]
  const total =
    search.conditions.length === 0 ? { counted: number(countedUpTo + 1), isExact: false } : countWithin(search)
  const recent = order.isDefault ? await searchRecentWindow(search) : undefined
  return { found: recent ?? pageOfIds(resource, conditions, order, question), total, ask: query }
}

/** How many rows of the filter are found: each place counts from its index, and stops at the cap by itself. */
function countWithin({ resource, places, conditions, matches }: Search): Total {
  const parts = places.map(place => {
    const found = { where: sql`${raw(place.key)} in (${idsAt(place, matches)})`, aliases: [] }
    return sql`(${selectIds(resource, [...conditions, found])} limit ${literal(countedUpTo + 1)})`
  })
  return cappedCountOf(join(parts, ' union '))
}

/** The page among the newest rows of the filter, or undefined when they do not fill it. */
async function searchRecentWindow(search: Search): Promise<Sql | undefined> {
  const { database, resource, conditions, order, question } = search
  const newest = sql`${raw(resource.alias)}.id in (${selectIds(resource, conditions, order)} limit ${recentWindow})`
  const matching = [{ where: newest, aliases: [] }, textCondition(search)]
  const rows = await query<{ id: number }>(database, pageOfIds(resource, matching, order, question))
  return rows.length === question.limit ? theseIds(rows.map(row => row.id)) : undefined
}
