/** The calls that the page at an address makes first (`src/contract/first.ts`). */
import { isDeepStrictEqual } from 'node:util'
import {
  type FirstChoice,
  type FirstForm,
  type FirstList,
  type FirstOfPage,
  optionsAtOnce
} from '../../contract/first.ts'
import type { FieldMetadata, FormMetadata } from '../../contract/form.ts'
import type { ListMetadata } from '../../contract/list.ts'
import { pagePath } from '../../contract/paths.ts'
import type { Role } from '../../contract/roles.ts'
import { isOffice, roles } from '../../contract/roles.ts'
import type { Caller } from '../access/caller.ts'
import { system } from '../access/caller.ts'
import { defined } from '../defined.ts'
import type { Module } from '../module.ts'
import type { ListPage, Page } from '../pages/pages.ts'
import type { Product } from '../product.ts'
import { listMetadata } from './metadata.ts'

/** Longest path of a page, in characters. */
const maxPathLength = 300

const listFor = (page: ListPage, role: Role): ListMetadata =>
  listMetadata(page, {
    ...system,
    accountId: 0,
    sessionId: '',
    role,
    hasAllRequiredData: true,
    isDeactivated: false
  } satisfies Caller)

function firstOfChoice({ name, options, remember, firstChoice }: FieldMetadata): FirstChoice[] {
  if (!options) return []
  const { call, search, value, autoSelectSingle, firstBy, enabledWhen } = options
  const some = Object.entries(optionsAtOnce(call)).map(([key, many]) => `${key}=${many}`)
  const asked = (...more: string[]): string =>
    search ? `${call}${call.includes('?') ? '&' : '?'}${[...some, ...more].join('&')}` : call
  return [
    {
      field: name,
      value,
      ...defined({
        call: search === undefined || search.from === 0 ? asked() : undefined,
        one: search && remember ? asked(`${search.one}={${name}}`) : undefined,
        autoSelectSingle,
        firstBy,
        enabledWhen,
        remember,
        firstChoice: remember && firstChoice
      })
    }
  ]
}

function firstOfForm({ fields, derive }: FormMetadata): FirstForm {
  const fetched = derive.flatMap(rule => (rule.kind === 'fetched' ? [rule.call] : []))
  return { calls: [...new Set(fetched)], choices: fields.flatMap(firstOfChoice) }
}

/**
 * By command, the forms that an address may open on a list without a row: those that start with the same values for each role that
 * may open the list.
 */
function formsOf(page: ListPage): ReadonlyMap<string, FirstForm> {
  const [first = new Map<string, FirstForm>(), ...others] = page.access.map(role => {
    const free = listFor(page, role).commands.filter(({ selection }) => selection === 'none')
    return new Map(free.flatMap(({ name, form }) => (form ? [[name, firstOfForm(form)] as const] : [])))
  })
  return new Map([...first].filter(([name, form]) => others.every(forms => isDeepStrictEqual(forms.get(name), form))))
}

/** The start of a list, which is the same for each role that may open it. */
function firstOfList(page: ListPage): FirstList {
  const { call, fixed, sort, pageSize, search, filters, columns } = listFor(page, page.access[0] as Role)
  return {
    call,
    fixed,
    sort,
    pageSize,
    ...defined({ search }),
    filters: filters.map(({ key, initial }) => ({ key, ...defined({ initial }) })),
    columns: columns.map(({ key, sortable }) => ({ key, sortable }))
  }
}

const firstOf = (page: Page): Omit<FirstOfPage, 'address'> => ({
  page: page.id,
  roles: page.access.map(role => roles[role]),
  ...(page.kind === 'list' ? { list: firstOfList(page) } : { part: page.part, calls: page.first ?? [] })
})

type Homes = Pick<Product, 'home' | 'doors'>

/** The page of a person who has just signed in, or opens the bare host. */
function landing(path: string, query: string, host: string, { home: homes, doors }: Homes): string {
  const home = isOffice(host) ? homes.office : homes.clients
  if (path === '/authorization') return new URLSearchParams(query).get('next') ?? home
  return doors.includes(path) ? home : path + query
}

/** @returns what to write into the HTML of an address, as the host serves it; undefined where no page is known there */
export function openFirst(
  modules: readonly Module[],
  homes: Homes
): (url: string, host: string) => FirstOfPage | undefined {
  const byRoute = new Map<string, ReturnType<typeof firstOf>>()
  const formsByRoute = new Map<string, ReadonlyMap<string, FirstForm>>()
  for (const page of modules.flatMap(module => module.pages ?? [])) {
    const route = pagePath(page.route)
    if (byRoute.has(route)) continue
    byRoute.set(route, firstOf(page))
    if (page.kind === 'list') formsByRoute.set(route, formsOf(page))
  }
  return (url, host) => {
    const [asked = '/', query = ''] = url.split('?', 2)
    if (asked.length > maxPathLength) return undefined
    const address = landing(pagePath(asked), query && `?${query}`, host, homes)
    const [path = '', asks = ''] = address.split('?', 2)
    const route = path.length > maxPathLength ? '' : pagePath(path)
    const first = byRoute.get(route)
    const form = formsByRoute.get(route)?.get(new URLSearchParams(asks).get('do') ?? '')
    return first && { ...first, address, ...defined({ form }) }
  }
}
