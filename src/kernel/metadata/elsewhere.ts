/**
 * GET /api/ui/pages/{pageId}/elsewhere: the other lists on which a search finds rows. Several lists often show the same things
 * (orders by their status), and a person who searches on one of them does not know which one has the thing.
 */
import { Type } from '@sinclair/typebox'
import type { Elsewhere } from '../../contract/find.ts'
import { roleNames } from '../../contract/roles.ts'
import type { Caller } from '../access/caller.ts'
import type { Database } from '../database/sql.ts'
import { conditionsOf } from '../lists/answer-list.ts'
import { countFound } from '../lists/search/search.ts'
import { type Condition, countedUpTo, type ListQuestion } from '../lists/statements.ts'
import type { FilterValues } from '../pages/list-parts.ts'
import type { ListPage, Page } from '../pages/pages.ts'
import { queryValue } from '../routes/query-values.ts'
import { defineRoute, ListResponse, orNotFound, type Route } from '../routes/route.ts'

/** All filters of a page: those that it fixes, those that it starts with, and further ones, as its list takes them. */
export function questionOfPage({ resource, fixed, filters }: ListPage, more: FilterValues = {}): ListQuestion {
  const initial = filters.flatMap(({ key, initial: value }) => (value === undefined ? [] : [[key, value]]))
  const named = { ...Object.fromEntries(initial), ...fixed, ...more }
  const values = Object.entries(named).map(([key, value]) => [
    key,
    queryValue(value, resource.filters[key]?.schema ?? {})
  ])
  return { page: 1, limit: 1, filters: Object.fromEntries(values) }
}

export const conditionsOfPage = (page: ListPage, caller: Caller): Condition[] =>
  conditionsOf(page.resource, questionOfPage(page), caller)

/** Pages that show all rows of their resource are named only where no narrower page has the row. */
const isWhole = ({ fixed }: ListPage): boolean => Object.keys(fixed).length === 0

/**
 * The lists of the same things on which the search finds rows, in the menu's order. The page itself is among them if it finds more
 * without its filters.
 */
export async function findElsewhere(
  database: Database,
  { resource }: ListPage,
  pages: readonly ListPage[],
  search: string,
  caller: Caller
): Promise<Elsewhere[]> {
  const lists = pages.filter(page => page.resource === resource && page.search && (page.inMenu ?? true))
  const conditions = lists.map(page => conditionsOfPage(page, caller))
  const counts = await countFound(database, resource, conditions, search, caller)
  const having = lists.flatMap((page, at) => {
    const total = counts[at] ?? 0
    if (total === 0) return []
    const { id, route } = page
    const found = { id, route, title: `${id}.title`, total: Math.min(total, countedUpTo) }
    return [{ page, found: total > countedUpTo ? { ...found, totalCapped: true as const } : found }]
  })
  const parts = having.filter(({ page }) => !isWhole(page))
  return (parts.length > 0 ? parts : having).map(({ found }) => found)
}

/** @param pages of every role in the menu's order; `opens` says which are the caller's */
export const elsewhereRoute = (pages: readonly Page[], opens: (page: Page, caller: Caller) => boolean): Route =>
  defineRoute({
    url: '/api/ui/pages/:pageId/elsewhere',
    access: roleNames,
    summary: 'The lists of the same things on which a search finds rows, and how many',
    query: Type.Object({ allFields: Type.String({ minLength: 1, maxLength: 100 }) }),
    replica: true,
    answer: ListResponse(
      Type.Object({
        id: Type.String(),
        route: Type.String(),
        title: Type.String(),
        total: Type.Integer({ minimum: 1 }),
        totalCapped: Type.Optional(Type.Literal(true))
      })
    ),
    run: async ({ services, caller, param, query }) => {
      const id = param('pageId').toLowerCase()
      const page = pages.find(one => one.id.toLowerCase() === id)
      if (page?.kind !== 'list' || !page.search || !opens(page, caller)) return orNotFound(undefined)
      // a page of one day shows rows that another list has, too
      const own = pages.filter(one => one.kind === 'list').filter(one => !one.day && opens(one, caller))
      const search = query.allFields.trim()
      const data = search === '' ? [] : await findElsewhere(services.db, page, own, search, caller)
      return { data, total: data.length }
    }
  })
