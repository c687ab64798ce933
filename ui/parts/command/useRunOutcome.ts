import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { alerts } from '../../alerts.ts'
import { ApiProblem, newKey } from '../../api.ts'
import { focusHome } from '../../elements/focus.ts'
import { useText } from '../../i18n.ts'
import { takesKeys } from '../../keys.ts'
import { usePages } from '../../metadata.ts'
import type { Row } from '../list/useRows.ts'
import { refreshResource } from '../queryKeys.ts'
import type { CommandHost, Run, RunResult } from './commandState.ts'
import { argsOf, noteOf } from './commandState.ts'
import { nextStepUrl } from './leadOn.ts'
import { failureText, isNetworkError, sendRun, undoRun } from './sendCommand.ts'
import { leftOf } from './series.ts'
import { patienceMs } from './underWay.ts'
import { subjectOf, whereNow } from './whereNow.ts'

/** A run of which some rows were refused, to be listed in a dialog. */
interface PartialRun {
  readonly title: string
  readonly result: RunResult
}

/** A secret that a run returned. */
interface Revealed {
  readonly title: string
  readonly text: string
  readonly secret: string
}

/**
 * What happens after a run: the message with its undo, the command's effects, the list of refused rows. The focus then moves to the
 * list, to the active row or the row that took its place; if it is in a panel that stays open, it remains there.
 */
export function useRunOutcome(host: CommandHost) {
  const t = useText()
  const client = useQueryClient()
  const [partialRun, setPartialRun] = useState<PartialRun>()
  const [revealed, setRevealed] = useState<Revealed>()
  /** The last reading of the list after a run, while it lasts. */
  const [refreshing, setRefreshing] = useState<object>()
  const focusAfterRun = useFocusAfterRun(host)
  const { data: pages } = usePages()
  const { history } = useRouter()

  /** The list as it is after an own action, also where a panel stays open beside it. */
  const refresh = async (): Promise<void> => {
    const own = {}
    const end = (): void => setRefreshing(last => (last === own ? undefined : last))
    setRefreshing(own)
    // on a line that has gone the list does not come, and the next command is begun without it
    const timer = setTimeout(end, patienceMs)
    await refreshResource(client, host.resourceType)
    host.showNow?.()
    clearTimeout(timer)
    end()
  }

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
    focusAfterRun(false)
    await refresh()
  }

  /** Runs the command that the message offers next, on the rows of the previous command's answer. */
  const goOn = async (command: CommandMetadata, rows: readonly Row[], key: string): Promise<void> => {
    try {
      await finish({ command, rows }, await sendRun({ command, rows }, undefined, key))
    } catch (error) {
      const retry = { label: t('parts.retry'), run: () => goOn(command, rows, key) }
      alerts.error(failureText(command, error, t), isNetworkError(error) ? { action: retry } : {})
    }
  }

  const offerOf = ({ undo: undoCall, next }: CommandMetadata, result: RunResult) => {
    if (undoCall) return { label: t('parts.undo'), run: () => undo(undoCall, result, newKey()) }
    const rows = [(result.answer as { data?: Row | Row[] } | undefined)?.data ?? []].flat()
    return next && { label: t(`${next.name}.label`), run: () => goOn(next, rows, newKey()) }
  }

  /** The action that opens the next step on another list (`leadsOn`). Which rows that are is asked when it is pressed. */
  const leadOnOf = ({ name, leadsOn }: CommandMetadata, { answer, done }: RunResult) => {
    if (!leadsOn) return undefined
    // the rows after the command, if the answer has them
    const rows = (answer as { data?: readonly Row[] } | undefined)?.data ?? done
    const run = (): Promise<void> =>
      nextStepUrl(leadsOn, rows).then(
        to => history.push(to, { opensForm: newKey() }),
        (error: unknown) => void alerts.error(error)
      )
    return { label: t(`${name}.next`), run, key: leadsOn.key, keyLabel: `${name}.next` }
  }

  const announceSuccess = ({ command, rows }: Run, result: RunResult): void => {
    const { name, action } = command
    // a command without rows creates one: the message is filled in from the row of the answer
    const creates = rows.length === 0 || (action.kind === 'call' && action.creates)
    const created = creates ? (result.answer as { data?: Row } | undefined)?.data : undefined
    if (action.kind !== 'download' && !created && result.done.length === 0) return
    const args = { ...argsOf(created ?? result.done[0]), count: result.made ?? result.done.length }
    const revealed = result.answer as { secret?: string; data?: { secret?: string } } | undefined
    const secret = revealed?.secret ?? revealed?.data?.secret
    if (command.reveals && secret !== undefined) {
      setRevealed({ title: t(`${name}.label`), text: t(`${name}.done`, args), secret })
      return
    }
    const note = noteOf(command, result.answer)
    if (note) {
      alerts.note(t(note, args))
      return
    }
    const text = t(`${name}.done`, args)
    const about = created ? [created] : result.done
    const to = whereNow(command.leadsTo, about, pages, history.location.pathname)
    alerts.success(text, {
      // if several rows were created, the answer has only one of them, which must not be named for all
      subject: (result.made ?? 1) > 1 ? undefined : subjectOf(text, about, host.labelOf),
      link: to === undefined ? undefined : { label: t('parts.show'), to },
      action: offerOf(command, result),
      next: leadOnOf(command, result)
    })
  }

  /** Applies the result of a run. `next`: the run that follows, whose form is open already. */
  const finish = async (run: Run, result: RunResult, next?: Run): Promise<void> => {
    const { name, effects } = run.command
    const hasRemoved = effects.includes('remove') && result.done.length > 0
    host.apply?.([(result.answer as { data?: Row | Row[] } | undefined)?.data ?? []].flat())
    announceSuccess(run, result)
    if (next) host.selectRows?.(leftOf(next))
    else if (run.rows.length === 0 || result.done.length > 0) host.clearSelection()
    if (hasRemoved) host.closePanel()
    if (result.refused.length > 0) setPartialRun({ title: t(`${name}.label`), result })
    if (!next) focusAfterRun(hasRemoved)
    await refresh()
  }

  /** Shows why a run failed whose form has closed: in an alert that stays. */
  const failRun = async ({ command }: Run, error: unknown, retry?: () => unknown): Promise<void> => {
    const requestId = error instanceof ApiProblem ? error.requestId : undefined
    const action = retry && isNetworkError(error) ? { label: t('parts.retry'), run: retry } : undefined
    alerts.error(failureText(command, error, t), { requestId, action })
    host.clearSelection()
    focusAfterRun(false)
    await refresh()
  }

  const closeRevealed = (): void => {
    setRevealed(undefined)
    focusAfterRun(false)
  }
  const closePartialRun = (): void => setPartialRun(undefined)
  const isRefreshing = refreshing !== undefined
  return { finish, failRun, refresh, isRefreshing, partialRun, closePartialRun, revealed, closeRevealed }
}

/**
 * Moves the focus to the list after a run, once its dialogs are closed. A focus inside an open dialog is left alone. So is one in
 * the panel, unless the run closes the panel or the list is itself a tab of it, where the focused button may have disappeared.
 */
function useFocusAfterRun({ region }: CommandHost): (closesPanel: boolean) => void {
  const [run, setRun] = useState<{ readonly closesPanel: boolean }>()
  useEffect(() => {
    if (!run) return
    const active = document.activeElement
    // whoever has gone on to a search or a filter types there: what follows would be taken for the keys of the list
    if (takesKeys(active) && !active?.closest('[data-open-form], .parts-panel, dialog')) return
    const stays = active?.closest(region ? 'dialog' : '.parts-panel, dialog')
    if ((run.closesPanel && !region) || !stays) focusHome(region?.())
  }, [run, region])
  return closesPanel => setRun({ closesPanel })
}
