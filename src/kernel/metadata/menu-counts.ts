/**
 * GET /api/ui/counts: the numbers beside the entries of the menu. A page asks for one by `counted`; it is the total of its list as
 * the entry opens it, for this reader, by the same conditions and counters as the list itself. One statement answers all numbers.
 * Where no counter knows a number, counting stops at 10,000 and the answer says so, as in lists.
 */
import { Type } from '@sinclair/typebox'
import type { MenuCount } from '../../contract/page.ts'
import { roleNames } from '../../contract/roles.ts'
import type { Caller } from '../access/caller.ts'
import { type Database, join, query, raw, type Sql, sql } from '../database/sql.ts'
import { defined } from '../defined.ts'
import { totalOf } from '../lists/answer-list.ts'
import { countedUpTo, type Total } from '../lists/statements.ts'
import type { FilterValues } from '../pages/list-parts.ts'
import type { ListPage, Page } from '../pages/pages.ts'
import { defineRoute, ListResponse, type Route } from '../routes/route.ts'
import { questionOfPage } from './elsewhere.ts'

/** The total of the page's list, with further filters where they are given. */
const totalOfPage = (page: ListPage, caller: Caller, more?: FilterValues): Total =>
  totalOf(page.resource, questionOfPage(page, more), caller)

const numberOf = ({ counted }: Total): Sql => sql`(select n from (${counted}) counted)::float8`

/** @param pages those that the caller may open */
export async function menuCounts(database: Database, pages: readonly Page[], caller: Caller): Promise<MenuCount[]> {
  const asked = pages.flatMap(page => {
    if (page.kind !== 'list' || !page.counted) return []
    const { counted, id } = page
    const marked = counted === true ? undefined : totalOfPage(page, caller, counted.filters)
    return [{ id, total: totalOfPage(page, caller), marked }]
  })
  if (asked.length === 0) return []
  const numbers = asked.flatMap(({ total, marked }, at) => [
    sql`${numberOf(total)} as ${raw(`total_${at}`)}`,
    ...(marked ? [sql`${numberOf(marked)} as ${raw(`marked_${at}`)}`] : [])
  ])
  const [found] = await query<Record<string, number>>(database, sql`select ${join(numbers, ', ')}`)
  return asked.map(({ id, total, marked }, at) => {
    const count = found?.[`total_${at}`] ?? 0
    const isCapped = !total.isExact && count > countedUpTo
    return {
      id,
      total: isCapped ? countedUpTo : count,
      ...defined({
        totalCapped: isCapped || undefined,
        marked: marked && Math.min(found?.[`marked_${at}`] ?? 0, countedUpTo)
      })
    }
  })
}

const Count = Type.Integer({ minimum: 0 })

/** @param pages of every role in the menu's order; `opens` says which are the caller's */
export const menuCountsRoute = (pages: readonly Page[], opens: (page: Page, caller: Caller) => boolean): Route =>
  defineRoute({
    url: '/api/ui/counts',
    access: roleNames,
    summary: 'The numbers beside the entries of the caller’s menu: the totals of their lists',
    replica: true,
    answer: ListResponse(
      Type.Object({
        id: Type.String(),
        total: Count,
        totalCapped: Type.Optional(Type.Literal(true)),
        marked: Type.Optional(Count)
      })
    ),
    run: async ({ services, caller }) => {
      const own = pages.filter(page => opens(page, caller))
      const data = await menuCounts(services.db, own, caller)
      return { data, total: data.length }
    }
  })
