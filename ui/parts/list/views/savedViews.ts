/**
 * The saved views of a page, or of all pages that the person may open. They are read when a list is opened in a saved view and when the
 * menu is opened, but not on hints of the hub: a list must not change because somebody changes the shared view that it is in.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { roleOf } from '../../../../src/contract/roles.ts'
import { type SavedView, sharingRole, viewRoles } from '../../../../src/contract/view.ts'
import { useProfile } from '../../../account.ts'
import { read } from '../../../query.ts'

const key = ['ui', 'views'] as const

/** @param page its id; undefined: all pages */
export const viewsQuery = (page: string | undefined) =>
  queryOptions({
    queryKey: [...key, page ?? 'all'],
    // the API's description says only that the state is an object
    queryFn: async () => (await read('/api/Views', { Page: page })).data as readonly SavedView[],
    staleTime: Number.POSITIVE_INFINITY
  })

/** Reloads the saved views after a change. */
export const refreshViews = (queries: QueryClient): void => void queries.invalidateQueries({ queryKey: key })

/** Whether the person may save views (`keeps`), and whether they may share them. */
export function useViewRights(): { readonly keeps: boolean; readonly shares: boolean } {
  const role = roleOf(useProfile().data?.role ?? null)
  return { keeps: viewRoles.some(one => one === role), shares: role === sharingRole }
}
