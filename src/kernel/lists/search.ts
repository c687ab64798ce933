/**
 * Search among a million rows. Each place where a search looks (number, company, address …) has a trigram index of its own;
 * the rows that they find are united by the resource's keys. Three ways lead to a page, by how common a word is:
 *
 * - rare (up to 10,000 rows in all): the ids found are joined to the filter, sorted and cut;
 * - common, in the usual order: the newest 2,000 rows of the filter are tried one by one, which nearly always fills the
 *   page, because what is common is also common among the newest;
 * - common otherwise: the rows of the filter are read in their order, and each is looked up among those found.
 *
 * A client's own rows are few: each is compared, and the index of their own texts, which knows everybody's, is not used.
 *
 * One way for all would be slow for some: fetching 600,000 matches from the index takes seconds, and reading a million rows
 * for one match does too.
 *
 * Every word is looked for by itself, and a row has them all, each in whichever place. The rows of the first rare word, the longest
 * ones first, are read and the others looked up in them. Letters count without their marks (`kernel.fold`, which the indexes are
 * over); a word of one or two letters matches the beginnings of words.
 */
import { isClient, type Reader } from '../access/caller.ts'
import { type Database, join, literal, query, queryOne, queryPrepared, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource, SearchPlace } from '../resources/resource.ts'
import { fromOf, visible } from '../resources/select.ts'
import type { Order } from './order.ts'
import {
  anyOf,
  type Condition,
  cappedCount,
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

/** The condition on a text that has been folded. */
type Matching = (text: Sql) => Sql

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&')

/** More words than these add nothing that a person meant, and the longest say the most. */
const maxWords = 8

/** The words of a search, the longest first. A word that is inside another says nothing more. */
export function wordsOf(search: string): string[] {
  const words = [...new Set(search.normalize('NFC').split(/\s+/).filter(Boolean))]
  const isInside = (word: string): boolean =>
    word.length > 2 && words.some(other => other !== word && other.includes(word))
  return words
    .filter(word => !isInside(word))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxWords)
}

/** A tax number or a phone is kept as digits alone; people write it with dashes. A postal code has its dash. */
function spellings(word: string): string[] {
  const digits = word.replaceAll('-', '')
  return /^[\d-]+$/.test(word) && digits.length > 6 && digits !== word ? [word, digits] : [word]
}

/** Texts as they are compared: one that is stored so is taken as it is. */
const folded = (text: string, isFolded = false): Sql => (isFolded ? raw(text) : sql`kernel.fold(${raw(text)})`)

/** The condition that a text contains the word; of a short one, that a word of the text begins with it. */
function matching(word: string): Matching {
  const patterns = spellings(word).flatMap(spelling => {
    const like = escaped(spelling)
    return spelling.length > 2 ? [`%${like}%`] : [`${like}%`, `% ${like}%`]
  })
  return text =>
    sql`(${join(
      patterns.map(pattern => sql`${text} like kernel.fold(${pattern})`),
      ' or '
    )})`
}

const idsAt = ({ of }: SearchPlace, matches: Matching): Sql =>
  sql`select ${raw(of.id)} from ${raw(of.table)} where ${matches(folded(of.text, of.isFolded))}`

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

/** What is looked for, and where. */
interface Words {
  readonly resource: Resource
  readonly places: readonly SearchPlace[]
  /** A word each, the longest first. */
  readonly words: readonly Matching[]
}

/** What a search is made of, once for all its ways. */
interface Search extends Words {
  readonly database: Database
  readonly conditions: readonly Condition[]
  readonly order: Order
  readonly question: ListQuestion
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
  const words = wordsOf(question.search ?? '').map(matching)
  const search: Search = { database, resource, places, conditions, order, question, words }
  if (visible(resource, reader)) return searchRareTerm(search, ownConditions(search))
  for (const word of words) {
    const found = idsByPlace(resource, places, word)
    if ((await cappedMatchCount(database, found)) > countedUpTo) continue
    const isFound = { where: sql`${raw(resource.alias)}.id in (${join(found, ' union ')})`, aliases: [] }
    const others = words.filter(other => other !== word)
    return searchRareTerm(search, [isFound, ...textConditions(search, others)])
  }
  return searchCommonTerm(search)
}

/** The conditions that a row is found by the words, wherever it looks: for whoever reads all rows and not a page. */
export function foundBy(resource: Resource, search: string, reader: Reader): Condition[] {
  const places = resource.search && searchedBy(resource.search, reader)
  if (!places) throw new Error(`${resource.type} cannot be searched`)
  const words = wordsOf(search).map(matching)
  return (visible(resource, reader) ? ownConditions : lookedUp)({ places, resource, words })
}

/** Where the reader's search looks: nobody finds a row by what it may not read. */
const searchedBy = (places: readonly SearchPlace[], reader: Reader): readonly SearchPlace[] =>
  isClient(reader)
    ? places.map(({ clientText, ...place }) =>
        clientText ? { ...place, of: { ...place.of, isFolded: false }, text: clientText } : place
      )
    : places

/** The place's text on the row contains the word. */
const inText = ({ text, join: alias, of }: SearchPlace, word: Matching): Condition => ({
  where: word(folded(text, of.isFolded)),
  aliases: alias ? [alias] : []
})

/** The row's key is among those that the place's index finds. */
const inIndex = (place: SearchPlace, word: Matching): Condition => ({
  where: sql`${raw(place.key)} in (${idsAt(place, word)})`,
  aliases: []
})

/** Each word is in one of the row's texts. */
const textConditions = ({ places }: Search, words: readonly Matching[]): Condition[] =>
  words.map(word => anyOf(places.map(place => inText(place, word))))

/**
 * Each word is in a text of the client's row itself, or in one of what it names, which many of its rows do: that is found once, by its
 * index. What stands for another text for clients has no index.
 */
const ownConditions = ({ places, resource, words }: Words): Condition[] => {
  const isOwn = ({ key }: SearchPlace): boolean => key === `${resource.alias}.id`
  const standIns = new Set(resource.search?.filter(({ clientText }) => clientText).map(({ key }) => key))
  return words.map(word =>
    anyOf(places.map(place => (isOwn(place) || standIns.has(place.key) ? inText : inIndex)(place, word)))
  )
}

const theseIds = (ids: readonly number[]): Sql => sql`select unnest(${[...ids]}::int[]) as id`
const number = (n: number): Sql => sql`select ${n}::bigint as n`

/** Few enough to read all: one statement finds them in their order, and their number is the total. */
async function searchRareTerm(search: Search, found: readonly Condition[]): Promise<SearchResult> {
  const { database, resource, order, question } = search
  const conditions = [...search.conditions, ...found]
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
  const { resource, order, question } = search
  const conditions = [...search.conditions, ...lookedUp(search)]
  const recent = order.isDefault ? await searchRecentWindow(search) : undefined
  const found = recent ?? pageOfIds(resource, conditions, order, question)
  return { found, total: countCommon(search), ask: query }
}

/** Each word is at one of the places, by the place's index. */
const lookedUp = ({ places, words }: Words): Condition[] =>
  words.map(word =>
    anyOf(places.map(place => ({ where: sql`${raw(place.key)} in (${idsAt(place, word)})`, aliases: [] })))
  )

/** How many rows are found: of one word each place counts from its index, and stops at the cap by itself. */
function countCommon(search: Search): Total {
  const { resource, places, conditions, words } = search
  const [word, ...others] = words
  if (!word || others.length > 0) return cappedCount(resource, [...conditions, ...lookedUp(search)])
  if (conditions.length === 0) return { counted: number(countedUpTo + 1), isExact: false }
  const parts = places.map(place => {
    return sql`(${selectIds(resource, [...conditions, inIndex(place, word)])} limit ${literal(countedUpTo + 1)})`
  })
  return cappedCountOf(join(parts, ' union '))
}

/** The page among the newest rows of the filter, or undefined when they do not fill it. */
async function searchRecentWindow(search: Search): Promise<Sql | undefined> {
  const { database, resource, conditions, order, question } = search
  const newest = sql`${raw(resource.alias)}.id in (${selectIds(resource, conditions, order)} limit ${recentWindow})`
  const matching = [{ where: newest, aliases: [] }, ...textConditions(search, search.words)]
  const rows = await query<{ id: number }>(database, pageOfIds(resource, matching, order, question))
  return rows.length === question.limit ? theseIds(rows.map(row => row.id)) : undefined
}
