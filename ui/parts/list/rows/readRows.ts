/** What the state of a list's rows means: pure functions that read it. */
import type { Row } from '../../../../src/contract/row.ts'
import { areKept } from './places.ts'
import type { RowsState } from './rowsState.ts'

/** The pages to be kept fresh: those on screen, and the last one, whose total counts. */
export function wantedPages({ screen, lastPage }: RowsState): readonly number[] {
  const first = Math.min(screen.first, lastPage)
  const last = Math.max(first, Math.min(screen.last, lastPage))
  const onScreen = Array.from({ length: last - first + 1 }, (_, step) => first + step)
  return [...new Set(onScreen).add(lastPage)]
}

/** Whether the row has left the list and is still shown, until the person's own next action. */
export const isGone = ({ places, isRunning }: Pick<RowsState, 'places' | 'isRunning'>, id: number): boolean =>
  !isRunning && areKept(places) && places.gone.has(id)

/** Whether the row has left the list, also while an own command runs. */
export const hasLeft = ({ places }: RowsState, id: number): boolean => areKept(places) && places.gone.has(id)

/** The index of the active row among those that there are. */
export const activeIndex = ({ active, rows }: Pick<RowsState, 'active' | 'rows'>): number =>
  Math.max(0, Math.min(active, rows.count - 1))

/** A row by its id: as listed, or as it was last if it is selected or its panel is open. */
export function rowOf({ rows, latest }: RowsState, id: number): Row | undefined {
  const index = rows.indexOf(id)
  return index === undefined ? latest.get(id) : rows.rowAt(index)
}

/** The next row of the list after this one for which `suits` is true. */
export function rowAfter(state: RowsState, id: number, suits: (row: Row) => boolean): Row | undefined {
  const { rows } = state
  for (let index = (rows.indexOf(id) ?? rows.count) + 1; index < rows.count; index += 1) {
    const row = rows.rowAt(index)
    if (row && !hasLeft(state, row.id) && suits(row)) return row
  }
  return undefined
}

/** Ids of all loaded rows of the list. */
export function loadedIds(state: RowsState): number[] {
  const { rows } = state
  const ids = Array.from({ length: rows.count }, (_, index) => rows.rowAt(index)?.id)
  return ids.filter(id => id !== undefined && !hasLeft(state, id)) as number[]
}
