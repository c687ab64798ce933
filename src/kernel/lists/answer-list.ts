/**
 * A list answers a call by one statement: PostgreSQL selects the page's ids with as few joins as possible, joins the
 * rest for those few rows, and builds the JSON, which Node passes on as text.
 *
 * Totals follow one rule. If the filters are those of the list's counter (say, only a status), the total is the sum of
 * append-only deltas; everything else is counted exactly up to 10,000, and above that the answer says so (`totalCapped`).
 *
 * The statement is planned once for each connection if it has one of a limited number of texts (`isRepeated`, `../database/prepared.ts`).
 *
 * How a search finds its rows among a million is explained in `search/search.ts` and `search/texts.ts`.
 */
import { unwrapped } from '../../contract/schema.ts'
import { isStaff, type Reader } from '../access/caller.ts'
import { type Database, literal, query, queryPrepared, raw, type Sql, sql } from '../database/sql.ts'
import { throwProblem } from '../errors/errors.ts'
import type { Resource } from '../resources/resource.ts'
import { fromOf, joinsFor, maySee, selectionOf, visible, visibleFields } from '../resources/select.ts'
import { estimatesOf, sortedUpTo } from './estimate.ts'
import { type Order, orderAliases, orderBy, orderOf } from './order.ts'
import { searchRows } from './search/search.ts'
import {
  type Condition,
  cappedCount,
  countedUpTo,
  cut,
  type ListQuestion,
  pageOfIds,
  selectIds,
  selectThenSort,
  type Total,
  theseIds
} from './statements.ts'
import { divisionsOf, walkedPage } from './walk.ts'

/**
 * The list's JSON text: `{"data":[…],"total":n}`.
 * @throws kernel.invalid for an unknown `orderBy`
 */
export async function answerList(
  database: Database,
  declared: Resource,
  question: ListQuestion,
  reader: Reader
): Promise<string> {
  const { resource, before } = readOnce(declared)
  const order = orderOf(resource, question, reader)
  const conditions = conditionsOf(resource, question, reader)
  if (question.search) {
    const { ids, found } = await searchRows(database, resource, conditions, order, question, reader)
    const total = { counted: sql`select ${found}::bigint as n`, isExact: false }
    return readPage(database, resource, reader, { found: theseIds(ids), order, total, ask: queryPrepared, before })
  }
  const total = totalOf(resource, question, reader, conditions)
  const found = await pageFor(database, resource, conditions, order, question, reader)
  const ask = isRepeated(resource, question) ? queryPrepared : query
  return readPage(database, resource, reader, { found, order, total, ask, before })
}

/**
 * The ids of the page, without a search. A long list with further filters, in another order than its usual one or past its first
 * page, is read and sorted if the filters leave few rows; if they leave many, it is walked as if it had no filters. Left to itself,
 * PostgreSQL would read in the order in both cases, as if the remaining rows were spread evenly.
 */
async function pageFor(
  database: Database,
  resource: Resource,
  conditions: readonly Condition[],
  order: Order,
  question: ListQuestion,
  reader: Reader
): Promise<Sql> {
  const { divided } = resource
  const divisions = divisionsOf(resource, order).map(({ filter }) => filter)
  const isNarrowed = Object.keys(question.filters).some(key => !divisions.includes(key))
  const usual = pageOfIds(resource, conditions, order, question)
  if (!isNarrowed) return walkedPage(resource, order, question, reader) ?? usual
  if (!divided || !isStaff(reader) || (order.isDefault && question.page === 1)) return usual
  const [rows = 0] = await estimatesOf(database, [selectIds(resource, conditions)])
  if (rows <= sortedUpTo) return cut(selectThenSort(resource, conditions, order), question)
  return walkedPage(resource, order, question, reader, conditions) ?? usual
}

/**
 * A resource whose table is a statement evaluates it once for ids, total and rows. Not for a search, whose separate statements
 * could not refer to it.
 */
function readOnce(resource: Resource): { readonly resource: Resource; readonly before: Sql } {
  const { table, search } = resource
  if (!table.startsWith('(') || search) return { resource, before: raw('') }
  const before = sql`with worked_out as materialized (select * from ${raw(table)} worked_out)`
  return { resource: { ...resource, table: 'worked_out' }, before }
}

/** Page sizes that our screens and choices use; other callers may send any. */
const repeatedLimits = [20, 35, 100, 200, 1000]

/**
 * Whether the question's statement has one of a limited number of texts, with a plan that suits all values. A filter by a text
 * cannot be planned before the text is known: an index for prefixes (`like '20%'`) serves some texts only.
 */
function isRepeated({ pageSize, filters }: Resource, { limit, filters: chosen }: ListQuestion): boolean {
  const isText = (key: string): boolean => unwrapped(filters[key]?.schema ?? {}).type === 'string'
  return (limit === pageSize || repeatedLimits.includes(limit)) && !Object.keys(chosen).some(isText)
}

/**
 * The conditions that limit the list to the reader's rows and to the chosen filters. Throws kernel.invalid for a filter by a field
 * that the reader may not see.
 */
export function conditionsOf(resource: Resource, { filters }: ListQuestion, reader: Reader): Condition[] {
  const own = visible(resource, reader)
  const chosen = Object.entries(filters).map(([key, value]) => {
    const filter = resource.filters[key]
    if (!filter) throw new Error(`${resource.type} has no filter ${key}`)
    if (filter.of !== undefined && !maySee(resource, filter.of, reader))
      throwProblem('invalid', { fieldErrors: [{ path: key, code: 'choice', params: {}, message: 'check.choice' }] })
    return { where: filter.where(value, reader), aliases: filter.join ? [filter.join] : [] }
  })
  return own ? [{ where: own, aliases: [] }, ...chosen] : chosen
}

/** How many rows a question without a search finds: from the counter where it knows the number, else counted. */
export const totalOf = (
  resource: Resource,
  question: ListQuestion,
  reader: Reader,
  conditions: readonly Condition[] = conditionsOf(resource, question, reader)
): Total => counterOf(resource, question, reader) ?? cappedCount(resource, conditions)

function counterOf({ counter }: Resource, { filters, search }: ListQuestion, reader: Reader): Total | undefined {
  if (!counter || search || !isStaff(reader)) return undefined
  const keys = Object.keys(filters)
  if (keys.some(key => key !== counter.filter)) return undefined
  const values = filters[counter.filter]
  const wanted = keys.length > 0 ? sql` and key = any(${[values].flat().map(String)}::text[])` : raw('')
  const counted = sql`select coalesce(sum(n), 0) as n from kernel.counts where list = ${counter.list}${wanted}`
  return { counted, isExact: true }
}

interface Page {
  /** A statement of the page's ids. */
  readonly found: Sql
  readonly order: Order
  readonly total: Total
  readonly ask: typeof query
  /** The beginning of the statement (`with …`). */
  readonly before: Sql
}

async function readPage(
  database: Database,
  resource: Resource,
  reader: Reader,
  { found, order, total: { counted, isExact }, ask, before }: Page
): Promise<string> {
  const { columns, aliases } = selectionOf(resource, visibleFields(resource, 'list', reader), reader)
  const statement = sql`${before}
    select '{"data":' || coalesce((select json_agg(r)::text from (
      select ${columns} from (${found}) found join ${fromOf(resource)} on ${raw(resource.alias)}.id = found.id
      ${joinsFor(resource, [...aliases, ...orderAliases(order)])} order by ${orderBy(order)}) r), '[]') ||
      case when n > ${literal(isExact ? Number.MAX_SAFE_INTEGER : countedUpTo)}
        then ',"total":${literal(countedUpTo)},"totalCapped":true}' else ',"total":' || n || '}' end as body
    from (${counted}) t`
  const [answer] = await ask<{ body: string }>(database, statement)
  return answer?.body ?? '{"data":[],"total":0}'
}
