/**
 * Commands that show their form for one row after the other (`series`): for all rows that were selected together, or, from a single
 * selected row, for the following rows of the list. Pure functions.
 */
import type { Row } from '../../../src/contract/row.ts'
import type { CommandHost, Run } from './commandState.ts'
import { availability } from './commandState.ts'

/** The rows that were selected together, and the index of the one that the form is for. */
export interface Series {
  readonly rows: readonly Row[]
  readonly at: number
}

const suits =
  ({ command }: Run) =>
  (row: Row): boolean => {
    const { shown, refusal } = availability(command, [row])
    return shown && !refusal
  }

/** The first run of a series: with the first selected row that the command suits. Other runs are returned unchanged. */
export function begun(run: Run): Run {
  if (!run.command.series || run.rows.length < 2) return run
  const rows = run.rows.filter(suits(run))
  return { ...run, rows: rows.slice(0, 1), ...(rows.length > 1 ? { series: { rows, at: 0 } } : {}) }
}

/** The run after this one: with the next row, of those selected or of the list, that the command suits. Undefined at the end. */
export function nextRun(run: Run, { rowNow, rowAfter }: Pick<CommandHost, 'rowNow' | 'rowAfter'>): Run | undefined {
  const { command, series } = run
  const [row] = run.rows
  if (!command.series || !row) return undefined
  if (!series) {
    const next = rowAfter?.(row.id, suits(run))
    return next && { ...run, rows: [next], continued: true }
  }
  // judged by the row as it is now, because somebody else may have done it already
  const { rows } = series
  const at = rows.findIndex((one, index) => index > series.at && suits(run)(rowNow?.(one.id) ?? one))
  const next = rows[at]
  return next && { ...run, rows: [rowNow?.(next.id) ?? next], series: { rows, at }, continued: true }
}

/** The ids of the rows still to be done: these are selected in the list while the form of this run is open. */
export const leftOf = ({ rows, series }: Run): number[] =>
  (series ? series.rows.slice(series.at) : rows).map(({ id }) => id)
