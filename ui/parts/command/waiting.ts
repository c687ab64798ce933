/**
 * A command that is pressed while the one before it ends: its call is answered, and the list is read again. It waits for the list, and
 * is begun on the rows as they are then: those that are still drawn have versions, and allow commands, that are no longer theirs.
 */
import { useEffect, useState } from 'react'
import { alerts } from '../../alerts.ts'
import { useText } from '../../i18n.ts'
import type { CommandHost, Run } from './commandState.ts'
import { availability } from './commandState.ts'

type RowNow = CommandHost['rowNow']

interface Waiting {
  readonly run: Run
  /** Ids of the rows that the list had when it was pressed; others, such as those of a long list's later pages, it never had. */
  readonly listed: ReadonlySet<number>
}

export const waitingFor = (run: Run, rowNow: RowNow): Waiting => ({
  run,
  listed: new Set(run.rows.map(({ id }) => id).filter(id => rowNow?.(id) !== undefined))
})

/** The run on the rows as they are now: undefined where one has left the list, a message key where they forbid it. */
export function asNow({ run, listed }: Waiting, rowNow: RowNow): Run | string | undefined {
  const rows = run.rows.flatMap(row => rowNow?.(row.id) ?? (listed.has(row.id) ? [] : [row]))
  if (rows.length < run.rows.length) return undefined
  const { shown, refusal } = availability(run.command, rows)
  if (!shown) return undefined
  return refusal ? refusal.reason : { ...run, rows }
}

/**
 * Begins what waits once nothing ends any more. Returns the name of the command that waits, and how to have a run wait; of several
 * the last one counts.
 */
export function useWaitingRun(
  isEnding: boolean,
  { rowNow }: CommandHost,
  begin: (run: Run) => void
): readonly [string | undefined, (run: Run) => void] {
  const t = useText()
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => {
    if (!waiting || isEnding) return
    setWaiting(undefined)
    const run = asNow(waiting, rowNow)
    if (typeof run === 'string') alerts.note(t(run))
    else if (run) begin(run)
  })
  return [waiting?.run.command.name, run => setWaiting(waitingFor(run, rowNow))]
}
