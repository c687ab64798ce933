/**
 * GET /api/ui/find: things of all kinds by number, name, tax number, plate or phone, some of each kind, with the list that opens
 * each. A resource takes part if it declares `found`. Whether a list shows the row is decided by that list's own filters.
 */
import { Type } from '@sinclair/typebox'
import { shortDay } from '../../contract/days.ts'
import type { Found } from '../../contract/find.ts'
import { roleNames } from '../../contract/roles.ts'
import { type Schema, unwrapped } from '../../contract/schema.ts'
import type { Caller } from '../access/caller.ts'
import { all, type Database, join, queryPrepared, raw, sql } from '../database/sql.ts'
import { defined } from '../defined.ts'
import { conditionsOf } from '../lists/answer-list.ts'
import { orderAliases, orderBy, orderOf } from '../lists/order.ts'
import { searchRows } from '../lists/search/search.ts'
import { theseIds } from '../lists/statements.ts'
import type { ListPage, Page } from '../pages/pages.ts'
import type { Resource } from '../resources/resource.ts'
import { fromOf, joinsFor, selectionOf, visibleFields } from '../resources/select.ts'
import { defineRoute, ListResponse, type Route } from '../routes/route.ts'
import { conditionsOfPage } from './elsewhere.ts'

/** Most rows of each kind. */
const maxFound = 5

/**
 * The things found of one resource, each with the first page that shows it. `pages` are those of the caller that have a panel, in
 * the menu's order.
 */
export async function findThings(
  database: Database,
  resource: Resource,
  pages: readonly ListPage[],
  search: string,
  caller: Caller,
  now: Date
): Promise<Found[]> {
  const { found: naming, subjectType } = resource
  if (!naming || pages.length === 0) return []
  const readable = visibleFields(resource, 'list', caller)
  const details = naming.details.filter(field => readable.includes(field))
  const order = orderOf(resource, {}, caller)
  const question = { page: 1, limit: maxFound, search, filters: {} }
  const { ids } = await searchRows(
    database,
    resource,
    conditionsOf(resource, question, caller),
    order,
    question,
    caller,
    maxFound
  )
  const { columns, aliases } = selectionOf(resource, ['id', naming.name, ...details], caller)
  const conditions = pages.map(page => conditionsOfPage(page, caller))
  const isOn = conditions.map((of, at) => sql`(${all(of.map(({ where }) => where))}) as ${raw(`on_${at}`)}`)
  const needed = [...aliases, ...orderAliases(order), ...conditions.flat().flatMap(of => of.aliases)]
  const isDay = (field: string): boolean =>
    unwrapped(resource.schema.properties[field] as unknown as Schema).format === 'day'
  const rows = await queryPrepared<Record<string, unknown>>(
    database,
    sql`select ${columns}, ${join(isOn, ', ')}
      from (${theseIds(ids)}) found join ${fromOf(resource)} on ${raw(resource.alias)}.id = found.id
      ${joinsFor(resource, needed)} order by ${orderBy(order)}`
  )
  return rows.flatMap(row => {
    const page = pages.find((_, at) => row[`on_${at}`] === true)
    if (!page) return []
    return [
      {
        id: row.id as number,
        name: String(row[naming.name] ?? row.id),
        details: details
          // a document without a text of its own is described by its number
          .filter(field => row[field] !== null && row[field] !== '' && row[field] !== row[naming.name])
          .map(field => (isDay(field) ? shortDay(caller.language, String(row[field]), now) : String(row[field]))),
        resourceType: subjectType,
        route: page.route,
        title: `${page.id}.title`,
        icon: naming.icon,
        ...defined({ tab: naming.tab }),
        searched: page.search
      }
    ]
  })
}

/** Lists that show all rows come last: the narrower lists have the commands for the row's state. */
const byNarrowness = (a: ListPage, b: ListPage): number =>
  Number(Object.keys(a.fixed).length === 0) - Number(Object.keys(b.fixed).length === 0)

/** @param pages of every role in the menu's order; `opens` says which are the caller's */
export function findRoute(pages: readonly Page[], opens: (page: Page, caller: Caller) => boolean): Route {
  const lists = pages.filter(page => page.kind === 'list').filter(({ panel }) => panel !== undefined)
  const resources = [...new Set(lists.map(({ resource }) => resource))]
    .filter(({ found, search }) => found !== undefined && search !== undefined)
    .toSorted((a, b) => (a.found?.place ?? 0) - (b.found?.place ?? 0))
  return defineRoute({
    url: '/api/ui/find',
    access: roleNames,
    summary:
      'Things of all kinds by number, name, tax number, plate or phone: a few of each, and the list that opens each',
    // it is called while a person types, and reads many indexes each time
    rateLimit: { max: 120, timeWindow: 60_000 },
    query: Type.Object({ q: Type.String({ minLength: 2, maxLength: 100 }) }),
    replica: true,
    answer: ListResponse(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        details: Type.Array(Type.String()),
        resourceType: Type.String(),
        route: Type.String(),
        title: Type.String(),
        icon: Type.String(),
        tab: Type.Optional(Type.Object({ name: Type.String(), title: Type.String() })),
        searched: Type.Boolean()
      })
    ),
    run: async ({ services, caller, query: { q } }) => {
      const search = q.trim()
      if (search === '') return { data: [], total: 0 }
      const own = lists.filter(page => opens(page, caller)).toSorted(byNarrowness)
      const data: Found[] = []
      // one after the other: each takes one of the few connections that everybody shares
      for (const resource of resources) {
        const ofResource = own.filter(page => page.resource === resource)
        data.push(...(await findThings(services.db, resource, ofResource, search, caller, services.now())))
      }
      return { data, total: data.length }
    }
  })
}
