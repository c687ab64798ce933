/**
 * A list answers one call with one statement: PostgreSQL picks the page's ids on the narrowest set of joins, joins the
 * rest for those few, and builds the JSON, which passes through Node as text.
 *
 * Totals follow one rule. A question within the list's counter key (say, a status alone) is answered by the sum of
 * append-only deltas; everything else is counted exactly up to 10,000 and then says that it stopped (`totalCapped`).
 *
 * How a search finds its rows among a million is told in `search.ts`.
 */
import { type Caller, isStaff } from '../access/caller.ts'
import { type Database, join, queryOne, raw, type Sql, sql } from '../database/sql.ts'
import { throwProblem } from '../http/errors.ts'
import { canBeNull, joinsFor, type Rows, selected, sortExpressions, visible, visibleFields } from '../resources/rows.ts'
import { searched } from './search.ts'
import { cappedCount, countedUpTo, type ListQuestion, type Order, pageOfIds, type Total } from './statements.ts'

export interface ListSource {
  readonly rows: Rows
  /** `-createdAt`. */
  readonly sort: string
  /** Fields that may be sorted by; by default all that the caller sees. */
  readonly sortable?: readonly string[]
  /** The filter that alone is answered by the counter of this name. */
  readonly counter?: { readonly list: string; readonly filter: string }
}

/** The list's JSON text: `{"data":[…],"total":n}`. Refuses an unknown `orderBy`. */
export async function answerList(
  database: Database,
  list: ListSource,
  question: ListQuestion,
  caller: Caller
): Promise<string> {
  const { rows } = list
  const order = orderOf(list, question, caller)
  const where = conditions(rows, question, caller)
  if (question.search) {
    const { found, total } = await searched(database, rows, where, order, question, caller)
    return page(database, rows, caller, found, order, total)
  }
  const total = counterOf(list, question, caller) ?? cappedCount(rows, where)
  return page(database, rows, caller, pageOfIds(rows, where, order, question), order, total)
}

function conditions(rows: Rows, { filters }: ListQuestion, caller: Caller): Sql[] {
  const mine = visible(rows, caller)
  const asked = Object.entries(filters).map(([key, value]) => {
    const filter = rows.filters?.[key]
    if (!filter) throw new Error(`${rows.type} has no filter ${key}`)
    return filter.where(value as never, caller)
  })
  return mine ? [mine, ...asked] : asked
}

function orderOf({ rows, sort, sortable }: ListSource, { orderBy, desc }: ListQuestion, caller: Caller): Order {
  const known = visibleFields(rows, caller).filter(field => !sortable || sortable.includes(field))
  const standard = sort.replace(/^-/, '')
  const wanted = orderBy ? known.find(field => field.toLowerCase() === orderBy.toLowerCase()) : standard
  if (!wanted) {
    const fault = { path: 'OrderBy', code: 'choice', params: {}, message: 'check.choice' }
    return throwProblem('invalid', { fieldErrors: [fault] })
  }
  const down = orderBy ? (desc ?? false) : sort.startsWith('-')
  const direction = raw(down ? 'desc' : 'asc')
  const nulls = raw(canBeNull(rows, wanted) ? (down ? ' nulls last' : ' nulls first') : '')
  const chosen = sortExpressions(rows, wanted, caller).map(by => sql`${by} ${direction}${nulls}`)
  const isDefault = wanted === standard && down === sort.startsWith('-')
  const tail = wanted === standard ? [] : sortExpressions(rows, standard, caller).map(by => sql`${by} desc`)
  const last = wanted === standard ? direction : raw('desc')
  return { by: join([...chosen, ...tail, sql`${raw(rows.alias)}.id ${last}`], ', '), isDefault }
}

function counterOf({ counter }: ListSource, { filters, search }: ListQuestion, caller: Caller): Total | undefined {
  if (!counter || search || !isStaff(caller)) return undefined
  const keys = Object.keys(filters)
  if (keys.some(key => key !== counter.filter)) return undefined
  const values = filters[counter.filter]
  const wanted = keys.length > 0 ? sql` and key = any(${[values].flat().map(String)}::text[])` : raw('')
  const counted = sql`select coalesce(sum(n), 0) as n from kernel.counts where list = ${counter.list}${wanted}`
  return { counted, isExact: true }
}

async function page(
  database: Database,
  rows: Rows,
  caller: Caller,
  found: Sql,
  order: Order,
  { counted, isExact }: Total
): Promise<string> {
  const fields = selected(rows, caller)
  const alias = raw(rows.alias)
  const statement = sql`
    select '{"data":' || coalesce((select json_agg(r)::text from (
      select ${fields} from (${found}) found join ${raw(rows.table)} ${alias} on ${alias}.id = found.id
      ${joinsFor(rows, [fields, order.by])} order by ${order.by}) r), '[]') ||
      case when n > ${isExact ? Number.MAX_SAFE_INTEGER : countedUpTo}
        then ',"total":' || ${String(countedUpTo)} || ',"totalCapped":true}' else ',"total":' || n || '}' end as body
    from (${counted}) t`
  const answer = await queryOne<{ body: string }>(database, statement)
  return answer?.body ?? '{"data":[],"total":0}'
}
