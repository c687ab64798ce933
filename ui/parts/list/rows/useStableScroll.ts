/**
 * Keeps the row that the person looks at in place: when rows are inserted above it, the list is scrolled by their height, and they are
 * counted on the "N new" button. At the very top, with nothing selected, new rows are simply shown.
 */
import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Items } from '../grid/groups.ts'
import type { Visible } from './pages.ts'
import type { RowsState } from './rowsState.ts'
import type { RowsStore } from './rowsStore.ts'

/** Connects the hook with the scrolling element. */
export interface Scroller {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
}

interface Options {
  readonly store: RowsStore
  readonly state: RowsState
  readonly items: Items
  /** The height of a row in pixels; undefined if rows differ in height: then nothing is kept in place. */
  readonly rowHeight: number | undefined
  /** The distance from the end, in pixels, at which the next page is loaded. */
  readonly margin: number
}

/** Scrolling has stopped when there was no scroll event for so many milliseconds. */
const restMs = 250

interface Anchor {
  readonly id: number
  readonly index: number
  readonly position: number
}

/** The row that stays in place: the first selected one on screen, else the first visible one. */
function anchorOf({ rows, selection }: RowsState, { positionOf }: Items, { first, last }: Visible): Anchor | undefined {
  const selected = selection.map(rows.indexOf).find(at => at !== undefined && at >= first && at <= last)
  const index = selected ?? first
  const row = rows.rowAt(index)
  return row && { id: row.id, index, position: positionOf(index) }
}

export function useStableScroll({ store, state, items, rowHeight, margin }: Options) {
  const ref = useRef<HTMLDivElement>(null)
  const [newRows, setNewRows] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const visible = useRef<Visible>({ first: store.startAt, last: store.startAt })
  const anchor = useRef<Anchor>(undefined)
  const { rows, selection, query } = state
  const isSelected = selection.length > 0

  useLayoutEffect(() => {
    const element = ref.current
    const before = anchor.current
    if (!element || !before || !rowHeight) return
    const index = rows.indexOf(before.id)
    if (index === undefined || items.positionOf(index) === before.position) return
    if (element.scrollTop === 0 && !isSelected) return
    element.scrollTop += (items.positionOf(index) - before.position) * rowHeight
    if (index > before.index) setNewRows(count => count + index - before.index)
  }, [rows, items, rowHeight, isSelected])

  const loadMoreNearEnd = useCallback(() => {
    const element = ref.current
    if (element && element.scrollHeight - element.scrollTop - element.clientHeight <= margin) store.more()
  }, [margin, store])
  /** Called when other rows are on screen. */
  const onVisible = useCallback(
    (now: Visible) => {
      visible.current = now
      anchor.current = anchorOf(state, items, now)
      store.scroll(now.first, now.last)
      loadMoreNearEnd()
    },
    [state, items, store, loadMoreNearEnd]
  )
  useEffect(() => {
    anchor.current = anchorOf(state, items, visible.current)
    loadMoreNearEnd()
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  // another search, sort or filter begins at the top
  const narrowing = useRef(query.narrowing)
  useEffect(() => {
    if (narrowing.current === query.narrowing) return
    narrowing.current = query.narrowing
    ref.current?.scrollTo({ top: 0 })
  }, [query.narrowing])

  const onScroll = (): void => {
    loadMoreNearEnd()
    if (ref.current?.scrollTop === 0) setNewRows(0)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => store.change({ at: visible.current.first }), restMs)
  }
  const showNewRows = (): void => {
    setNewRows(0)
    ref.current?.scrollTo({ top: 0 })
    ref.current?.focus()
  }
  return { scroller: { ref, onScroll }, newRows, showNewRows, onVisible }
}
