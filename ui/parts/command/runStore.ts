/**
 * Runs the commands of one list: holds the state of the run (`runState.ts`), makes its calls, and does what follows from the answers.
 * It is outside React, so that nothing depends on when something is drawn. `CommandRunner` makes one for each list, tells it the list as
 * it was drawn last, and draws its state.
 */

import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { matches } from '../../../src/contract/when.ts'
import { type AlertAction, type AlertNext, alerts, errorText } from '../../alerts.ts'
import { ApiProblem, isNetworkError, newKey } from '../../api.ts'
import { attempt, outcomeOf, sayFailed } from '../../attempt.ts'
import { translate as t } from '../../i18n.ts'
import { pagesQuery } from '../../metadata.ts'
import { refreshResource } from '../queryKeys.ts'
import { type CommandHost, filledPath, forPath, type Run, type RunResult } from './commandState.ts'
import { failureText } from './failureText.ts'
import { loadLeadOn, loadSendCommand } from './lazyDialogs.ts'
import { idle, nextState, type RunEffect, type RunEvent, type RunState } from './runState.ts'
import { leftOf, nextRun } from './series.ts'
import { announcementOf } from './success.ts'
import { patienceMs } from './underWay.ts'

/** What is sent with a run. */
interface RunCall {
  readonly body?: Record<string, unknown>
  /** The idempotency key. */
  readonly key: string
  /** The version that its form was opened with; without it, each row's own version is sent. */
  readonly version?: number | undefined
  /** All values of its form, including those that are not part of the body. */
  readonly values?: Readonly<Record<string, unknown>>
}

export class RunStore {
  private state = idle
  private readonly listeners = new Set<() => void>()
  private readonly queries: QueryClient
  private readonly history: Pick<RouterHistory, 'push' | 'location'>
  /** The list as it was drawn last. */
  private host: CommandHost

  constructor(queries: QueryClient, history: Pick<RouterHistory, 'push' | 'location'>, host: CommandHost) {
    this.queries = queries
    this.history = history
    this.host = host
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly current = (): RunState => this.state

  /** Says what the list is, each time that it is drawn. */
  readonly showList = (host: CommandHost): void => {
    this.host = host
  }

  /** Begins a command: opens its confirmation or form, or sends it. */
  readonly start = (run: Run): void => this.on({ kind: 'press', run })
  readonly confirm = (): void => this.on({ kind: 'confirm' })
  readonly close = (): void => this.on({ kind: 'close' })
  readonly closePartial = (): void => this.on({ kind: 'partial', partial: undefined })
  readonly closeSecret = (): void => {
    this.on({ kind: 'secret', secret: undefined })
    this.on({ kind: 'focus', closesPanel: false })
  }
  /** Says that the list is drawn as it is after the last reading: a command that waits for it begins. */
  readonly drawn = (): void => this.on({ kind: 'drawn' })

  private on(event: RunEvent): void {
    const before = this.state
    const { state, effect } = nextState(before, event, this.host)
    if (state !== before) {
      this.state = state
      for (const listener of this.listeners) listener()
    }
    if (state.open !== before.open) {
      const { step, command, rows = [] } = state.open ?? {}
      this.host.onFormChange(step === 'form' ? command?.name : undefined, rows)
    }
    if (effect) this.perform(effect)
  }

  private perform(effect: RunEffect): void {
    if (effect.kind === 'note') {
      alerts.note(t(effect.text))
      return
    }
    const { run } = effect
    const { action } = run.command
    const [row] = run.rows
    if (effect.kind === 'send') void this.sendAlone(run)
    else if (action.kind === 'navigate') this.history.push(filledPath(action.to, forPath(run.rows)))
    else if (action.kind === 'open' && row) this.host.openPanel(row.id, action.tab)
  }

  /** Makes the calls of a run, and gives the list the rows of the answers. Throws the error of a single call. */
  readonly send = async (run: Run, { body, key, version, values }: RunCall): Promise<RunResult> => {
    const { host } = this
    const { action } = run.command
    host.onRunning?.(true)
    try {
      const { sendRun } = await loadSendCommand()
      const result = await sendRun(run, body, key, version, values)
      // what a link creates may be of another resource, whose ids mean other rows here
      if (action.kind !== 'call' || !action.creates) host.apply?.(result.changed)
      return result
    } finally {
      host.onRunning?.(false)
    }
  }

  /** Sends a run that has no form. A repeated one keeps its idempotency key. */
  private async sendAlone(run: Run, key = newKey()): Promise<void> {
    this.on({ kind: 'send', run })
    const outcome = await outcomeOf(this.send(run, { key }))
    if (outcome.ok) void this.finish(run, outcome.answer)
    else this.fail(run, outcome.error, () => this.sendAlone(run, key))
    this.on({ kind: 'answered', run })
  }

  /** Sends the values of a form that is not a dialog, and does what follows. Throws the error of the call: the form shows it. */
  readonly submit = async (run: Run, body: Record<string, unknown> | undefined, key: string): Promise<void> => {
    const outcome = await outcomeOf(this.send(run, { ...(body && { body }), key }))
    if (outcome.ok) {
      void this.finish(run, outcome.answer)
      return
    }
    if (!isNetworkError(outcome.error)) void refreshResource(this.queries, this.host.resourceType)
    throw outcome.error
  }

  /** Downloads a file by the values of its form, which closes. Throws if some of these values are refused: the form shows that. */
  readonly fetchFile = async (run: Run, body: Record<string, unknown>, key = newKey()): Promise<void> => {
    this.on({ kind: 'send', run })
    const outcome = await outcomeOf(this.send(run, { body, key }))
    const isForForm = !outcome.ok && outcome.error instanceof ApiProblem && outcome.error.errors.length > 0
    if (!isForForm) this.close()
    if (outcome.ok) void this.finish(run, outcome.answer)
    else if (!isForForm) this.fail(run, outcome.error, () => this.fetchFile(run, body, key))
    this.on({ kind: 'answered', run })
    if (isForForm) throw outcome.error
  }

  /** The form of a dialog was sent: closes it, or opens that of the next row if the person goes on. */
  readonly formSent = (run: Run, result: RunResult, goesOn: boolean): void => {
    const following = goesOn ? nextRun(run, this.host) : undefined
    if (!run.command.staysOpen) this.on({ kind: 'close', following })
    void this.finish(run, result, following)
  }

  /** The form of a dialog was refused in a way that it cannot show (`onFailure`): closes it. */
  readonly formFailed = (run: Run, error: unknown): void => {
    this.close()
    this.fail(run, error)
  }

  /** Opens the form of the next row, and sends nothing for this one. */
  readonly skip = (run: Run): void => {
    const following = nextRun(run, this.host)
    this.on({ kind: 'close', following })
    if (following) this.host.selectRows?.(leftOf(following))
  }

  /** Does what follows a run. `following`: the run of the next row, whose form is open already. */
  private async finish(run: Run, result: RunResult, following?: Run): Promise<void> {
    const { host } = this
    const { name, effects } = run.command
    const hasRemoved = effects.includes('remove') && result.done.length > 0
    this.announce(run, result)
    if (following) host.selectRows?.(leftOf(following))
    else if (effects.length > 0 && (run.rows.length === 0 || result.done.length > 0)) host.clearSelection()
    if (hasRemoved) host.closePanel()
    if (result.refused.length > 0) this.on({ kind: 'partial', partial: { title: t(`${name}.label`), result } })
    if (!following) this.on({ kind: 'focus', closesPanel: hasRemoved })
    await this.refresh()
  }

  /** Says in an alert why a run failed, whose form is closed or that has none. `retry` is offered if the call did not arrive. */
  private fail({ command }: Run, error: unknown, retry?: () => unknown): void {
    const { onFailure, action } = command
    const endsWork = onFailure !== undefined || action.kind === 'download' || action.kind === 'link'
    sayFailed(error, failureText(command, error, t), retry, command.name)
    if (endsWork) {
      this.host.clearSelection()
      this.on({ kind: 'focus', closesPanel: false })
    }
    // the answer to an own action is the list as it is now
    if (endsWork || !isNetworkError(error)) void this.refresh()
  }

  /** Reads the list again after an own action, also where a panel stays open beside it. */
  private async refresh(): Promise<void> {
    const reading = {}
    const end = (): void => this.on({ kind: 'refreshed', reading })
    this.on({ kind: 'refresh', reading })
    // if the connection is lost the list does not come: the next command then begins without it
    const timer = setTimeout(end, patienceMs)
    await refreshResource(this.queries, this.host.resourceType)
    this.host.showNow?.()
    clearTimeout(timer)
    end()
  }

  private announce(run: Run, result: RunResult): void {
    const pages = this.queries.getQueryData(pagesQuery.queryKey)
    const { pathname, search } = this.history.location
    const place = { labelOf: this.host.labelOf, pages, path: pathname + search }
    const announcement = announcementOf(run, result, place, t)
    if (!announcement) return
    const { kind, text } = announcement
    if (kind === 'secret') this.on({ kind, secret: announcement })
    else if (kind === 'note') alerts.note(text)
    else {
      const { subject, to } = announcement
      const link = to === undefined ? undefined : { label: t('parts.show'), to }
      const { name: of } = run.command
      alerts.success(text, { subject, link, of, action: this.offer(run, result), next: this.leadOn(run, result) })
    }
  }

  /** The action of the message of success: to undo the run, or to run the usual next command on the rows of its answer. */
  private offer({ command: { undo, next } }: Run, result: RunResult): AlertAction | undefined {
    if (undo) return { label: t('parts.undo'), run: () => this.undo(undo, result) }
    return (
      next && { label: t(`${next.name}.label`), run: () => this.sendAlone({ command: next, rows: result.changed }) }
    )
  }

  /** The action that opens the next step on another list (`leadsOn`). Which rows that are is asked when it is pressed. */
  private leadOn({ command: { name, leadsOn } }: Run, { changed, done }: RunResult): AlertNext | undefined {
    if (!leadsOn) return undefined
    const rows = changed.length > 0 ? changed : done
    if (!rows.every(row => matches(leadsOn.when, row))) return undefined
    const open = async (): Promise<void> => {
      const { nextStepUrl } = await loadLeadOn()
      this.history.push(await nextStepUrl(leadsOn, rows), { opensForm: newKey() })
    }
    return { label: t(`${name}.next`), run: () => attempt(open), key: leadsOn.key, keyLabel: `${name}.next` }
  }

  private async undo(path: string, result: RunResult, key = newKey()): Promise<void> {
    const { undoRun } = await loadSendCommand()
    const undone = await undoRun(path, result, key)
    const interrupted = undone.refused.filter(({ error }) => isNetworkError(error))
    const refused = undone.refused.filter(({ error }) => !isNetworkError(error))
    if (undone.done.length > 0) alerts.success(t('parts.undone'))
    const [first] = interrupted
    if (first) {
      const rest = { ...result, done: interrupted.map(({ row }) => row) }
      sayFailed(first.error, errorText(first.error), () => this.undo(path, rest, key))
    }
    if (result.done.length === 1 && refused[0]) alerts.error(refused[0].error)
    else if (refused[0])
      this.on({ kind: 'partial', partial: { title: t('parts.undo'), result: { ...undone, refused } } })
    this.host.apply?.(undone.changed)
    this.on({ kind: 'focus', closesPanel: false })
    await this.refresh()
  }
}
