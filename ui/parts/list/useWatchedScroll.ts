/**
 * Keeps the row under the hand where it is. When other rows come in above it, the list is scrolled by as much, and how
 * many came is counted for the quiet "N new" pill; at the very top with nothing chosen, they are simply shown.
 */
import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Layout } from './groups.ts'
import type { Rows, Visible } from './useRows.ts'

export interface Watched {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
}

export interface Watching {
  readonly rows: Rows
  readonly layout: Layout
  readonly visible: Visible
  readonly chosen: readonly number[]
  /** Height of a row in pixels, or undefined where rows differ: then nothing is held. */
  readonly rowHeight: number | undefined
  readonly margin: number
  /** Told the first visible row after the scrolling has come to rest. */
  readonly onRest: (index: number) => void
}

const restAfter = 250

export function useWatchedScroll({ rows, layout, visible, chosen, rowHeight, margin, onRest }: Watching) {
  const ref = useRef<HTMLDivElement>(null)
  const [fresh, setFresh] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(visible)
  const anchor = useRef<{ id: number; index: number; place: number } | undefined>(undefined)
  const { edition, indexOf, rowAt, more } = rows
  const { placeOf } = layout

  useLayoutEffect(() => {
    const scroller = ref.current
    const held = anchor.current
    if (!scroller || !held || !rowHeight || edition === undefined) return
    const index = indexOf(held.id)
    if (index === undefined || placeOf(index) === held.place) return
    const resting = scroller.scrollTop === 0 && chosen.length === 0
    if (resting) return
    scroller.scrollTop += (placeOf(index) - held.place) * rowHeight
    if (index > held.index) setFresh(count => count + index - held.index)
  }, [edition, indexOf, placeOf, rowHeight, chosen.length])

  useEffect(() => {
    latest.current = visible
    const picked = chosen
      .map(indexOf)
      .find(index => index !== undefined && index >= visible.first && index <= visible.last)
    const index = picked ?? visible.first
    const row = rowAt(index)
    anchor.current = row && { id: row.id, index, place: placeOf(index) }
  })

  const nearEnd = useCallback(() => {
    const scroller = ref.current
    if (scroller && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= margin) more()
  }, [margin, more])
  useEffect(nearEnd)
  useEffect(() => () => clearTimeout(timer.current), [])

  const onScroll = (): void => {
    nearEnd()
    if (ref.current?.scrollTop === 0) setFresh(0)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onRest(latest.current.first), restAfter)
  }
  const showFresh = (): void => {
    setFresh(0)
    ref.current?.scrollTo({ top: 0 })
    ref.current?.focus()
  }
  return { scroller: { ref, onScroll }, fresh, showFresh }
}
