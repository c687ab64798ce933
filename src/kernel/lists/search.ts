/**
 * Search among a million rows. Each place where a search looks (number, company, address …) has a trigram index of its own. First
 * the indexes are asked what the words find, as numbers (`finds.ts`); then the rows are read that have these numbers.
 *
 * - A row is found by a word at any of the places. One condition with `or` over all places would be planned badly, because no
 *   index serves it. So each place gives its first rows in the list's order, by whichever index is best for it, and the page is the first
 *   of all of them. So it is with the sum: each place counts as far as 10,000.
 * - Of several words, the one that finds the fewest gives the rows, and the others are conditions on them. Whether a row
 *   has them is seen by its numbers, not by its texts.
 * - A sort by a column of few values walks them (`walk.ts`) where many rows are found; where few are, they are sorted.
 *
 * A client's own rows are few: each is compared, and the index of their own texts, which knows everybody's, is not used.
 */
import { isClient, type Reader } from '../access/caller.ts'
import { type Database, join, literal, query, queryOne, queryPrepared, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource, SearchPlace } from '../resources/resource.ts'
import { visible } from '../resources/select.ts'
import { sortedUpTo } from './estimate.ts'
import { countNewest, estimated, findsOf, foundByWord, type Part, rarest, textJoins } from './finds.ts'
import { type Order, orderOf } from './order.ts'
import {
  type Condition,
  cappedCountOf,
  countedUpTo,
  cut,
  type ListQuestion,
  pageOfIds,
  reachOf,
  selectIds,
  selectThenSort,
  type Total
} from './statements.ts'
import { walkedPage } from './walk.ts'
import { compared, lookedUp, type Matching, matching, wordsOf } from './words.ts'

export interface SearchResult {
  /** A statement of the page's ids. */
  readonly found: Sql
  readonly total: Total
  /** How the page is read: prepared, where the term is no longer in the statement. */
  readonly ask: typeof query
}

const theseIds = (ids: readonly number[]): Sql => sql`select unnest(${[...ids]}::int[]) as id`
const number = (n: number): Sql => sql`select ${n}::bigint as n`

/** The page and the total of a search within the conditions. */
export async function searchRows(
  database: Database,
  resource: Resource,
  conditions: readonly Condition[],
  order: Order,
  question: ListQuestion,
  reader: Reader
): Promise<SearchResult> {
  const search = question.search ?? ''
  if (visible(resource, reader))
    return pageOfFew(database, resource, [...conditions, ...foundBy(resource, search, reader)], order, question)
  const found = await foundRows(database, resource, search)
  if (!found) return pageOfNone
  const [first] = found.parts
  if (first?.own && found.parts.length === 1) {
    const all = selectThenSort(found.resource, [...conditions, first, ...found.others], order)
    return sliceOf(await sortedIds(database, all, first.own.length), question)
  }
  const { ids, few } = await idsOf(database, found, conditions, reader)
  if (few) {
    const counted = { counted: number(few.length), isExact: false }
    return { found: cut(these(resource, few, order), question), total: counted, ask: query }
  }
  const whole = upTo(question)
  const pages: Sql[] = []
  for (const part of found.parts) {
    const known = ids.get(part)
    if (known) pages.push(cut(these(resource, known, order), whole))
    else pages.push(await firstOf(database, found, part, { conditions, order, question: whole, reader }))
  }
  const total = { counted: number(countedUpTo + 1), isExact: false }
  const [only] = pages
  if (only && pages.length === 1 && question.page === 1) return { found: only, total, ask: query }
  const any = { where: sql`${raw(resource.alias)}.id in (${join(pages.map(inBrackets), ' union ')})`, aliases: [] }
  return { found: cut(selectThenSort(resource, [any], order), question), total, ask: query }
}

const pageOfNone: SearchResult = {
  found: theseIds([]),
  total: { counted: number(0), isExact: false },
  ask: queryPrepared
}

/** These rows in the order. */
const these = (resource: Resource, ids: readonly number[], order: Order): Sql =>
  selectThenSort(resource, [{ where: sql`${raw(resource.alias)}.id in (${theseIds(ids)})`, aliases: [] }], order)

interface Asked {
  readonly conditions: readonly Condition[]
  readonly order: Order
  readonly question: ListQuestion
  readonly reader: Reader
}

/** The first rows of a part that finds many, in the order. */
async function firstOf(
  database: Database,
  { resource, others, newest }: FoundRows,
  part: Part,
  { conditions, order, question, reader }: Asked
): Promise<Sql> {
  const all = [...conditions, part, ...others]
  if (order.isDefault) {
    // Only old rows have it: reading from the newest on would come to them last.
    if (part.wide && newest.get(part) === 0) return cut(selectThenSort(resource, all, order), question)
    return pageOfIds(resource, all, order, question)
  }
  if (!part.wide && (await estimated(database, resource, [part])) <= sortedUpTo)
    return cut(selectThenSort(resource, all, order), question)
  return walkedPage(resource, order, question, reader, all) ?? pageOfIds(resource, all, order, question)
}

const inBrackets = (statement: Sql): Sql => sql`(${statement})`

/** All that a later page reaches, as the first page. */
const upTo = (question: ListQuestion): ListQuestion => ({ ...question, page: 1, limit: reachOf(question) })

/** How many rows of each list are found; the lists are conditions on the same resource. One statement, after what finds them. */
export async function countFound(
  database: Database,
  resource: Resource,
  lists: readonly (readonly Condition[])[],
  search: string,
  reader: Reader
): Promise<number[]> {
  if (lists.length === 0) return []
  const totals: Total[] = []
  if (visible(resource, reader)) {
    const own = foundBy(resource, search, reader)
    totals.push(...lists.map(conditions => cappedCountOf(selectIds(resource, [...conditions, ...own]))))
  } else {
    const found = await foundRows(database, resource, search)
    if (!found) return lists.map(() => 0)
    totals.push(...lists.map(conditions => countOf(found, conditions, reader)))
  }
  const columns = totals.map(({ counted }, at) => sql`(${counted}) as ${raw(`n${at}`)}`)
  const counts = await queryOne<Record<string, number>>(database, sql`select ${join(columns, ', ')}`)
  return lists.map((_, at) => Number(counts?.[`n${at}`] ?? 0))
}

/** The conditions that a row is found by the words, wherever it looks: for whoever reads all rows and not a page. */
export function foundBy(resource: Resource, search: string, reader: Reader): Condition[] {
  const places = placesOf(resource)
  const words = wordsOf(search).map(matching)
  if (!visible(resource, reader)) return lookedUp(places, words)
  const standIns = new Set(places.filter(({ clientText }) => clientText).map(({ key }) => key))
  return compared(isClient(reader) ? places.map(asClient) : places, words, `${resource.alias}.id`, standIns)
}

function placesOf({ search, type }: Resource): readonly SearchPlace[] {
  if (!search) throw new Error(`${type} cannot be searched`)
  return search
}

/** Nobody finds a row by what it may not read. */
const asClient = ({ clientText, ...place }: SearchPlace): SearchPlace =>
  clientText ? { ...place, of: { ...place.of, isFolded: false }, text: clientText } : place

/** The rows that a search finds: each of the parts, with the other words on it. */
interface FoundRows {
  /** With the joins that the conditions need. */
  readonly resource: Resource
  readonly parts: readonly Part[]
  readonly others: readonly Condition[]
  /** Of the parts that find too much to be named: how many of the newest texts have the word. */
  readonly newest: ReadonlyMap<Part, number>
}

/** What the words find, or undefined where one of them finds nothing. */
async function foundRows(database: Database, resource: Resource, search: string): Promise<FoundRows | undefined> {
  const places = placesOf(resource)
  const words = wordsOf(search).map(matching)
  const finds = await findsOf(database, resource, places, words)
  if (finds.length === 0 || finds.some(({ parts }) => parts.length === 0)) return undefined
  const looked = { ...resource, joins: { ...resource.joins, ...textJoins(places) } }
  const first = await rarest(database, looked, finds)
  const word = words[finds.indexOf(first)] as Matching
  const others = finds.filter(find => find !== first)
  const isNarrowed = others.length > 0 && others.every(({ parts }) => parts.every(part => !part.wide))
  const parts = first.parts.map(part => (isNarrowed ? part : (part.compared ?? part)))
  const newest = new Map<Part, number>()
  for (const part of parts) if (part.wide) newest.set(part, await countNewest(database, part.wide, word))
  return { resource: looked, parts, others: others.map(foundByWord), newest }
}

/** Past the cap, each part stops; one that finds as many by itself is not read at all. */
const partStatement = (
  { resource, others, newest }: FoundRows,
  part: Part,
  conditions: readonly Condition[],
  reader: Reader
): Sql => {
  const order = (newest.get(part) ?? 0) > countedUpTo ? orderOf(resource, {}, reader) : undefined
  const most = Math.max(countedUpTo + 1, part.own?.length ?? 0)
  return sql`${selectIds(resource, [...conditions, part, ...others], order)} limit ${literal(most)}`
}

interface Ids {
  /** Of the parts whose rows are all known. */
  readonly ids: ReadonlyMap<Part, readonly number[]>
  /** All that is found, where that is no more than the cap. */
  readonly few: readonly number[] | undefined
}

/**
 * Whether a part finds more than the cap by itself: many texts stand for as many rows only where they are the rows' own. Many
 * addresses may be of few orders, or of none.
 */
const findsMany = ({ alias }: Resource, { wide }: Part): boolean => wide?.key === `${alias}.id`

/** The ids that each part finds within the conditions. What is too wide to be named is read only while the others are few. */
async function idsOf(
  database: Database,
  found: FoundRows,
  conditions: readonly Condition[],
  reader: Reader
): Promise<Ids> {
  const ids = new Map<Part, readonly number[]>()
  const seen = new Set<number>()
  let unread = found.parts.length
  const isAlone = conditions.length + found.others.length === 0
  async function read(parts: readonly Part[]): Promise<void> {
    const columns = parts.map(
      (part, at) => sql`array(${partStatement(found, part, conditions, reader)}) as ${raw(`p${at}`)}`
    )
    const answer = await queryOne<Record<string, number[]>>(database, sql`select ${join(columns, ', ')}`)
    for (const [at, part] of parts.entries()) note(part, answer?.[`p${at}`] ?? [])
  }
  function note(part: Part, own: readonly number[]): void {
    for (const id of own) seen.add(id)
    if (!part.own && own.length > countedUpTo) return
    ids.set(part, own)
    unread -= 1
  }
  const [wide, named] = [found.parts.filter(part => part.wide), found.parts.filter(part => !part.wide)]
  const asked = named.filter(part => !(isAlone && part.own))
  for (const part of named) if (isAlone && part.own) note(part, part.own)
  if (asked.length > 0) await read(asked)
  const others = wide.filter(part => !(isAlone && findsMany(found.resource, part)))
  if (others.length > 0 && seen.size <= countedUpTo) await read(others)
  return { ids, few: unread === 0 && seen.size <= countedUpTo ? [...seen] : undefined }
}

/** How many rows are found: each part counts by itself, and stops at the cap. */
function countOf(found: FoundRows, conditions: readonly Condition[], reader: Reader): Total {
  if (conditions.length + found.others.length === 0 && found.parts.some(part => findsMany(found.resource, part)))
    return { counted: number(countedUpTo + 1), isExact: false }
  const counted = found.parts.map(part => inBrackets(partStatement(found, part, conditions, reader)))
  return cappedCountOf(join(counted, ' union '))
}

/** Few enough to read all: one statement finds them in their order, and their number is the total. */
async function pageOfFew(
  database: Database,
  resource: Resource,
  conditions: readonly Condition[],
  order: Order,
  question: ListQuestion
): Promise<SearchResult> {
  const ids = await sortedIds(database, selectIds(resource, conditions, order), countedUpTo + 1)
  const page = sliceOf(ids, question)
  if (ids.length <= countedUpTo || question.page * question.limit <= countedUpTo) return page
  return { ...page, found: pageOfIds(resource, conditions, order, question), ask: query }
}

const sortedIds = async (database: Database, sorted: Sql, most: number): Promise<number[]> =>
  (await query<{ id: number }>(database, sql`${sorted} limit ${most}`)).map(row => row.id)

function sliceOf(sorted: readonly number[], { page, limit }: ListQuestion): SearchResult {
  const total = { counted: number(sorted.length), isExact: false }
  return { found: theseIds(sorted.slice((page - 1) * limit, page * limit)), total, ask: queryPrepared }
}
