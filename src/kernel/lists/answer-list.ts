/**
 * A list answers one call with one statement: PostgreSQL picks the page's ids on the narrowest set of joins, joins the
 * rest for those few, and builds the JSON, which passes through Node as text.
 *
 * Totals follow one rule. A question within the list's counter key (say, a status alone) is answered by the sum of
 * append-only deltas; everything else is counted exactly up to 10,000 and then says that it stopped (`totalCapped`).
 *
 * How a search finds its rows among a million is explained in `search.ts`.
 */
import { isStaff, type Reader } from '../access/caller.ts'
import { type Database, join, queryOne, raw, type Sql, sql } from '../database/sql.ts'
import { throwProblem } from '../http/errors.ts'
import type { Resource } from '../resources/resource.ts'
import { fromOf, joinsFor, selectionOf, sortingOf, visible, visibleFields } from '../resources/select.ts'
import { searchRows } from './search.ts'
import {
  type Condition,
  cappedCount,
  countedUpTo,
  type ListQuestion,
  type Order,
  pageOfIds,
  type Total
} from './statements.ts'

/**
 * The list's JSON text: `{"data":[…],"total":n}`.
 * @throws kernel.invalid for an unknown `orderBy`
 */
export async function answerList(
  database: Database,
  resource: Resource,
  question: ListQuestion,
  reader: Reader
): Promise<string> {
  const order = orderOf(resource, question, reader)
  const conditions = conditionsOf(resource, question, reader)
  if (question.search) {
    const { found, total } = await searchRows(database, resource, conditions, order, question, reader)
    return readPage(database, resource, reader, found, order, total)
  }
  const total = counterOf(resource, question, reader) ?? cappedCount(resource, conditions)
  return readPage(database, resource, reader, pageOfIds(resource, conditions, order, question), order, total)
}

function conditionsOf(resource: Resource, { filters }: ListQuestion, reader: Reader): Condition[] {
  const own = visible(resource, reader)
  const chosen = Object.entries(filters).map(([key, value]) => {
    const filter = resource.filters[key]
    if (!filter) throw new Error(`${resource.type} has no filter ${key}`)
    return { where: filter.where(value, reader), aliases: filter.join ? [filter.join] : [] }
  })
  return own ? [{ where: own, aliases: [] }, ...chosen] : chosen
}

function orderOf(resource: Resource, { orderBy, desc }: ListQuestion, reader: Reader): Order {
  const { sort, sortable, alias } = resource
  const sorted = visibleFields(resource, 'list', reader).filter(field => sortable.includes(field))
  const standard = sort.replace(/^-/, '')
  const wanted = orderBy ? sorted.find(field => field.toLowerCase() === orderBy.toLowerCase()) : standard
  if (!wanted) {
    const error = { path: 'OrderBy', code: 'choice', params: {}, message: 'check.choice' }
    return throwProblem('invalid', { fieldErrors: [error] })
  }
  const down = orderBy ? (desc ?? false) : sort.startsWith('-')
  const direction = raw(down ? 'desc' : 'asc')
  const chosen = sortingOf(resource, wanted, reader)
  const nulls = raw(chosen.nullable ? (down ? ' nulls last' : ' nulls first') : '')
  const isDefault = wanted === standard && down === sort.startsWith('-')
  const tail = wanted === standard ? undefined : sortingOf(resource, standard, reader)
  const last = wanted === standard ? direction : raw('desc')
  const by = [
    ...chosen.by.map(expression => sql`${expression} ${direction}${nulls}`),
    ...(tail?.by ?? []).map(expression => sql`${expression} desc`),
    sql`${raw(alias)}.id ${last}`
  ]
  return { by: join(by, ', '), aliases: [...chosen.aliases, ...(tail?.aliases ?? [])], isDefault }
}

function counterOf({ counter }: Resource, { filters, search }: ListQuestion, reader: Reader): Total | undefined {
  if (!counter || search || !isStaff(reader)) return undefined
  const keys = Object.keys(filters)
  if (keys.some(key => key !== counter.filter)) return undefined
  const values = filters[counter.filter]
  const wanted = keys.length > 0 ? sql` and key = any(${[values].flat().map(String)}::text[])` : raw('')
  const counted = sql`select coalesce(sum(n), 0) as n from kernel.counts where list = ${counter.list}${wanted}`
  return { counted, isExact: true }
}

async function readPage(
  database: Database,
  resource: Resource,
  reader: Reader,
  found: Sql,
  order: Order,
  { counted, isExact }: Total
): Promise<string> {
  const { columns, aliases } = selectionOf(resource, visibleFields(resource, 'list', reader), reader)
  const statement = sql`
    select '{"data":' || coalesce((select json_agg(r)::text from (
      select ${columns} from (${found}) found join ${fromOf(resource)} on ${raw(resource.alias)}.id = found.id
      ${joinsFor(resource, [...aliases, ...order.aliases])} order by ${order.by}) r), '[]') ||
      case when n > ${isExact ? Number.MAX_SAFE_INTEGER : countedUpTo}
        then ',"total":' || ${String(countedUpTo)} || ',"totalCapped":true}' else ',"total":' || n || '}' end as body
    from (${counted}) t`
  const answer = await queryOne<{ body: string }>(database, statement)
  return answer?.body ?? '{"data":[],"total":0}'
}
