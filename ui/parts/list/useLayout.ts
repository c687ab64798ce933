/**
 * How the signed-in person has arranged a list: the same for all that draw the list, so that who sets it only calls `setLayout`. The
 * browser keeps it for each account and list. In a saved view the list begins as the view arranges it; what a person changes there
 * is kept for the visit, until it is saved in the view or the view is chosen again.
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

/** Keys of lists in a saved view, which are kept for the visit alone. */
const ofView = 'view.'
const keptFor = (key: string): Storage => (key.startsWith(ofView) ? sessionStorage : localStorage)

/** The same object until another is set. */
function layoutAt(key: string, known: ReadonlyMap<string, ListLayout>, begin: ListLayout): ListLayout {
  const found = known.get(key)
  if (found) return found
  const kept = recall(key, keptFor(key))
  return kept === undefined ? begin : layoutFrom(kept)
}

function keep(key: string, layout: ListLayout | undefined): void {
  remember(key, layout, keptFor(key))
  const next = new Map(layouts.get())
  if (layout) next.set(key, layout)
  else next.delete(key)
  layouts.set(next)
}

const isSame = (a: ListLayout, b: ListLayout): boolean =>
  JSON.stringify(layoutFrom(a)) === JSON.stringify(layoutFrom(b))

const keyOf = (account: number | undefined, view: string): string => `${ofView}${account ?? ''}.${view}`

/** A saved view is arranged as it was saved again. */
export const forgetLayoutOfView = (account: number | undefined, view: string): void =>
  keep(keyOf(account, view), undefined)

export interface UsedLayout {
  readonly layout: ListLayout
  /** The columns that are shown, in their order; those that are gone from the page are ignored. */
  readonly columns: readonly ColumnMetadata[]
  /** Whether it differs from what the list begins with: the view, or the page as it was made. */
  readonly isChanged: boolean
  /** Takes what is a layout of the value and keeps it; `{}` is the page as it was made. */
  readonly setLayout: (layout: ListLayout) => void
  /** As the list begins. */
  readonly restore: () => void
}

export function useLayout(list: Pick<ListMetadata, 'name' | 'columns' | 'arranged'>): UsedLayout {
  const { data: profile } = useProfile()
  const known = layouts.useValue()
  const { name, arranged } = list
  const key = arranged ? keyOf(profile?.id, arranged.view) : `layout.${profile?.id ?? ''}.${name}`
  const begin = arranged?.layout ?? asMade
  const layout = useMemo(() => layoutAt(key, known, begin), [key, known, begin])
  const columns = useMemo(() => shownColumns(list.columns, layout), [list.columns, layout])
  const setLayout = useCallback(
    (next: ListLayout) => keep(key, isSame(next, begin) ? undefined : layoutFrom(next)),
    [key, begin]
  )
  const restore = useCallback(() => keep(key, undefined), [key])
  return { layout, columns, isChanged: !isSame(layout, begin), setLayout, restore }
}
