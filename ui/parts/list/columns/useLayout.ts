/**
 * How the signed-in person has arranged a list, shared by all components that draw the list. The browser stores it for each account and
 * list. A saved view has a layout of its own; changes to it are kept for the browser session, until they are saved in the view or the
 * view is chosen again.
 */
import { useCallback, useMemo } from 'react'
import { type ListLayout, layoutFrom } from '../../../../src/contract/layout.ts'
import type { ColumnMetadata, ListMetadata } from '../../../../src/contract/list.ts'
import { useProfile } from '../../../account.ts'
import { createStore } from '../../../store.ts'
import { recall, remember } from '../../form/lastChoice.ts'
import { shownColumns } from './layout.ts'

/** Layouts that were set since the page was loaded, by their storage key. */
const layouts = createStore<ReadonlyMap<string, ListLayout>>(new Map())

const asMade: ListLayout = {}

/** The prefix of the storage keys of saved views, whose layouts are kept in session storage. */
const ofView = 'view.'
const keptFor = (key: string): Storage => (key.startsWith(ofView) ? sessionStorage : localStorage)

/** The stored layout, else `begin`. Returns the same object until another is set. */
export function layoutKept(key: string, begin: ListLayout, present = layouts.get()): ListLayout {
  const layout = present.get(key)
  if (layout) return layout
  const stored = recall(key, keptFor(key))
  return stored === undefined ? begin : layoutFrom(stored)
}

/** Stores a layout; undefined removes it, so that the list has its default layout again. */
export function keepLayout(key: string, layout: ListLayout | undefined): void {
  remember(key, layout, keptFor(key))
  const next = new Map(layouts.get())
  if (layout) next.set(key, layout)
  else next.delete(key)
  layouts.set(next)
}

const isSame = (a: ListLayout, b: ListLayout): boolean =>
  JSON.stringify(layoutFrom(a)) === JSON.stringify(layoutFrom(b))

type Named = Pick<ListMetadata, 'name' | 'arranged'>

/** The storage key of a list's layout: that of the page, or of the saved view that the list is in. */
export const keyOfLayout = (account: number | undefined, { name, arranged }: Named): string =>
  arranged ? `${ofView}${account ?? ''}.${arranged.view}` : `layout.${account ?? ''}.${name}`

/** Discards the unsaved changes to the layout of a saved view. */
export const forgetLayoutOfView = (account: number | undefined, view: string): void =>
  keepLayout(keyOfLayout(account, { name: '', arranged: { view, layout: asMade } }), undefined)

export interface UsedLayout {
  readonly layout: ListLayout
  /** The columns that are shown, in their order. Columns that the page no longer has are ignored. */
  readonly columns: readonly ColumnMetadata[]
  /** Whether it differs from the default layout: that of the saved view, or of the page. */
  readonly isChanged: boolean
  /** Stores the valid parts of a layout; `{}` is the page's default. */
  readonly setLayout: (layout: ListLayout) => void
  /** Sets the default layout again. */
  readonly restore: () => void
}

export function useLayout(list: Pick<ListMetadata, 'name' | 'columns' | 'arranged'>): UsedLayout {
  const { data: profile } = useProfile()
  const present = layouts.useValue()
  const key = keyOfLayout(profile?.id, list)
  const begin = list.arranged?.layout ?? asMade
  const layout = useMemo(() => layoutKept(key, begin, present), [key, present, begin])
  const columns = useMemo(() => shownColumns(list.columns, layout), [list.columns, layout])
  const setLayout = useCallback(
    (next: ListLayout) => keepLayout(key, isSame(next, begin) ? undefined : layoutFrom(next)),
    [key, begin]
  )
  const restore = useCallback(() => keepLayout(key, undefined), [key])
  return { layout, columns, isChanged: !isSame(layout, begin), setLayout, restore }
}
