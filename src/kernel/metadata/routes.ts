/** What a role may open, and the pages themselves: GET /api/ui/pages and /api/ui/pages/{pageId}. */
import { Type } from '@sinclair/typebox'
import type { MenuGroup, PageEntry, PageMetadata, PagesMetadata } from '../../contract/page.ts'
import { metadataOf } from '../../contract/vocabulary.ts'
import type { Caller } from '../access/caller.ts'
import { defineRoute, ItemResponse, orNotFound, type Route } from '../http/route.ts'
import type { Module } from '../module.ts'
import { listMetadata } from './metadata.ts'
import { type ListPage, type MenuGroupName, menuGroups, type PartPage } from './pages.ts'

type Page = ListPage | PartPage

const icons: Record<MenuGroupName, string> = {
  clients: 'users',
  orders: 'inbox',
  validators: 'verified',
  prices: 'tag',
  store: 'box',
  reports: 'chart-bar',
  settings: 'cog',
  portal: 'home'
}
const collapsed: readonly MenuGroupName[] = ['store', 'settings']

const isFor = (page: Page, { role }: Caller): boolean => role !== null && page.access.includes(role)

const entry = ({ id, route, group, inMenu = true }: Page): PageEntry => ({
  id,
  route,
  title: `${id}.title`,
  breadcrumb: group === 'portal' || route === '/' ? [`${id}.title`] : [`menu.${group}`, `${id}.title`],
  inMenu
})

/** The menu of a role: groups in the specification's order, only with pages that exist. */
export function pagesMetadata(pages: readonly Page[], modules: readonly Module[], caller: Caller): PagesMetadata {
  const mine = pages.filter(page => isFor(page, caller))
  const groups = menuGroups.flatMap((name): MenuGroup[] => {
    const entries = mine.filter(page => page.group === name).map(entry)
    if (entries.length === 0) return []
    return [{ name, title: `menu.${name}`, icon: icons[name], collapsed: collapsed.includes(name), pages: entries }]
  })
  const vocabularies = modules.flatMap(module => module.vocabularies ?? []).map(metadataOf)
  return {
    groups,
    home: mine.some(page => page.route === '/') ? '/' : (groups[0]?.pages.find(page => page.inMenu)?.route ?? '/'),
    vocabularies: Object.fromEntries(vocabularies.map(face => [face.name, face]))
  }
}

/** Fields that a list's route sorts by, by the call of its pages. */
export type SortableByCall = ReadonlyMap<string, readonly string[] | undefined>

export function metadataRoutes(modules: readonly Module[], sortable: SortableByCall): Route[] {
  const pages = modules.flatMap(module => module.pages ?? [])
  const byId = new Map(pages.map(page => [page.id.toLowerCase(), page]))
  if (byId.size !== pages.length) throw new Error('Two pages share an id')
  return [
    defineRoute({
      url: '/api/ui/pages',
      access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT', 'SERVICE_TECHNICAN', 'DRIVER'],
      summary: 'Menu groups and routes that the caller may open',
      answer: ItemResponse(Type.Unsafe<PagesMetadata>(Type.Object({}, { additionalProperties: true }))),
      run: async ({ caller }) => ({ data: pagesMetadata(pages, modules, caller) })
    }),
    defineRoute({
      url: '/api/ui/pages/:pageId',
      access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT', 'SERVICE_TECHNICAN', 'DRIVER'],
      summary: 'One page: its columns, filters, commands and panel for the caller',
      answer: ItemResponse(Type.Unsafe<PageMetadata>(Type.Object({}, { additionalProperties: true }))),
      run: async ({ caller, param, services }) => {
        const page = orNotFound(byId.get(param('pageId').toLowerCase()))
        if (!isFor(page, caller)) return orNotFound(undefined)
        const head = entry(page)
        if (page.kind === 'list')
          return { data: { ...head, list: listMetadata(page, sortable.get(page.call), caller) } }
        return { data: { ...head, part: page.part, data: page.data?.(services.settings as never) ?? null } }
      }
    })
  ]
}
