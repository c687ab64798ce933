/**
 * Search among a million rows. Each place that is searched (number, company, address …) has its own trigram index. First the
 * indexes are searched for the ids that the words find (`finds.ts`); then rows are read, in the way that reads the fewest:
 *
 * - The list is **short because of its filters**: all its rows are read and compared.
 * - The words find **few** rows: the rows of the rarest word are read, place by place (no index serves an `or` over all places),
 *   with the other words as conditions. One statement sorts them; their number is the total, and a slice of them is the page.
 * - The words find **more rows than are counted**: the total says so, and only a page is read (`page-of-many.ts`).
 *
 * A client has few rows: each is compared, and the index of the resource's own texts, which covers the rows of everybody, is not
 * used.
 */
import { isClient, type Reader } from '../access/caller.ts'
import { type Database, join, query, queryOne, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource, SearchPlace } from '../resources/resource.ts'
import { visible } from '../resources/select.ts'
import { type Arm, armsOf, idsOfArm, idsOfArms, isCounted, joinedToList, sortedRows } from './arms.ts'
import { estimateOf, sortedUpTo } from './estimate.ts'
import { estimatedRows, type Find, findsOf, foundByWord, ownKey } from './finds.ts'
import type { Order } from './order.ts'
import { pageOfMany } from './page-of-many.ts'
import { type Asked, pageOfNone, type SearchResult, sliceOf } from './search-result.ts'
import {
  type Condition,
  cappedCountOf,
  countedUpTo,
  cut,
  type ListQuestion,
  selectIds,
  selectThenSort,
  type Total
} from './statements.ts'
import { compared, lookedUp, matching, wordsOf } from './words.ts'

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
  const within = { resource, conditions, order, question, reader }
  if (visible(resource, reader)) {
    const own = [...conditions, ...foundBy(resource, search, reader)]
    return pageOfFew(database, within, selectIds(resource, own, order))
  }
  const finds = await findsOf(database, placesOf(resource), wordsOf(search).map(matching))
  const rows = await rowsFound(database, resource, finds, [conditions])
  if (!rows) return pageOfNone
  if (isShort(rows, 0))
    return pageOfFew(
      database,
      within,
      selectThenSort(resource, [...conditions, ...finds.map(find => foundByWord(resource, find))], order)
    )
  const arms = armsWithin(rows, 0)
  const isMany = await findMany(database, resource, arms, conditions)
  if (!isMany) {
    const ids = await sortedIds(database, sortedArms(within, arms))
    const isWhole = ids.length <= countedUpTo
    // the first rows of a single arm are the first of all
    if (isWhole || (arms.length === 1 && question.page * question.limit <= countedUpTo)) return sliceOf(ids, question)
  }
  return pageOfMany(database, within, finds, { arms, expected: rows.expected })
}

interface RowsFound {
  readonly arms: readonly Arm[]
  /** How many rows satisfy them, as PostgreSQL estimates it. */
  readonly expected: number
  /** For each list, the estimated number of rows without a search. */
  readonly listRows: readonly number[]
}

/** Whether the list has at most as many rows as the words find, and few enough to compare all of them. */
const isShort = ({ expected, listRows }: RowsFound, at: number): boolean =>
  (listRows[at] ?? 0) <= Math.min(expected, sortedUpTo)

/** The arms, restricted to the list. */
const armsWithin = ({ arms, listRows }: RowsFound, at: number): readonly Arm[] =>
  (listRows[at] ?? 0) <= sortedUpTo ? arms.map(joinedToList) : arms

/** The arms that find the rows, or undefined where no row has all words. The lists are conditions. */
async function rowsFound(
  database: Database,
  resource: Resource,
  finds: readonly Find[],
  lists: readonly (readonly Condition[])[]
): Promise<RowsFound | undefined> {
  if (finds.length === 0 || finds.some(({ parts }) => parts.length === 0)) return undefined
  const rarest = await rarestOf(database, resource, finds)
  const others = finds.filter(find => find !== rarest)
  const arms = armsOf(resource, rarest, others)
  if (arms.length === 0) return undefined
  const all = arms.map(arm => idsOfArm(resource, arm, []))
  const expected = (await estimateOf(database, join(all, ' union all '))).rows
  const listRows: number[] = []
  for (const conditions of lists) {
    const isWhole = conditions.length === 0
    listRows.push(
      isWhole ? Number.POSITIVE_INFINITY : (await estimateOf(database, selectIds(resource, conditions))).rows
    )
  }
  return { arms, expected, listRows }
}

/** The word that finds the fewest rows. */
async function rarestOf(database: Database, resource: Resource, finds: readonly Find[]): Promise<Find> {
  const [only] = finds
  if (only && finds.length === 1) return only
  const rows: number[] = []
  for (const { parts } of finds) rows.push(await estimatedRows(database, resource, parts))
  return finds[rows.indexOf(Math.min(...rows))] as Find
}

/**
 * The rows of all arms in the order, if there are no more than are counted; otherwise more than that, and not necessarily the
 * first.
 */
function sortedArms({ resource, conditions, order }: Asked, arms: readonly Arm[]): Sql {
  const [only] = arms
  if (only && arms.length === 1) return sortedRows(resource, only, conditions, order)
  const ids = sql`${raw(ownKey(resource))} = any(array(${idsOfArms(resource, arms, conditions)}))`
  return selectThenSort(resource, [{ where: ids, aliases: [] }], order)
}

/** Whether one of the arms has more rows than are counted; arms that seem to are counted. */
async function findMany(
  database: Database,
  resource: Resource,
  arms: readonly Arm[],
  within: readonly Condition[]
): Promise<boolean> {
  if (arms.some(arm => isCounted(resource, arm, within))) return true
  // Own texts that are listed by id are at most as many as are counted.
  const unknown = arms.filter(({ part }) => !('ids' in part) || part.key !== ownKey(resource))
  for (const arm of unknown) {
    // the planner cannot estimate the number of ids that a sub-select finds
    const { rows } = await estimateOf(database, idsOfArm(resource, joinedToList(arm), within))
    if (rows <= countedUpTo) continue
    const { counted } = cappedCountOf(idsOfArm(resource, arm, within))
    if (Number((await queryOne<{ n: string }>(database, counted))?.n) > countedUpTo) return true
  }
  return false
}

/**
 * How many rows of each list are found. The lists are conditions on the same resource. After the look-up of the words it is one
 * statement.
 */
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
    const finds = await findsOf(database, placesOf(resource), wordsOf(search).map(matching))
    const found = await rowsFound(database, resource, finds, lists)
    if (!found) return lists.map(() => 0)
    for (const [at, conditions] of lists.entries())
      totals.push(
        cappedCountOf(
          isShort(found, at)
            ? selectIds(resource, [...conditions, ...finds.map(find => foundByWord(resource, find))])
            : idsOfArms(resource, armsWithin(found, at), conditions)
        )
      )
  }
  const columns = totals.map(({ counted }, at) => sql`(${counted}) as ${raw(`n${at}`)}`)
  const counts = await queryOne<Record<string, number>>(database, sql`select ${join(columns, ', ')}`)
  return lists.map((_, at) => Number(counts?.[`n${at}`] ?? 0))
}

/** The conditions that a row is found by the words at any place: for reading all rows and not a page. */
export function foundBy(resource: Resource, search: string, reader: Reader): Condition[] {
  const places = placesOf(resource)
  const words = wordsOf(search).map(matching)
  if (!visible(resource, reader)) return lookedUp(places, words)
  const standIns = new Set(places.filter(({ clientText }) => clientText).map(({ key }) => key))
  return compared(isClient(reader) ? places.map(asClient) : places, words, ownKey(resource), standIns)
}

function placesOf({ search, type }: Resource): readonly SearchPlace[] {
  if (!search) throw new Error(`${type} cannot be searched`)
  return search
}

/** Leaves out places that the reader may not read: nobody finds a row by them. */
const asClient = ({ clientText, ...place }: SearchPlace): SearchPlace =>
  clientText ? { ...place, of: { ...place.of, isFolded: false }, text: clientText } : place

/** Few enough rows to read all of them, as the sorted statement does; their number is the total. */
async function pageOfFew(database: Database, { question }: Asked, sorted: Sql): Promise<SearchResult> {
  const ids = await sortedIds(database, sorted)
  const page = sliceOf(ids, question)
  if (ids.length <= countedUpTo || question.page * question.limit <= countedUpTo) return page
  return { ...page, found: cut(sorted, question), ask: query }
}

const sortedIds = async (database: Database, sorted: Sql, most = countedUpTo + 1): Promise<number[]> =>
  (await query<{ id: number }>(database, sql`${sorted} limit ${most}`)).map(row => row.id)
