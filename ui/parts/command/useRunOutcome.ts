import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alerts } from '../../alerts.ts'
import { newKey } from '../../api.ts'
import { hasMessage, useText } from '../../i18n.ts'
import type { Row } from '../list/useRows.ts'
import { refreshResource } from '../queryKeys.ts'
import type { CommandHost, Run, RunResult } from './commandState.ts'
import { argsOf, noteOf } from './commandState.ts'
import { isNetworkError, undoRun } from './sendCommand.ts'

/** A run of which some rows were refused, to be listed in a dialog. */
interface PartialRun {
  readonly title: string
  readonly result: RunResult
}

/** What follows a successful run: the success message with its undo, the command's effects, the list of refused rows. */
export function useRunOutcome(host: CommandHost) {
  const t = useText()
  const client = useQueryClient()
  const [partialRun, setPartialRun] = useState<PartialRun>()

  const undo = async (path: string, result: RunResult, key: string): Promise<void> => {
    const undone = await undoRun(path, result, key)
    const interrupted = undone.refused.filter(({ error }) => isNetworkError(error))
    const refused = undone.refused.filter(({ error }) => !isNetworkError(error))
    if (undone.done.length > 0) alerts.success(t('parts.undone'))
    if (interrupted[0]) {
      const rest = { ...result, done: interrupted.map(({ row }) => row) }
      const retry = { label: t('parts.retry'), run: () => undo(path, rest, key) }
      alerts.error(interrupted[0].error, { action: retry })
    }
    if (result.done.length === 1 && refused[0]) alerts.error(refused[0].error)
    else if (refused[0]) setPartialRun({ title: t('parts.undo'), result: { ...undone, refused } })
    await refreshResource(client, host.resourceType)
  }

  const announceSuccess = ({ command, rows }: Run, result: RunResult): void => {
    const { name, undo: undoCall, action } = command
    // a command without rows creates one: the response has its fields for the message
    const created = rows.length === 0 ? (result.answer as { data?: Row } | undefined)?.data : undefined
    const hasSuccess = action.kind === 'download' ? hasMessage(`${name}.done`) : created || result.done.length > 0
    if (!hasSuccess) return
    const args = { ...argsOf(created ?? result.done[0]), count: result.done.length }
    const note = noteOf(command, result.answer)
    if (note) {
      alerts.note(t(note, args))
      return
    }
    const offer = undoCall ? { label: t('parts.undo'), run: () => undo(undoCall, result, newKey()) } : undefined
    alerts.success(t(`${name}.done`, args), { action: offer })
  }

  const finish = async (run: Run, result: RunResult): Promise<void> => {
    const { name, effects, action } = run.command
    announceSuccess(run, result)
    if (effects.includes('remove') || effects.includes('deselect')) host.deselect(result.done.map(({ id }) => id))
    if (effects.includes('remove')) host.closePanel()
    if (result.refused.length > 0) setPartialRun({ title: t(`${name}.label`), result })
    if (action.kind !== 'download') await refreshResource(client, host.resourceType)
  }

  return { finish, partialRun, closePartialRun: () => setPartialRun(undefined) }
}
