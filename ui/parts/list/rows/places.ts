/**
 * The places of rows in a short list while a person works in it. A list that cannot be scrolled has no other way to keep a row under the
 * pointer when another is inserted or removed above it. So while rows are selected or the panel is open, rows keep their order, new ones
 * are only counted on the "N new" button, and rows that others have removed stay where they were, greyed, until the person's own next
 * action. While the person's own command runs, the rows that it removes stay too, and disappear together when it ends. Pure functions.
 */
import type { Row } from '../../../../src/contract/row.ts'
import type { Pages, Rows } from './pages.ts'

interface Places {
  readonly rows: readonly Row[]
  /** Ids of rows that have left the list and are still shown. */
  readonly gone: ReadonlySet<number>
  /** How many new rows are not shown. */
  readonly waiting: number
}

/** Ids of the rows of `before` that are not among `now`. */
function missing(before: readonly Row[], now: readonly Row[]): ReadonlySet<number> {
  const present = new Set(now.map(({ id }) => id))
  return new Set(before.map(({ id }) => id).filter(id => !present.has(id)))
}

/** The same rows in the same places as on screen, with their present values. */
export function keepInPlace(shown: readonly Row[], now: readonly Row[]): Places {
  const present = new Map(now.map(row => [row.id, row]))
  return {
    rows: shown.map(row => present.get(row.id) ?? row),
    gone: missing(shown, now),
    waiting: missing(now, shown).size
  }
}

/** The places of a whole list. */
export interface ListPlaces extends Places {
  /** The query and the pages that they were computed from. */
  readonly query: string
  readonly pages: Pages
  /** Whether they differ from the list as it is, if only in their order. */
  readonly isKept: boolean
  /** Ids of rows that left without staying in their places: what was selected of them is selected no more. */
  readonly left: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()

/** Whether rows are drawn in other places than the list has them. */
export const areKept = (places: ListPlaces | undefined): places is ListPlaces => places?.isKept === true

/** All rows of a list of at most `most` rows, if all are loaded. Longer lists are kept in place by scrolling (useStableScroll). */
function wholeList({ stale, totalCapped, total, count, rowAt }: Rows, most: number): readonly Row[] | undefined {
  if (stale || totalCapped || total === undefined || count !== total || count > most) return undefined
  const rows = Array.from({ length: count }, (_, index) => rowAt(index))
  return rows.every(row => row !== undefined) ? rows : undefined
}

interface Present {
  readonly query: string
  readonly pages: Pages
  /** The rows of the pages. */
  readonly rows: Rows
  /** The number of rows up to which a list is kept in place. */
  readonly most: number
  /** Whether the person works in the list. */
  readonly isBusy: boolean
  /** Whether the person wants to see the list as it is. */
  readonly isRenewed: boolean
}

/** The places after a change; undefined for a list that is longer than `most`, or not loaded as a whole. */
export function nextPlaces(
  places: ListPlaces | undefined,
  { query, pages, rows, most, isBusy, isRenewed }: Present
): ListPlaces | undefined {
  const last = places?.query === query ? places : undefined
  const before = isRenewed ? undefined : last
  const isKept = before !== undefined && (isBusy || areKept(before))
  const now = wholeList(rows, most)
  if (!now) return isKept ? before : undefined
  if (before?.pages === pages) return before
  const next = isKept ? keepInPlace(before.rows, now) : { rows: now, gone: none, waiting: 0 }
  const differs = next.rows.length !== now.length || next.rows.some(({ id }, at) => id !== now[at]?.id)
  return { ...next, query, pages, isKept: differs, left: last && !isKept ? missing(last.rows, now) : none }
}

/** The rows as they are drawn: in their places, if these are kept. */
export function rowsInPlace(rows: Rows, places: ListPlaces | undefined): Rows {
  if (!areKept(places)) return rows
  return {
    ...rows,
    count: places.rows.length,
    rowAt: index => places.rows[index],
    indexOf: id => {
      const index = places.rows.findIndex(row => row.id === id)
      return index < 0 ? undefined : index
    }
  }
}
