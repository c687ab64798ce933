/** By its address, what a page begins with (`src/contract/first.ts`). */
import type { FirstList, FirstOfPage } from '../../contract/first.ts'
import { pagePath } from '../../contract/paths.ts'
import type { Role } from '../../contract/roles.ts'
import { isOffice, roles } from '../../contract/roles.ts'
import type { Caller } from '../access/caller.ts'
import { system } from '../access/caller.ts'
import type { Module } from '../module.ts'
import { listMetadata } from './metadata.ts'
import type { ListPage, Page } from './pages.ts'

/** No page's path is longer, in characters. */
const longestPath = 300

/** Which rows a list begins with is the same for each role that may open it. */
function firstOfList(page: ListPage): FirstList {
  const role = page.access[0] as Role
  const caller: Caller = { ...system, accountId: 0, sessionId: '', role, hasAllRequiredData: true }
  const { call, fixed, sort, pageSize, search, filters, columns } = listMetadata(page, caller)
  return {
    call,
    fixed,
    sort,
    pageSize,
    ...(search ? { search } : {}),
    filters: filters.map(({ key, initial }) => ({ key, ...(initial === undefined ? {} : { initial }) })),
    columns: columns.map(({ key, sortable }) => ({ key, sortable }))
  }
}

const firstOf = (page: Page): Omit<FirstOfPage, 'address'> => ({
  page: page.id,
  roles: page.access.map(role => roles[role]),
  ...(page.kind === 'list' ? { list: firstOfList(page) } : { part: page.part, calls: page.first ?? [] })
})

/** Where a person is who has just signed in, or opens the bare host. */
function landing(path: string, query: string, host: string): string {
  const home = isOffice(host) ? '/' : '/client/dashboard'
  if (path === '/authorization') return new URLSearchParams(query).get('next') ?? home
  return path === '/' || path === '/client' ? home : path + query
}

/** @returns what to write into the HTML of an address, as the host serves it; undefined where no page is known there */
export function openFirst(modules: readonly Module[]): (url: string, host: string) => FirstOfPage | undefined {
  const byRoute = new Map<string, ReturnType<typeof firstOf>>()
  for (const page of modules.flatMap(module => module.pages ?? [])) {
    const route = pagePath(page.route)
    if (!byRoute.has(route)) byRoute.set(route, firstOf(page))
  }
  return (url, host) => {
    const [asked = '/', query = ''] = url.split('?', 2)
    if (asked.length > longestPath) return undefined
    const address = landing(pagePath(asked), query && `?${query}`, host)
    const [path = ''] = address.split('?', 1)
    const first = path.length > longestPath ? undefined : byRoute.get(pagePath(path))
    return first && { ...first, address }
  }
}
