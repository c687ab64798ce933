/** GET /api/Views: the caller's own views and the shared ones of a page, or of all pages that the caller may open. */
import { Type } from '@sinclair/typebox'
import { type SavedView, viewRoles } from '../../src/contract/view.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { listMetadata } from '../../src/kernel/metadata/metadata.ts'
import { opens } from '../../src/kernel/metadata/routes.ts'
import { allPages, type ListPage } from '../../src/kernel/pages/pages.ts'
import { fromOf, joinsFor, selectionOf, visibleFields } from '../../src/kernel/resources/select.ts'
import { viewSchema } from '../../src/kernel/routes/resource-routes.ts'
import { defineRoute, ListResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { isOwn, savedViews } from './resource.ts'
import { stateOn } from './state.ts'

const Answer = Type.Object({
  ...viewSchema(savedViews, 'list').properties,
  isWhole: Type.Boolean({ description: 'false: it names what the page has no more, and begins without it' })
})

export const viewsRoute = defineRoute({
  url: '/api/Views',
  access: viewRoles,
  summary: 'Saved views of lists: the caller’s own, and those that are shared with all who may open the page',
  query: Type.Object({
    Page: Type.Optional(Type.String({ maxLength: 60, description: 'id of a page; without it, of all' }))
  }),
  answer: ListResponse(Answer),
  run: async ({ services: { db, extensions }, caller, query: { Page: asked } }) => {
    const open = allPages.of(extensions).filter((page): page is ListPage => page.kind === 'list' && opens(page, caller))
    const wanted = asked ? [orNotFound(open.find(({ id }) => id === asked))] : open
    const { columns, aliases } = selectionOf(savedViews, visibleFields(savedViews, 'list', caller), caller)
    const found = await query<Omit<SavedView, 'isWhole'>>(
      db,
      sql`select ${columns} from ${fromOf(savedViews)} ${joinsFor(savedViews, aliases)}
        where saved.page = any(${wanted.map(({ id }) => id)}::text[]) and (${isOwn(caller)} or saved.is_shared)
        order by lower(saved.name), saved.id`
    )
    const named = wanted.filter(({ id }) => found.some(({ page }) => page === id))
    const lists = new Map(named.map(page => [page.id, listMetadata(page, caller)]))
    const data = found.flatMap((view): SavedView[] => {
      const list = lists.get(view.page)
      return list ? [{ ...view, ...stateOn(list, view.state) }] : []
    })
    return { data, total: data.length }
  }
})
