/** The actions on the saved views of a list: the call of each, and the change of the list and its URL that follows. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SavedView, savedViewKey } from '../../../../src/contract/view.ts'
import { useProfile } from '../../../account.ts'
import { alerts } from '../../../alerts.ts'
import { call } from '../../../api.ts'
import { attempt } from '../../../attempt.ts'
import { useText } from '../../../i18n.ts'
import { forgetLayoutOfView, useLayout } from '../columns/useLayout.ts'
import { listOfSaved, queryOfSaved, stateOf } from '../listUrl.ts'
import { refreshViews, viewsQuery } from './savedViews.ts'
import type { ViewsProps } from './ViewsButton.tsx'

type Changed = Omit<SavedView, 'isWhole'>

export function useViewCommands({ plain, view, url, change }: ViewsProps) {
  const t = useText()
  const queries = useQueryClient()
  const { history } = useRouter()
  const { data: profile } = useProfile()
  const { layout } = useLayout(view.list)
  const { queryKey } = viewsQuery(plain.name)

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
    const next = queryOfSaved(search, listOfSaved(plain, saved), url)
    history.replace(`${pathname}${next}${hash}`, undefined, { ignoreBlocker: true })
  }
  const send = async (
    method: 'PUT' | 'DELETE',
    { id, version }: SavedView,
    path: string,
    key: string,
    body?: object
  ) => {
    const { data } = await call<{ data: Changed | null }>(method, `/api/Views/${id}${path}`, body, {
      version,
      key
    })
    return data
  }
  /** After a failure the views are loaded again: somebody else may have changed the view. */
  const attemptOnView = (act: (key: string) => Promise<void>): Promise<void> =>
    attempt(act, { onFailure: () => refreshViews(queries) })
  const state = stateOf(view.base, view.baseName, url, layout)
  return {
    /** The values that the form of a new view starts with and sends: the page and the state to save. */
    created: { page: plain.name, state },
    create: async (body: Record<string, unknown>, key: string): Promise<void> => {
      const { data } = await call<{ data: Changed }>('POST', '/api/Views', body, { key })
      settle({ ...data, isWhole: true })
      alerts.success(t('views.create.done', { name: data.name }))
    },
    rename: async (saved: SavedView, body: Record<string, unknown>, key: string): Promise<void> => {
      const data = await send('PUT', saved, '/name', key, body)
      if (data) put(saved.id, { ...data, state: saved.state, isWhole: saved.isWhole })
      alerts.success(t('views.rename.done', { name: data?.name ?? saved.name }))
    },
    replace: (saved: SavedView): Promise<void> =>
      attemptOnView(async key => {
        const data = await send('PUT', saved, '/state', key, { state })
        if (data) settle({ ...data, isWhole: true })
        alerts.success(t('views.replace.done', { name: saved.name }))
      }),
    share: (saved: SavedView): Promise<void> =>
      attemptOnView(async key => {
        const verb = saved.isShared ? 'unshare' : 'share'
        const data = await send('PUT', saved, `/${verb}`, key)
        const isLost = saved.isShared && !saved.isOwn
        if (isLost) change({ view: undefined })
        put(saved.id, data && !isLost ? { ...data, state: saved.state, isWhole: saved.isWhole } : undefined)
        alerts.success(t(`views.${verb}.done`, { name: saved.name }))
      }),
    remove: (saved: SavedView): Promise<void> =>
      attemptOnView(async key => {
        await send('DELETE', saved, '', key)
        change({ view: undefined })
        put(saved.id, undefined)
        alerts.success(t('views.remove.done', { name: saved.name }))
      })
  }
}
