/** What a role may open, and the pages themselves: GET /api/ui/pages and /api/ui/pages/{pageId}. */
import { Type } from '@sinclair/typebox'
import type { MenuGroup, PageEntry, PageMetadata, PagesMetadata } from '../../contract/page.ts'
import { roleNames } from '../../contract/roles.ts'
import { isReadBy, metadataFor } from '../../contract/vocabulary.ts'
import type { Caller } from '../access/caller.ts'
import { type Counter, counterMetadata, isFor } from '../counters.ts'
import { defined } from '../defined.ts'
import type { Module } from '../module.ts'
import type { MenuGroupDefinition, Page } from '../pages/pages.ts'
import type { Product } from '../product.ts'
import { defineRoute, ItemResponse, orNotFound, type Route } from '../routes/route.ts'
import { commandsMetadata } from './command-metadata.ts'
import { elsewhereRoute } from './elsewhere.ts'
import { exportRoute } from './export-route.ts'
import { findRoute } from './find.ts'
import { menuCountsRoute } from './menu-counts.ts'
import { listMetadata } from './metadata.ts'

/** What the metadata is made from: the modules of this installation, and the groups of its menu. */
export interface MetadataSource {
  readonly modules: readonly Module[]
  readonly menu: readonly MenuGroupDefinition[]
  readonly counters: readonly Counter[]
  readonly home: Product['home']
}

/** Whether the caller's role may open the page. */
export const opens = (page: Page, { role }: Caller): boolean => role !== null && page.access.includes(role)

const viewsOf = (page: Page): Pick<PageEntry, 'views'> =>
  page.kind === 'list' && page.views.length > 0
    ? { views: page.views.map(({ name }) => ({ name, label: `${page.id}.view.${name}` })) }
    : {}

function countedOf(page: Page): Pick<PageEntry, 'counted'> {
  if (page.kind !== 'list' || !page.counted) return {}
  const { id, counted, resource } = page
  const marked = counted === true ? {} : { marked: { label: `${id}.marked`, tone: counted.tone } }
  return { counted: { resourceType: resource.subjectType, ...marked } }
}

function offersOf({ offers = [] }: Page, { role }: Caller): Pick<PageEntry, 'offers'> {
  const own = offers.filter(({ access }) => role !== null && access[role])
  return own.length === 0
    ? {}
    : { offers: own.map(({ name, ui: { icon, key } }) => ({ name, icon, ...defined({ key }) })) }
}

function entryOf(page: Page, menu: MetadataSource['menu'], caller: Caller): PageEntry {
  const { id, route, group, inMenu = true, icon, goKey, words } = page
  const isAlone = menu.some(({ name, unnamed }) => name === group && unnamed)
  return {
    id,
    route,
    title: `${id}.title`,
    breadcrumb: isAlone || route === '/' ? [`${id}.title`] : [`menu.${group}`, `${id}.title`],
    inMenu,
    ...defined({ icon, goKey, words: words && `${id}.words` }),
    ...countedOf(page),
    ...offersOf(page, caller),
    ...viewsOf(page)
  }
}

/** Pages that name their `place` are ordered by it; the others follow in the order of the modules. */
const byPlace = (a: Page, b: Page): number => (a.place ?? Number.MAX_VALUE) - (b.place ?? Number.MAX_VALUE)

/**
 * The page that `/` leads to: the home page of the back office where the role has it, else that of clients, else that of technicians, else
 * the first page of the menu.
 */
function homeOf(own: readonly Page[], groups: readonly MenuGroup[], home: Product['home']): string {
  const route = [home.office, home.clients, home.technicians].find(path => own.some(page => page.route === path))
  return route ?? groups[0]?.pages.find(page => page.inMenu)?.route ?? '/'
}

/** The menu of a role: groups in their order, only with pages that exist. */
export function pagesMetadata({ modules, menu, counters, home }: MetadataSource, caller: Caller): PagesMetadata {
  const own = modules.flatMap(module => module.pages ?? []).filter(page => opens(page, caller))
  const groups = menu.flatMap(({ name, icon, collapsed = false }): MenuGroup[] => {
    const pages = own.filter(page => page.group === name).toSorted(byPlace)
    if (pages.length === 0) return []
    return [{ name, title: `menu.${name}`, icon, collapsed, pages: pages.map(page => entryOf(page, menu, caller)) }]
  })
  const vocabularies = modules
    .flatMap(module => module.vocabularies ?? [])
    .filter(one => isReadBy(one, caller.role))
    .map(one => metadataFor(one, caller.role))
  return {
    groups,
    home: homeOf(own, groups, home),
    vocabularies: Object.fromEntries(vocabularies.map(vocabulary => [vocabulary.name, vocabulary])),
    counters: counters.filter(counter => isFor(counter, caller)).map(counterMetadata)
  }
}

export function metadataRoutes(source: MetadataSource): Route[] {
  const pages = source.modules.flatMap(module => module.pages ?? [])
  const inOrder = source.menu.flatMap(({ name }) => pages.filter(page => page.group === name).toSorted(byPlace))
  const byId = new Map(pages.map(page => [page.id.toLowerCase(), page]))
  return [
    defineRoute({
      url: '/api/ui/pages',
      access: roleNames,
      summary: 'Menu groups and routes that the caller may open',
      revalidated: true,
      answer: ItemResponse(Type.Unsafe<PagesMetadata>(Type.Object({}, { additionalProperties: true }))),
      run: async ({ caller }) => ({ data: pagesMetadata(source, caller) })
    }),
    exportRoute(byId, opens),
    elsewhereRoute(inOrder, opens),
    findRoute(inOrder, opens),
    menuCountsRoute(inOrder, opens),
    defineRoute({
      url: '/api/ui/pages/:pageId',
      access: roleNames,
      summary: 'One page: its columns, filters, commands and panel for the caller',
      revalidated: true,
      answer: ItemResponse(Type.Unsafe<PageMetadata>(Type.Object({}, { additionalProperties: true }))),
      run: async ({ caller, param, services }) => {
        const page = orNotFound(byId.get(param('pageId').toLowerCase()))
        if (!opens(page, caller)) return orNotFound(undefined)
        const entry = entryOf(page, source.menu, caller)
        if (page.kind === 'list') return { data: { ...entry, list: listMetadata(page, caller) } }
        const commands = commandsMetadata(page.commands ?? [], caller)
        return { data: { ...entry, part: page.part, commands, data: page.data?.(services.settings) ?? null } }
      }
    })
  ]
}
