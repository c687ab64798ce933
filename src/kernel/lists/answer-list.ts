/**
 * A list answers one call with one statement: PostgreSQL picks the page's ids on the narrowest set of joins, joins the
 * rest for those few, and builds the JSON, which passes through Node as text.
 *
 * Totals follow one rule. A question within the list's counter key (say, a status alone) is answered by the sum of
 * append-only deltas; everything else is counted exactly up to 10,000 and then says that it stopped (`totalCapped`).
 *
 * The statement is planned once a connection where its text is one of finitely many (`isRepeated`, `../database/prepared.ts`).
 *
 * How a search finds its rows among a million is explained in `search.ts`.
 */
import { unwrapped } from '../../contract/schema.ts'
import { isStaff, type Reader } from '../access/caller.ts'
import { type Database, literal, query, queryPrepared, raw, type Sql, sql } from '../database/sql.ts'
import { throwProblem } from '../http/errors.ts'
import type { Resource } from '../resources/resource.ts'
import { fromOf, joinsFor, maySee, selectionOf, visible, visibleFields } from '../resources/select.ts'
import { estimatedRows, sortedUpTo } from './estimate.ts'
import { type Order, orderAliases, orderBy, orderOf } from './order.ts'
import { searchRows } from './search.ts'
import {
  type Condition,
  cappedCount,
  countedUpTo,
  cut,
  type ListQuestion,
  pageOfIds,
  selectIds,
  selectThenSort,
  type Total
} from './statements.ts'
import { walkedPage } from './walk.ts'

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
    const { found, total, ask } = await searchRows(database, resource, conditions, order, question, reader)
    return readPage(database, resource, reader, { found, order, total, ask, before })
  }
  const total = totalOf(resource, question, reader, conditions)
  const found = await pageFor(database, resource, conditions, order, question, reader)
  const ask = isRepeated(resource, question) ? queryPrepared : query
  return readPage(database, resource, reader, { found, order, total, ask, before })
}

/**
 * The ids of the page, without a search. A long list that further filters narrow, in another order than its usual one, is read and sorted
 * where they leave few rows; where many are left it is walked as if it were whole. PostgreSQL alone would read in the order in both
 * cases, as if the rows that are left were spread evenly over it.
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
  const isNarrowed = Object.keys(question.filters).some(key => key !== divided?.filter)
  const usual = pageOfIds(resource, conditions, order, question)
  if (!isNarrowed) return walkedPage(resource, order, question, reader) ?? usual
  if (!divided || order.isDefault || !isStaff(reader)) return usual
  if ((await estimatedRows(database, selectIds(resource, conditions))) <= sortedUpTo)
    return cut(selectThenSort(resource, conditions, order), question)
  return walkedPage(resource, order, question, reader, conditions) ?? usual
}

/**
 * A resource whose table is a statement is worked out once for ids, total and rows. A search would ask for it by statements of its
 * own, which know no name for it.
 */
function readOnce(resource: Resource): { readonly resource: Resource; readonly before: Sql } {
  const { table, search } = resource
  if (!table.startsWith('(') || search) return { resource, before: raw('') }
  const before = sql`with worked_out as materialized (select * from ${raw(table)} worked_out)`
  return { resource: { ...resource, table: 'worked_out' }, before }
}

/** Limits that screens and their choices ask with; other numbers come and go. */
const repeatedLimits = [20, 35, 100, 200, 1000]

/**
 * Whether the question's statement is one of finitely many, and its plan good for all values. A filter that takes a text is not
 * planned before the text is known: an index of beginnings (`like '20%'`) serves for some and not for others.
 */
function isRepeated({ pageSize, filters }: Resource, { limit, filters: chosen }: ListQuestion): boolean {
  const isText = (key: string): boolean => unwrapped(filters[key]?.schema ?? {}).type === 'string'
  return (limit === pageSize || repeatedLimits.includes(limit)) && !Object.keys(chosen).some(isText)
}

/**
 * What leaves the reader its rows, and the filters that were chosen.
 * @throws kernel.invalid for a filter by a field that the reader may not see
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

/** How many rows a question without a search finds: what counters know, else counted. */
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
  /** What the statement begins with. */
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
