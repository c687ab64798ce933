/**
 * Runs commands for a list and its panel: opens the confirmation or the form where there is one, makes the calls, and
 * applies the effects. The bar, the panel and inline forms use the same runner, so a command behaves alike in all of them.
 */

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { alerts } from '../../alerts.ts'
import { ApiProblem, newKey } from '../../api.ts'
import { DialogBoundary } from '../../elements/DialogBoundary.tsx'
import { usePhone } from '../../elements/usePhone.ts'
import { useStable } from '../../elements/useStable.ts'
import { useText } from '../../i18n.ts'
import type { GoesOn } from '../form/control.ts'
import { refreshResource } from '../queryKeys.ts'
import { ConfirmDialog, RefusedDialog, SecretDialog, ViewDialog } from './CommandDialogs.tsx'
import type { CommandHost, Run, RunResult } from './commandState.ts'
import { aboutOf, filledPath, forPath } from './commandState.ts'
import { commandForm, prefetchForm } from './lazyForm.ts'
import { RunnerContext } from './runner.ts'
import { failureText, isNetworkError, sendRun } from './sendCommand.ts'
import { begun, leftOf, nextRun } from './series.ts'
import { useRunOutcome } from './useRunOutcome.ts'
import { useWaitingRun } from './waiting.ts'

const CommandForm = commandForm.Component

/** A run that waits for the person in a dialog. */
type OpenRun = Run & { readonly step: 'confirm' | 'form' | 'view' }

/** Sends a run, and tells the list when the calls begin and end: the list then removes all affected rows together. */
async function sendFor({ onRunning }: CommandHost, ...sending: Parameters<typeof sendRun>): Promise<RunResult> {
  onRunning?.(true)
  try {
    return await sendRun(...sending)
  } finally {
    onRunning?.(false)
  }
}

interface CommandRunnerProps {
  readonly host: CommandHost
  /** True once the page's first data has loaded: the code of forms may then be fetched in idle time. */
  readonly prefetches?: boolean
  readonly children: ReactNode
}

export function CommandRunner({ host, prefetches = true, children }: CommandRunnerProps) {
  const t = useText()
  const client = useQueryClient()
  const { history } = useRouter()
  const isPhone = usePhone()
  const [openRun, setOpenRun] = useState<OpenRun>()
  const [busy, setBusy] = useState<string>()
  const { finish, failRun, refresh, isRefreshing, partialRun, closePartialRun, revealed, closeRevealed } =
    useRunOutcome(host)
  useEffect(() => (prefetches ? prefetchForm() : undefined), [prefetches])

  const open = (next: OpenRun | undefined): void => {
    // On a phone the pressed button is drawn first and the dialog in a transition. On a desktop the dialog opens at once,
    // because the next keys are meant for it.
    if (next && isPhone) startTransition(() => setOpenRun(next))
    else setOpenRun(next)
    host.onFormChange(next?.step === 'form' ? next.command.name : undefined, next?.rows ?? [])
  }
  const fetchFile = async (run: Run, query?: Record<string, unknown>): Promise<void> => {
    setBusy(run.command.name)
    try {
      const result = await sendFor(host, run, query, newKey())
      open(undefined)
      void finish(run, result)
    } catch (error) {
      // refused fields are corrected in the form, which shows them
      if (query && error instanceof ApiProblem && error.errors.length > 0) throw error
      open(undefined)
      void failRun(run, error, () => fetchFile(run, query))
    } finally {
      setBusy(undefined)
    }
  }
  const sendWithoutForm = async (run: Run, key = newKey()): Promise<void> => {
    setBusy(run.command.name)
    try {
      const result = await sendFor(host, run, undefined, key)
      void finish(run, result)
    } catch (error) {
      if (run.command.onFailure) {
        void failRun(run, error, () => sendWithoutForm(run, key))
        return
      }
      const requestId = error instanceof ApiProblem ? error.requestId : undefined
      const retry = { label: t('parts.retry'), run: () => sendWithoutForm(run, key) }
      alerts.error(failureText(run.command, error, t), { requestId, action: isNetworkError(error) ? retry : undefined })
      // the answer to an own action is the list as it is now
      if (!isNetworkError(error)) void refresh()
    } finally {
      setBusy(undefined)
    }
  }
  const perform = (run: Run): void => {
    const { action, form } = run.command
    const [row] = run.rows
    if (form) open({ ...run, step: 'form' })
    else if (action.kind === 'call') void sendWithoutForm(run)
    else if (action.kind === 'download' || action.kind === 'link') void fetchFile(run)
    else if (action.kind === 'navigate') history.push(filledPath(action.to, forPath(run.rows)))
    else if (action.what === host.panel && row) host.openPanel(row.id, action.tab)
    else open({ ...run, step: 'view' })
  }
  const start = (asked: Run): void => {
    // a second press of the same button, whose first is being sent
    if (busy === asked.command.name) return
    if (busy || (isRefreshing && asked.rows.length > 0)) {
      wait(asked)
      return
    }
    const run = asked.rows.length === 0 ? { ...asked, context: host.context } : begun(asked)
    if (run.command.confirm && !run.command.form) open({ ...run, step: 'confirm' })
    else perform(run)
  }
  const submit = async (run: Run, body: Record<string, unknown>, key: string): Promise<void> => {
    try {
      const result = await sendFor(host, run, body, key)
      void finish(run, result)
    } catch (error) {
      if (!isNetworkError(error)) void refreshResource(client, host.resourceType)
      throw error
    }
  }
  const [waiting, wait] = useWaitingRun(busy !== undefined || isRefreshing, host, start)
  const [startNow, submitNow] = [useStable(start), useStable(submit)]
  const shownBusy = busy ?? waiting
  const runner = useMemo(
    () => ({ start: startNow, submit: submitNow, busy: shownBusy }),
    [startNow, submitNow, shownBusy]
  )
  return (
    <RunnerContext.Provider value={runner}>
      {children}
      {openRun && (
        <RunDialog
          run={openRun}
          host={host}
          onConfirmed={() => {
            open(undefined)
            perform(openRun)
          }}
          goesOn={goesOnOf(openRun, host)}
          onSent={(result, goesOn) => {
            const next = goesOn ? nextRun(openRun, host) : undefined
            if (!openRun.command.staysOpen) open(next && { ...next, step: 'form' })
            void finish(openRun, result, next)
          }}
          onSkip={() => {
            const next = nextRun(openRun, host)
            open(next && { ...next, step: 'form' })
            if (next) host.selectRows?.(leftOf(next))
          }}
          onFailed={error => {
            open(undefined)
            void failRun(openRun, error)
          }}
          onFetch={query => fetchFile(openRun, query)}
          onClose={() => open(undefined)}
        />
      )}
      {revealed && <SecretDialog {...revealed} onClose={closeRevealed} />}
      {partialRun && (
        <RefusedDialog
          {...partialRun.result}
          title={partialRun.title}
          labelOf={host.labelOf}
          onClose={closePartialRun}
        />
      )}
    </RunnerContext.Provider>
  )
}

/** Whether the form of a next row follows: always in a series; for a single row only if the person asks for it. */
const goesOnOf = (run: OpenRun, host: CommandHost): GoesOn | undefined => {
  if (run.step !== 'form' || !nextRun(run, host)) return undefined
  return run.series ? 'always' : 'ask'
}

interface RunDialogProps {
  readonly run: OpenRun
  readonly host: CommandHost
  readonly goesOn: GoesOn | undefined
  readonly onConfirmed: () => void
  readonly onSent: (result: RunResult, goesOn: boolean) => void
  readonly onSkip: () => void
  readonly onFailed: (error: unknown) => void
  readonly onFetch: (query: Record<string, unknown>) => Promise<void>
  readonly onClose: () => void
}

function RunDialog({ run, host, goesOn, onConfirmed, onSent, onSkip, onFailed, onFetch, onClose }: RunDialogProps) {
  const t = useText()
  if (run.step === 'confirm') return <ConfirmDialog run={run} onConfirm={onConfirmed} onCancel={onClose} />
  if (run.step === 'view') return <ViewDialog run={run} onClose={onClose} />
  if (!run.command.form) return null
  return (
    <DialogBoundary title={t(`${run.command.name}.label`)} onClose={onClose} of={run.command.name}>
      <CommandForm
        key={`${run.command.name}-${aboutOf(run)
          .map(({ id }) => id)
          .join()}`}
        run={run}
        form={run.command.form}
        host={host}
        goesOn={goesOn}
        send={(body, key, version, values) => sendFor(host, run, body, key, version, values)}
        onSent={onSent}
        onSkip={onSkip}
        onFailed={onFailed}
        onFetch={onFetch}
        onClose={onClose}
      />
    </DialogBoundary>
  )
}
