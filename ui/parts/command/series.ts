/**
 * Rows that a command goes through one after the other, with a form for each: those that were chosen together, or, from one
 * that was chosen, on through the list. Pure functions.
 */
import type { Row } from '../list/useRows.ts'
import type { CommandHost, Run } from './commandState.ts'
import { availability } from './commandState.ts'

/** The rows that were chosen together, and the one that the form is for. */
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

/** A run of a command that goes row by row begins with the first row that it is for. */
export function begun(run: Run): Run {
  if (!run.command.series || run.rows.length < 2) return run
  const rows = run.rows.filter(suits(run))
  return { ...run, rows: rows.slice(0, 1), ...(rows.length > 1 ? { series: { rows, at: 0 } } : {}) }
}

/** What follows once this run is sent: the next of the chosen rows, or of the list, that it is for. Undefined at the end. */
export function nextRun(run: Run, { rowNow, rowAfter }: Pick<CommandHost, 'rowNow' | 'rowAfter'>): Run | undefined {
  const { command, series } = run
  const [row] = run.rows
  if (!command.series || !row) return undefined
  if (!series) {
    const next = rowAfter?.(row.id, suits(run))
    return next && { ...run, rows: [next], continued: true }
  }
  // as the list has it now: somebody else may have done it
  const { rows } = series
  const at = rows.findIndex((one, index) => index > series.at && suits(run)(rowNow?.(one.id) ?? one))
  const next = rows[at]
  return next && { ...run, rows: [rowNow?.(next.id) ?? next], series: { rows, at }, continued: true }
}

/** What is selected in the list while the form of this run is open: what is still to be done. */
export const leftOf = ({ rows, series }: Run): number[] =>
  (series ? series.rows.slice(series.at) : rows).map(({ id }) => id)
