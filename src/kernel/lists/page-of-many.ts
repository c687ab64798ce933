/**
 * The page of a search that finds more rows than are counted. If rows are read in the list's order, matching ones usually come soon
 * and fill the page. If the first matches are far down (an old year, the companies of one town), this would take seconds, and it
 * cannot be known in advance: so it is tried for a short time; after that, all matching rows are read and sorted. (Both at once, on
 * two connections, was not faster: they slow each other down.)
 *
 * If the list is sorted by a column in which a word finds values, such as companies, reading in the order means only these values.
 */
import { type Database, join, query, raw, type Sql, sql } from '../database/sql.ts'
import { queryWithin } from '../database/time.ts'
import { type Arm, areSortedTexts, armsOf, idsOfArm, sortedRows, walkedRows } from './arms.ts'
import { estimateOf, sortedUpTo } from './estimate.ts'
import { type Find, foundByWord, ownKey } from './finds.ts'
import { type Asked, number, type SearchResult, sliceOf } from './search-result.ts'
import { countedUpTo, cut, type ListQuestion, pageOfIds, reachOf, selectThenSort } from './statements.ts'
import { walkedPage } from './walk.ts'

/** Milliseconds. */
const maxTryMs = 80

/**
 * For how many milliseconds reading in the list's order is tried: about half of what the other way takes. That takes longer the
 * more rows are found, except for texts whose table has the order's columns; rows of listed ids are read in half the time.
 */
function triedFor(rows: number, arms: readonly Arm[], areTexts: boolean): number {
  const areListed = arms.every(({ part }) => 'ids' in part)
  return areTexts ? 25 : Math.min(areListed ? maxTryMs / 2 : maxTryMs, Math.max(20, Math.round(rows / 700)))
}

const inBrackets = (statement: Sql): Sql => sql`(${statement})`

/** Above the cap, the answer says that counting stopped. */
export async function pageOfMany(
  database: Database,
  asked: Asked,
  finds: readonly Find[],
  { arms, expected }: { readonly arms: readonly Arm[]; readonly expected: number }
): Promise<SearchResult> {
  const { resource, conditions, order, question } = asked
  const whole = { ...asked, question: upTo(question) }
  const total = number(countedUpTo + 1)
  const areTexts = arms.every(arm => areSortedTexts(resource, arm, conditions, order))
  const byValues = await pageByValues(database, whole, finds)
  const tried = byValues
    ? await queryWithin<{ id: number }>(database, byValues, maxTryMs)
    : await queryWithin<{ id: number }>(database, pageInOrder(whole, finds), triedFor(expected, arms, areTexts))
  if (tried) {
    const ids = tried.map(({ id }) => id)
    return { ...sliceOf(ids, question), total }
  }
  const pages = arms.map(arm => cut(sortedRows(resource, arm, conditions, order), whole.question))
  return { found: cut(sortedAgain(asked, pages), question), total, ask: query }
}

/** The list is read in its order, and each row is compared. */
function pageInOrder({ resource, conditions, order, question, reader }: Asked, finds: readonly Find[]): Sql {
  const all = [...conditions, ...finds.map(find => foundByWord(resource, find))]
  return walkedPage(resource, order, question, reader, all) ?? pageOfIds(resource, all, order, question)
}

/**
 * If the list is sorted by a column in which a word has found values: only their rows are read, value by value. All other rows that
 * the word finds are read, too, and must not be very many; of several such words the one with the fewest others is taken.
 */
async function pageByValues(
  database: Database,
  { resource, conditions, order, question }: Asked,
  finds: readonly Find[]
): Promise<Sql | undefined> {
  const walkedOf = (arm: Arm): Sql | undefined => walkedRows(resource, arm, conditions, order, question)
  let best: { readonly arms: readonly Arm[]; readonly others: number } | undefined
  for (const find of finds) {
    const arms = armsOf(
      resource,
      find,
      finds.filter(other => other !== find)
    )
    const rest = arms.filter(arm => !walkedOf(arm)).map(arm => idsOfArm(resource, arm, []))
    if (rest.length === arms.length) continue
    const others = rest.length === 0 ? 0 : (await estimateOf(database, join(rest, ' union all '))).rows
    if (others <= (best ? best.others : sortedUpTo)) best = { arms, others }
  }
  const pages = best?.arms.map(arm => walkedOf(arm) ?? cut(sortedRows(resource, arm, conditions, order), question))
  return pages && cut(sortedAgain({ resource, order }, pages), question)
}

/** The rows of several pages in the order. */
function sortedAgain({ resource, order }: Pick<Asked, 'resource' | 'order'>, pages: readonly Sql[]): Sql {
  const ids = sql`${raw(ownKey(resource))} = any(array(${join(pages.map(inBrackets), ' union ')}))`
  return selectThenSort(resource, [{ where: ids, aliases: [] }], order)
}

/** A later page, read as a first page that reaches as far. */
const upTo = (question: ListQuestion): ListQuestion => ({ ...question, page: 1, limit: reachOf(question) })
