/**
 * What a search of a list finds: the ids of the page, and how many there are. A resource with a text for each row
 * (`SearchTexts`) sorts the newest 10,000 rows that the search finds (`texts.ts`); any other has fewer rows, whose words are looked
 * up in the index of each place that is searched. The last page of a search ends at row 10,000.
 */
import type { Reader } from '../../access/caller.ts'
import { all, type Database, join, literal, queryOne, raw, type Sql, sql } from '../../database/sql.ts'
import type { Resource, SearchCondition, SearchPlace } from '../../resources/resource.ts'
import { fromOf, joinsFor, visible } from '../../resources/select.ts'
import { estimatesOf } from '../estimate.ts'
import { type Order, orderAliases, orderBy } from '../order.ts'
import { type Condition, countedUpTo, type ListQuestion, selectIds } from '../statements.ts'
import { ranked } from './rank.ts'
import { byPeriods, foundInTexts, listFirst, listJoined, type TextQuestion, textsFound, wholeIndex } from './texts.ts'
import { type Matching, matching, wordsOf } from './words.ts'

/** The page's ids in the order, and how many rows are found: at most one more than are counted. */
export interface SearchResult {
  readonly ids: readonly number[]
  readonly found: number
}

/** Up to so many rows of a filtered list may be read and compared. */
const shortList = 100_000

const cap = countedUpTo + 1

/** The page of a search within the conditions. Not more than `most` rows are found. */
export async function searchRows(
  database: Database,
  resource: Resource,
  conditions: readonly Condition[],
  order: Order,
  question: ListQuestion,
  reader: Reader,
  most = cap
): Promise<SearchResult> {
  const asked = textQuestion(resource, conditions, question.search ?? '', reader)
  const found = asked
    ? sql`(${await newestFound(database, asked, most)})`
    : sql`(${selectIds(resource, [...conditions, foundBy(resource, question.search ?? '', reader)], order)} limit ${literal(most)})`
  const { page, limit } = question
  const slice = sql`limit ${limit} offset ${(page - 1) * limit}`
  // In a materialized sub-select the rows keep the order in which they were found.
  const newest = sql`(select * from found limit ${literal(countedUpTo)})`
  const sorted = asked ? sortedPage(asked, order, newest) : sql`select id from ${newest} newest`
  const result = await queryOne<SearchResult>(
    database,
    sql`with found as materialized ${found}
      select array(${sorted} ${slice}) as ids, (select count(*) from found)::int as found`
  )
  return result ?? { ids: [], found: 0 }
}

/**
 * How many rows of each list are found. The lists are conditions on the same resource. Of a resource with texts, they are counted among
 * the newest rows that the search finds in all lists together.
 */
export async function countFound(
  database: Database,
  resource: Resource,
  lists: readonly (readonly Condition[])[],
  search: string,
  reader: Reader
): Promise<number[]> {
  if (lists.length === 0) return []
  const own = visible(resource, reader)
  const within: Condition[] = own ? [{ where: own, aliases: [] }] : []
  const asked = textQuestion(resource, within, search, reader)
  const rows = asked
    ? await newestFound(database, asked, cap)
    : selectIds(resource, [...within, foundBy(resource, search, reader)])
  const counts = lists.map(
    conditions => sql`(count(*) filter (where ${all(conditions.map(({ where }) => where))}))::int`
  )
  const aliases = lists.flat().flatMap(condition => condition.aliases)
  const answer = await queryOne<{ counts: number[] }>(
    database,
    sql`with found as materialized (${rows}) select array[${join(counts, ', ')}] as counts
      from found join ${fromOf(resource)} on ${ownKey(resource)} = found.id ${joinsFor(resource, aliases)}`
  )
  return answer?.counts ?? []
}

/** The condition that a row is found by the words: for reading all rows and not a page. */
export function foundBy(resource: Resource, search: string, reader: Reader): Condition {
  const asked = textQuestion(resource, [], search, reader)
  if (asked) return foundInTexts(asked)
  const places = resource.search as readonly (SearchPlace | SearchCondition)[]
  const readable = places.filter(place => 'finds' in place || !place.isForStaff || !visible(resource, reader))
  return lookedUp(readable, wordsOf(search).map(matching))
}

/** The condition that each word is found at one of the places: by the place's key, or as it says itself. */
function lookedUp(places: readonly (SearchPlace | SearchCondition)[], words: readonly Matching[]): Condition {
  const inIndex = ({ key, of }: SearchPlace, word: Matching): Sql =>
    sql`${raw(key)} in (select ${raw(of.id)} from ${raw(of.table)} where ${word(raw(of.text))})`
  const found = words.map(word =>
    join(
      places.map(place => ('finds' in place ? place.finds(word) : inIndex(place, word))),
      ' or '
    )
  )
  return { where: all(found.map(anywhere => sql`(${anywhere})`)), aliases: [] }
}

const ownKey = ({ alias }: Resource): Sql => raw(`${alias}.id`)

/** The question of a resource with texts; undefined for one that is searched place by place. */
function textQuestion(
  resource: Resource,
  conditions: readonly Condition[],
  search: string,
  reader: Reader
): TextQuestion | undefined {
  const { search: texts, type } = resource
  if (!texts) throw new Error(`${type} cannot be searched`)
  if (!('key' in texts)) return undefined
  const isLimited = visible(resource, reader) !== undefined
  return { resource, texts, words: wordsOf(search).map(matching), conditions, isLimited }
}

/** The statement of the newest rows found, as `id, at`, the newest first. */
async function newestFound(database: Database, question: TextQuestion, most: number): Promise<Sql> {
  const { resource, conditions } = question
  const isFiltered = conditions.length > 0
  const list = isFiltered ? [selectIds(resource, conditions)] : []
  const [texts = 0, rows = Number.POSITIVE_INFINITY] = await estimatesOf(database, [textsFound(question), ...list])
  if (rows <= shortList) return (texts < rows ? listJoined : listFirst)(question, most)
  return (texts > 2 * most ? byPeriods : wholeIndex)(question, most)
}

/** The ids of the found rows in the order. */
function sortedPage({ resource, texts }: TextQuestion, order: Order, found: Sql): Sql {
  const { field, lead, tail } = order
  if (field === texts.age)
    return sql`select id from ${found} newest order by at ${lead.direction}, id ${tail.direction}`
  const rows = sql`${fromOf(resource)} join ${found} newest on newest.id = ${ownKey(resource)}`
  const walk = resource.fields[field]?.walk
  if (typeof walk === 'object' && 'column' in walk) return ranked(resource, order, walk.column, rows)
  return sql`select ${ownKey(resource)} from ${rows} ${joinsFor(resource, orderAliases(order))} order by ${orderBy(order)}`
}
