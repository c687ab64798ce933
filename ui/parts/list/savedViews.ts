/** Saved views as the server has them: those of a page, or of all pages that are open to the person. */
import { queryOptions } from '@tanstack/react-query'
import type { ListResponse } from '../../../src/contract/list.ts'
import { roleOf } from '../../../src/contract/roles.ts'
import { type SavedView, sharingRole, viewRoles } from '../../../src/contract/view.ts'
import { useProfile } from '../../account.ts'
import { get } from '../../api.ts'

/** @param page its id; undefined: all pages */
export const viewsQuery = (page: string | undefined) =>
  queryOptions({
    queryKey: ['views.savedView', page ?? 'all'],
    queryFn: async () => (await get<ListResponse<SavedView>>('/api/Views', { Page: page })).data,
    staleTime: 60_000
  })

/** Whether the person keeps views, and whether they may share them. */
export function useViewRights(): { readonly keeps: boolean; readonly shares: boolean } {
  const role = roleOf(useProfile().data?.role ?? null)
  return { keeps: viewRoles.some(one => one === role), shares: role === sharingRole }
}
