/**
 * Keeps the rows of short lists in their places while a person works in them. A list that cannot be scrolled has no other way to keep a
 * row under the pointer when another is inserted or removed above it. So while rows are selected or the panel is open, new rows are only
 * counted on the "N new" button, and rows that others have removed stay where they were, greyed, until the person's own next action.
 * While the person's own command runs, the rows that it removes stay too, and disappear together when it ends.
 */
import { useCallback, useRef, useState } from 'react'
import type { Row, Rows } from '../useRows.ts'

export interface StableRows {
  readonly rows: readonly Row[]
  /** Ids of rows that have left the list. */
  readonly gone: ReadonlySet<number>
  /** How many new rows are not shown. */
  readonly waiting: number
}

/** The same rows in the same places as on screen, with their present values. */
export function keepInPlace(shown: readonly Row[], now: readonly Row[]): StableRows {
  const present = new Map(now.map(row => [row.id, row]))
  const known = new Set(shown.map(({ id }) => id))
  return {
    rows: shown.map(row => present.get(row.id) ?? row),
    gone: leftOf(shown, now),
    waiting: now.filter(({ id }) => !known.has(id)).length
  }
}

/** Ids of the rows that were shown and are no more. */
const leftOf = (shown: readonly Row[], now: readonly Row[]): ReadonlySet<number> => {
  const present = new Set(now.map(({ id }) => id))
  return new Set(shown.map(({ id }) => id).filter(id => !present.has(id)))
}

interface Shown extends StableRows {
  readonly key: string
  readonly edition: object
  /** How often the person has asked for the list as it is. */
  readonly renewals: number
  /** Ids of rows that left without staying in their places: what was selected of them meanwhile is selected no more. */
  readonly left: ReadonlySet<number>
}

/** All rows of a list of at most `most` rows, if all are loaded. Longer lists are kept in place by scrolling (useStableScroll). */
function wholeList({ stale, total, totalCapped, count, rowAt }: Rows, most: number): readonly Row[] | undefined {
  if (stale || totalCapped || total === undefined || count !== total || count > most) return undefined
  const rows = Array.from({ length: count }, (_, index) => rowAt(index))
  return rows.every(row => row !== undefined) ? (rows as Row[]) : undefined
}

const none: ReadonlySet<number> = new Set()

/**
 * @param key identifies search, sort and filters: with another key all rows are replaced
 * @param isBusy whether the person works in the list
 * @param most the number of rows up to which a list is kept in place
 */
export function useStableRows(live: Rows, key: string, isBusy: boolean, most: number) {
  const [renewals, setRenewals] = useState(0)
  const state = useRef<Shown>(undefined)
  const now = wholeList(live, most)
  const last = state.current?.key === key ? state.current : undefined
  const before = last?.renewals === renewals ? last : undefined
  const keeps = before !== undefined && (isBusy || before.gone.size > 0 || before.waiting > 0)
  if (!now && !keeps) state.current = undefined
  else if (now && before?.edition !== live.edition) {
    const next = keeps ? keepInPlace(before.rows, now) : { rows: now, gone: none, waiting: 0 }
    const left = last && !keeps ? leftOf(last.rows, now) : none
    state.current = { ...next, key, edition: live.edition, renewals, left }
  }
  const shown = state.current
  const isKept = shown !== undefined && (shown.gone.size > 0 || shown.waiting > 0)
  const rowAt = useCallback((index: number) => shown?.rows[index], [shown])
  const indexOf = useCallback(
    (id: number) => {
      const index = shown?.rows.findIndex(row => row.id === id) ?? -1
      return index < 0 ? undefined : index
    },
    [shown]
  )
  const rows: Rows = isKept ? { ...live, count: shown.rows.length, rowAt, indexOf, edition: shown } : live
  return {
    rows,
    gone: isKept ? shown.gone : none,
    left: shown?.left ?? none,
    waiting: isKept ? shown.waiting : 0,
    /** Shows the list as it is now. */
    showCurrent: useCallback(() => setRenewals(count => count + 1), [])
  }
}
