/**
 * Keeps short lists still while somebody works in them. In a list that cannot be scrolled nothing can make up for a row that comes
 * or goes above the hand: so while rows are selected or the panel is open, new rows wait behind the "N new" button, and rows
 * that others have removed stay in their places, greyed, until the person's own next action. While an own command runs, what it
 * removes stays too, and goes all at once when it ends.
 */
import { useCallback, useRef, useState } from 'react'
import type { Row, Rows } from './useRows.ts'

export interface Held {
  readonly rows: readonly Row[]
  /** Ids of rows that are no more in the list. */
  readonly gone: ReadonlySet<number>
  /** How many rows have come and are not shown. */
  readonly waiting: number
}

/** The rows on screen with what is known of them now, none more and none less. */
export function hold(shown: readonly Row[], now: readonly Row[]): Held {
  const present = new Map(now.map(row => [row.id, row]))
  const known = new Set(shown.map(({ id }) => id))
  return {
    rows: shown.map(row => present.get(row.id) ?? row),
    gone: new Set(shown.filter(({ id }) => !present.has(id)).map(({ id }) => id)),
    waiting: now.filter(({ id }) => !known.has(id)).length
  }
}

interface Shown extends Held {
  readonly key: string
  readonly edition: object
  readonly releases: number
}

/** The rows, where all of them are loaded; longer lists are kept still by scrolling (useStableScroll). */
function wholeList({ stale, total, totalCapped, count, rowAt }: Rows, most: number): readonly Row[] | undefined {
  if (stale || totalCapped || total === undefined || count !== total || count > most) return undefined
  const rows = Array.from({ length: count }, (_, index) => rowAt(index))
  return rows.every(row => row !== undefined) ? (rows as Row[]) : undefined
}

const none: ReadonlySet<number> = new Set()

/** `key`: of search, sort and filters. `isBusy`: the person works in the list. `most`: longer lists are not held. */
export function useHeldRows(live: Rows, key: string, isBusy: boolean, most: number) {
  const [releases, setReleases] = useState(0)
  const state = useRef<Shown>(undefined)
  const now = wholeList(live, most)
  const before = state.current?.key === key && state.current.releases === releases ? state.current : undefined
  const isHeld = before !== undefined && (isBusy || before.gone.size > 0 || before.waiting > 0)
  if (!now && !isHeld) state.current = undefined
  else if (now && before?.edition !== live.edition) {
    const held = isHeld ? hold(before.rows, now) : { rows: now, gone: none, waiting: 0 }
    state.current = { ...held, key, edition: live.edition, releases }
  }
  const shown = state.current
  const isShownHeld = shown !== undefined && (shown.gone.size > 0 || shown.waiting > 0)
  const rowAt = useCallback((index: number) => shown?.rows[index], [shown])
  const indexOf = useCallback(
    (id: number) => {
      const index = shown?.rows.findIndex(row => row.id === id) ?? -1
      return index < 0 ? undefined : index
    },
    [shown]
  )
  const rows: Rows = isShownHeld ? { ...live, count: shown.rows.length, rowAt, indexOf, edition: shown } : live
  return {
    rows,
    gone: isShownHeld ? shown.gone : none,
    waiting: isShownHeld ? shown.waiting : 0,
    /** Shows the list as it is now. */
    release: useCallback(() => setReleases(count => count + 1), [])
  }
}
