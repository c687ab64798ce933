/** The actions on the saved views of a list: the call of each, and the change of the list and its URL that follows. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { dayOf } from '../../../../src/contract/days.ts'
import { type SavedView, savedViewKey, type ViewState } from '../../../../src/contract/view.ts'
import { useProfile } from '../../../account.ts'
import { alerts } from '../../../alerts.ts'
import { call } from '../../../api.ts'
import { attempt } from '../../../attempt.ts'
import { useText } from '../../../i18n.ts'
import { send } from '../../../query.ts'
import { forgetLayoutOfView, useLayout } from '../columns/useLayout.ts'
import { asKept } from '../filters/activeFilters.ts'
import { listOfSaved, queryOfSaved, stateOf } from '../listUrl.ts'
import { refreshViews, viewsQuery } from './savedViews.ts'
import type { ViewsProps } from './ViewsButton.tsx'

/** The view of an answer, just saved. The API's description says only that its state is an object. */
const wholeView = (view: Omit<SavedView, 'state' | 'isWhole'> & { readonly state: unknown }): SavedView => ({
  ...view,
  state: view.state as ViewState,
  isWhole: true
})

export function useViewCommands({ plain, view, url, change }: ViewsProps) {
  const t = useText()
  const queries = useQueryClient()
  const { history } = useRouter()
  const { data: profile } = useProfile()
  const { layout } = useLayout(view.list)
  const { queryKey } = viewsQuery(plain.name)
  const kept = { ...url, filters: asKept(plain, url.filters, dayOf(new Date())) }

  /** Puts a changed view into the cache (undefined: removes it), so that the list need not wait, and reloads the views. */
  const put = (id: number, next: SavedView | undefined): void => {
    queries.setQueryData<readonly SavedView[]>(queryKey, (views = []) => [
      ...views.filter(one => one.id !== id),
      ...(next ? [next] : [])
    ])
    refreshViews(queries)
  }
  /** Makes a saved view the present one. The list does not change: its selection and scroll position are kept. */
  const settle = (saved: SavedView): void => {
    put(saved.id, saved)
    forgetLayoutOfView(profile?.id, savedViewKey(saved.id))
    const { pathname, search, hash } = history.location
    const next = queryOfSaved(search, listOfSaved(plain, saved), kept)
    history.replace(`${pathname}${next}${hash}`, undefined, { ignoreBlocker: true })
  }
  /** After a failure the views are loaded again: somebody else may have changed the view. */
  const attemptOnView = (act: (key: string) => Promise<void>): Promise<void> =>
    attempt(act, { onFailure: () => refreshViews(queries) })
  const state = stateOf(view.base, view.baseName, kept, layout)
  return {
    /** The values that the form of a new view starts with and sends: the page and the state to save. */
    created: { page: plain.name, state },
    create: async (body: Record<string, unknown>, key: string): Promise<void> => {
      const { data } = await send('POST /api/Views', {}, body, { key })
      settle(wholeView(data))
      alerts.success(t('views.create.done', { name: data.name }))
    },
    rename: async (saved: SavedView, body: Record<string, unknown>, key: string): Promise<void> => {
      const { data } = await send('PUT /api/Views/:id/name', { id: saved.id }, body, { version: saved.version, key })
      if (data) put(saved.id, { ...data, state: saved.state, isWhole: saved.isWhole })
      alerts.success(t('views.rename.done', { name: data?.name ?? saved.name }))
    },
    replace: (saved: SavedView): Promise<void> =>
      attemptOnView(async key => {
        const { id, version } = saved
        const { data } = await send('PUT /api/Views/:id/state', { id }, { state }, { version, key })
        settle(wholeView(data))
        alerts.success(t('views.replace.done', { name: saved.name }))
      }),
    share: (saved: SavedView): Promise<void> =>
      attemptOnView(async key => {
        const { id, version } = saved
        const options = { version, key }
        const { data } = saved.isShared
          ? await send('PUT /api/Views/:id/unshare', { id }, undefined, options)
          : await send('PUT /api/Views/:id/share', { id }, undefined, options)
        const verb = saved.isShared ? 'unshare' : 'share'
        const isLost = saved.isShared && !saved.isOwn
        if (isLost) change({ view: undefined })
        put(saved.id, data && !isLost ? { ...data, state: saved.state, isWhole: saved.isWhole } : undefined)
        alerts.success(t(`views.${verb}.done`, { name: saved.name }))
      }),
    remove: (saved: SavedView): Promise<void> =>
      attemptOnView(async key => {
        await call('DELETE', `/api/Views/${saved.id}`, undefined, { version: saved.version, key })
        change({ view: undefined })
        put(saved.id, undefined)
        alerts.success(t('views.remove.done', { name: saved.name }))
      })
  }
}
