/** The calls that the page at an address makes first (`src/contract/first.ts`). */
import {
  type FirstChoice,
  type FirstForm,
  type FirstList,
  type FirstOfPage,
  offersAtOnce,
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

/** The list as the first role sees it that may open it. Another role's differs in what it may do; a call that it may not make is refused. */
const listOf = (page: ListPage): ListMetadata =>
  listMetadata(page, {
    ...system,
    accountId: 0,
    sessionId: '',
    role: page.access[0] as Role,
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
        call: offersAtOnce(options) ? asked() : undefined,
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

/** What is known of a page, and by command the forms that its address may open without a row. */
interface Known {
  readonly first: Omit<FirstOfPage, 'address'>
  readonly forms: ReadonlyMap<string, FirstForm>
}

function knownOf(page: Page): Known {
  const first = { page: page.id, roles: page.access.map(role => roles[role]) }
  if (page.kind !== 'list') return { first: { ...first, part: page.part, calls: page.first ?? [] }, forms: new Map() }
  const { call, fixed, sort, pageSize, search, day, filters, columns, commands } = listOf(page)
  const list: FirstList = {
    call,
    fixed,
    sort,
    pageSize,
    ...defined({ search, day }),
    filters: filters.map(({ key, initial }) => ({ key, ...defined({ initial }) })),
    columns: columns.map(({ key, sortable }) => ({ key, sortable }))
  }
  const free = commands.filter(({ selection }) => selection === 'none')
  const forms = free.flatMap(({ name, form }) => (form ? [[name, firstOfForm(form)] as const] : []))
  return { first: { ...first, list }, forms: new Map(forms) }
}

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
  const byRoute = new Map<string, Known>()
  for (const page of modules.flatMap(module => module.pages ?? [])) {
    const route = pagePath(page.route)
    if (!byRoute.has(route)) byRoute.set(route, knownOf(page))
  }
  return (url, host) => {
    const [asked = '/', query = ''] = url.split('?', 2)
    if (asked.length > maxPathLength) return undefined
    const address = landing(pagePath(asked), query && `?${query}`, host, homes)
    const [path = '', asks = ''] = address.split('?', 2)
    const known = path.length > maxPathLength ? undefined : byRoute.get(pagePath(path))
    const form = known?.forms.get(new URLSearchParams(asks).get('do') ?? '')
    return known && { ...known.first, address, ...defined({ form }) }
  }
}
