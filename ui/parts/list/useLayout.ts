/**
 * How the signed-in person has arranged a list. It is kept by the browser, for each account and list, and is the same for all
 * that draw the list: who sets it, a menu of views for instance, only calls `setLayout`.
 */
import { useCallback, useMemo } from 'react'
import { type ListLayout, layoutFrom } from '../../../src/contract/layout.ts'
import type { ColumnMetadata, ListMetadata } from '../../../src/contract/list.ts'
import { useProfile } from '../../account.ts'
import { createStore } from '../../store.ts'
import { recall, remember } from '../form/lastChoice.ts'
import { shownColumns } from './layout.ts'

/** What was read or set since the page was loaded, by the key that it is kept under. */
const layouts = createStore<ReadonlyMap<string, ListLayout>>(new Map())

const asMade: ListLayout = {}

/** The same object until another is set. */
function layoutAt(key: string, known: ReadonlyMap<string, ListLayout>): ListLayout {
  const found = known.get(key)
  if (found) return found
  const kept = recall(key)
  return kept === undefined ? asMade : layoutFrom(kept)
}

export interface UsedLayout {
  readonly layout: ListLayout
  /** The columns that are shown, in their order; those that are gone from the page are ignored. */
  readonly columns: readonly ColumnMetadata[]
  /** Whether it differs from the page as it was made. */
  readonly isChanged: boolean
  /** Takes what is a layout of the value and keeps it; `{}` is the page as it was made. */
  readonly setLayout: (layout: ListLayout) => void
}

export function useLayout(list: Pick<ListMetadata, 'name' | 'columns'>): UsedLayout {
  const { data: profile } = useProfile()
  const known = layouts.useValue()
  const key = `layout.${profile?.id ?? ''}.${list.name}`
  const layout = useMemo(() => layoutAt(key, known), [key, known])
  const columns = useMemo(() => shownColumns(list.columns, layout), [list.columns, layout])
  const setLayout = useCallback(
    (next: ListLayout) => {
      const kept = layoutFrom(next)
      remember(key, Object.keys(kept).length > 0 ? kept : undefined)
      layouts.set(new Map(layouts.get()).set(key, kept))
    },
    [key]
  )
  return { layout, columns, isChanged: Object.keys(layout).length > 0, setLayout }
}
