/**
 * The list in the view that the URL names: `?view=day` is a built-in view of the page, `?view=s12` a saved one. Without a view, or with
 * one that does not exist, it is the page's list. The list is not drawn until a saved view has loaded, because its rows would be wrong.
 */
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { type SavedView, savedViewId } from '../../../../src/contract/view.ts'
import { listOfSaved, listOfView, viewIn } from '../listUrl.ts'
import { useViewRights, viewsQuery } from './savedViews.ts'

export interface PresentView {
  readonly list: ListMetadata
  /** The list without the saved view: that of the page, or of the built-in view that the saved one was made from. */
  readonly base: ListMetadata
  /** The name of that built-in view. */
  readonly baseName: string | undefined
  readonly saved: SavedView | undefined
  /** Whether the URL names a saved view that was removed, or is not shared with the person. */
  readonly isGone: boolean
}

export interface AskedView {
  /** Undefined while it loads. */
  readonly view: PresentView | undefined
  /** Why it could not be loaded. */
  readonly error: Error | null
  readonly retry: () => void
}

export function useView(plain: ListMetadata): AskedView {
  const name = useRouterState({ select: state => viewIn(state.location.searchStr) })
  const id = savedViewId(name)
  const { keeps } = useViewRights()
  const isAsked = id !== undefined && keeps
  const { data, error, refetch } = useQuery({ ...viewsQuery(plain.name), enabled: isAsked })
  const saved = isAsked ? data?.find(view => view.id === id) : undefined
  const isWaiting = isAsked && data === undefined
  const view = useMemo((): PresentView | undefined => {
    if (isWaiting) return undefined
    const baseName = saved ? saved.state.base : name
    const builtIn = plain.views.find(one => one.name === baseName)
    const base = listOfView(plain, builtIn)
    return {
      list: saved ? listOfSaved(plain, saved) : base,
      base,
      baseName: builtIn?.name,
      saved,
      isGone: id !== undefined && saved === undefined
    }
  }, [plain, name, id, saved, isWaiting])
  return { view, error: isWaiting ? error : null, retry: () => void refetch() }
}
