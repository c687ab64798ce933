/**
 * Keeps the row that the person looks at in place: when rows are inserted above it, the list is scrolled by their height, and they are
 * counted on the "N new" button. At the very top, with nothing selected, new rows are simply shown.
 */
import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Layout } from '../grid/groups.ts'
import type { Rows, Visible } from '../useRows.ts'

/** Connects the hook with the scrolling element. */
export interface Scroller {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
}

interface Options {
  readonly rows: Rows
  readonly layout: Layout
  readonly visible: Visible
  /** Ids of the selected rows. */
  readonly selected: readonly number[]
  /** The height of a row in pixels; undefined if rows differ in height: then nothing is kept in place. */
  readonly rowHeight: number | undefined
  /** The distance from the end, in pixels, at which the next page is loaded. */
  readonly margin: number
  /** Called with the index of the first visible row when scrolling has stopped. */
  readonly onRest: (index: number) => void
}

/** Scrolling has stopped when there was no scroll event for so many milliseconds. */
const restMs = 250

export function useStableScroll({ rows, layout, visible, selected, rowHeight, margin, onRest }: Options) {
  const ref = useRef<HTMLDivElement>(null)
  const [newRows, setNewRows] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(visible)
  const anchor = useRef<{ id: number; index: number; position: number } | undefined>(undefined)
  const { edition, indexOf, rowAt, more } = rows
  const { positionOf } = layout

  useLayoutEffect(() => {
    const element = ref.current
    const before = anchor.current
    if (!element || !before || !rowHeight || edition === undefined) return
    const index = indexOf(before.id)
    if (index === undefined || positionOf(index) === before.position) return
    if (element.scrollTop === 0 && selected.length === 0) return
    element.scrollTop += (positionOf(index) - before.position) * rowHeight
    if (index > before.index) setNewRows(count => count + index - before.index)
  }, [edition, indexOf, positionOf, rowHeight, selected.length])

  // the anchor is the first selected row on screen, else the first visible one
  useEffect(() => {
    latest.current = visible
    const selectedIndex = selected
      .map(indexOf)
      .find(index => index !== undefined && index >= visible.first && index <= visible.last)
    const index = selectedIndex ?? visible.first
    const row = rowAt(index)
    anchor.current = row && { id: row.id, index, position: positionOf(index) }
  })

  const loadMoreNearEnd = useCallback(() => {
    const element = ref.current
    if (element && element.scrollHeight - element.scrollTop - element.clientHeight <= margin) more()
  }, [margin, more])
  useEffect(loadMoreNearEnd)
  useEffect(() => () => clearTimeout(timer.current), [])

  const onScroll = (): void => {
    loadMoreNearEnd()
    if (ref.current?.scrollTop === 0) setNewRows(0)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onRest(latest.current.first), restMs)
  }
  const showNewRows = (): void => {
    setNewRows(0)
    ref.current?.scrollTo({ top: 0 })
    ref.current?.focus()
  }
  return { scroller: { ref, onScroll }, newRows, showNewRows }
}
