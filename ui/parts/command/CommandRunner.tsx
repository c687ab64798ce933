/**
 * Runs commands for a list and its panel: asks what must be asked, sends, and does what follows. One runner serves bar,
 * panel and palette, so that a command behaves alike from each.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Suspense, useEffect, useState } from 'react'
import { alerts } from '../../alerts.ts'
import { ApiProblem, newKey } from '../../api.ts'
import { hasText, useText } from '../../i18n.ts'
import type { Row } from '../list/useRows.ts'
import { refreshResource } from '../refresh.ts'
import { AskDialog, RefusedDialog, ViewDialog } from './CommandDialogs.tsx'
import type { CommandHost, Run, Sent } from './commandState.ts'
import { argsOf, filledPath, forPath } from './commandState.ts'
import { CommandForm, fetchLater } from './lazy.ts'
import { RunnerContext } from './runner.ts'
import { failureOf, isLost, sendRun, undoRun } from './sendCommand.ts'

type Asked = Run & { readonly step: 'confirm' | 'form' | 'view' }

export function CommandRunner({ host, children }: { readonly host: CommandHost; readonly children: ReactNode }) {
  const t = useText()
  const client = useQueryClient()
  const { history } = useRouter()
  const [asked, setAsked] = useState<Asked>()
  const [refusals, setRefusals] = useState<{ title: string; sent: Sent }>()
  const [busy, setBusy] = useState<string>()

  useEffect(fetchLater, [])
  const ask = (next: Asked | undefined): void => {
    setAsked(next)
    host.onAsking(next?.step === 'form' ? next.command.name : undefined)
  }
  const undo = async (path: string, sent: Sent, key: string): Promise<void> => {
    const back = await undoRun(path, sent, key)
    const lost = back.refused.filter(({ error }) => isLost(error))
    const refused = back.refused.filter(({ error }) => !isLost(error))
    const [first] = refused
    if (back.done.length > 0) alerts.success(t('parts.undone'))
    if (lost[0]) {
      const rest = { ...sent, done: lost.map(({ row }) => row) }
      alerts.error(lost[0].error, { action: { label: t('parts.retry'), run: () => undo(path, rest, key) } })
    }
    if (sent.done.length === 1 && first) alerts.error(first.error)
    else if (first) setRefusals({ title: t('parts.undo'), sent: { ...back, refused } })
    await refreshResource(client, host.resourceType)
  }
  const follow = async ({ command, rows }: Run, sent: Sent): Promise<void> => {
    const { name, effects, undo: path, action: own } = command
    const fetched = own.kind === 'download'
    // what was made stood in no row before: the answer names it
    const made = rows.length === 0 ? (sent.answer as { data?: Row } | undefined)?.data : undefined
    const args = { ...argsOf(made ?? sent.done[0]), count: sent.done.length }
    if (fetched ? hasText(`${name}.done`) : made || sent.done.length > 0) {
      const action = path ? { label: t('parts.undo'), run: () => undo(path, sent, newKey()) } : undefined
      alerts.success(t(`${name}.done`, args), { action })
    }
    const ids = sent.done.map(({ id }) => id)
    if (effects.includes('remove') || effects.includes('deselect')) host.deselect(ids)
    if (effects.includes('close-panel') || effects.includes('remove')) host.closePanel()
    if (sent.refused.length > 0) setRefusals({ title: t(`${name}.label`), sent })
    if (!fetched) await refreshResource(client, host.resourceType)
  }
  const sendNow = async (run: Run, key = newKey()): Promise<void> => {
    setBusy(run.command.name)
    try {
      await follow(run, await sendRun(run, undefined, key))
    } catch (error) {
      const requestId = error instanceof ApiProblem ? error.requestId : undefined
      const action = isLost(error) ? { label: t('parts.retry'), run: () => sendNow(run, key) } : undefined
      alerts.error(failureOf(run.command, error, t), { requestId, action })
      if (!isLost(error)) await refreshResource(client, host.resourceType)
    } finally {
      setBusy(undefined)
    }
  }
  const act = (run: Run): void => {
    const { action, form } = run.command
    const [row] = run.rows
    if (form) ask({ ...run, step: 'form' })
    else if (action.kind === 'call' || action.kind === 'download') void sendNow(run)
    else if (action.kind === 'navigate') history.push(filledPath(action.to, forPath(run.rows)))
    else if (action.what === host.panel && row) host.openPanel(row.id, action.tab)
    else ask({ ...run, step: 'view' })
  }
  const start = (run: Run): void => {
    if (busy) return
    if (run.command.confirm && !run.command.form) ask({ ...run, step: 'confirm' })
    else act(run)
  }
  const submit = async (run: Run, body: Record<string, unknown>, key: string): Promise<void> => {
    try {
      const sent = await sendRun(run, body, key)
      void follow(run, sent)
    } catch (error) {
      if (!isLost(error)) void refreshResource(client, host.resourceType)
      throw error
    }
  }

  return (
    <RunnerContext.Provider value={{ start, submit, busy }}>
      {children}
      {asked?.step === 'form' && asked.command.form && (
        <Suspense>
          <CommandForm
            key={`${asked.command.name}-${asked.rows.map(({ id }) => id).join()}`}
            run={asked}
            form={asked.command.form}
            host={host}
            send={(body, key, version) => sendRun(asked, body, key, version)}
            onSent={sent => {
              ask(undefined)
              void follow(asked, sent)
            }}
            onClose={() => ask(undefined)}
          />
        </Suspense>
      )}
      {asked?.step === 'confirm' && (
        <AskDialog
          run={asked}
          onYes={() => {
            ask(undefined)
            act(asked)
          }}
          onNo={() => ask(undefined)}
        />
      )}
      {asked?.step === 'view' && <ViewDialog run={asked} onClose={() => ask(undefined)} />}
      {refusals && (
        <RefusedDialog
          {...refusals.sent}
          title={refusals.title}
          labelOf={host.labelOf}
          onClose={() => setRefusals(undefined)}
        />
      )}
    </RunnerContext.Provider>
  )
}
