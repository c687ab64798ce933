/**
 * Runs commands for a list and its panel: asks what must be asked, sends, and does what follows. One runner serves bar,
 * panel and palette, so that a command behaves alike from each.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createContext, useContext, useState } from 'react'
import type { CommandFace } from '../../src/contract/command.ts'
import { alerts } from '../alerts.ts'
import { ApiProblem, call, download, newKey } from '../api.ts'
import { useText } from '../i18n.ts'
import { AskDialog, RefusedDialog, ViewDialog } from './CommandDialogs.tsx'
import { CommandForm } from './CommandForm.tsx'
import type { CommandHost, Refused, Run, Sending, Sent, Standing } from './commandState.ts'
import { argsOf, filledPath, methodAndPath, sendings, standing } from './commandState.ts'
import { refreshNoun } from './refresh.ts'
import type { Row } from './useRows.ts'

type Asked = Run & { readonly step: 'confirm' | 'form' | 'view' }

interface Runner {
  readonly start: (run: Run) => void
  readonly busy: string | undefined
}
const context = createContext<Runner | null>(null)

type Action<K> = Extract<CommandFace['action'], { kind: K }>

/** Sends all calls of one run. A single call's error is thrown; those of many are gathered. */
async function send(run: Run, body: Record<string, unknown> | undefined, key: string, version?: number): Promise<Sent> {
  const action = run.command.action as Action<'call'>
  const menu = run.command.menu && run.word !== undefined ? { [run.command.menu.field]: run.word } : {}
  const whole = body || run.command.menu ? { ...body, ...menu } : undefined
  const list = sendings({ action, bulk: run.command.bulk }, run.rows, whole, version)
  const one = ({ path, body: own, version: seen, suffix }: Sending) =>
    call(action.method, path, own, { version: seen, key: key + suffix })
  const [only] = list
  if (only && list.length === 1) return { done: run.rows, refused: [], answer: await one(only) }
  const done: Row[] = []
  const refused: Refused[] = []
  for (const sending of list) {
    try {
      await one(sending)
      done.push(...sending.rows)
    } catch (error) {
      for (const row of sending.rows) refused.push({ row, error })
    }
  }
  return { done, refused, answer: undefined }
}

export function CommandRunner({ host, children }: { readonly host: CommandHost; readonly children: ReactNode }) {
  const t = useText()
  const client = useQueryClient()
  const { history } = useRouter()
  const [asked, setAsked] = useState<Asked>()
  const [refusals, setRefusals] = useState<{ run: Run; sent: Sent }>()
  const [busy, setBusy] = useState<string>()

  const ask = (next: Asked | undefined): void => {
    setAsked(next)
    host.onAsking(next?.step === 'form' ? next.command.name : undefined)
  }
  const undo = async ({ command }: Run, { done, answer }: Sent): Promise<void> => {
    const { method, path } = methodAndPath(command.undo ?? '')
    const version = done.length === 1 ? (answer as { data?: Row } | undefined)?.data?.version : undefined
    try {
      for (const row of done) await call(method, filledPath(path, row), undefined, { key: newKey(), version })
      alerts.success(t('parts.undone'))
    } catch (error) {
      alerts.error(error)
    }
    await refreshNoun(client, host.noun)
  }
  const follow = async (run: Run, sent: Sent): Promise<void> => {
    const { name, effects, undo: back } = run.command
    // what was made stood in no row before: the answer names it
    const made = run.rows.length === 0 ? (sent.answer as { data?: Row } | undefined)?.data : undefined
    const args = { ...argsOf(made ?? sent.done[0]), count: sent.done.length }
    if (made || sent.done.length > 0) {
      const action = back ? { label: t('parts.undo'), run: () => undo(run, sent) } : undefined
      alerts.success(t(`${name}.done`, args), { action })
    }
    const ids = sent.done.map(({ id }) => id)
    if (effects.includes('remove') || effects.includes('deselect')) host.deselect(ids)
    if (effects.includes('close-panel') || effects.includes('remove')) host.closePanel()
    if (sent.refused.length > 0) setRefusals({ run, sent })
    await refreshNoun(client, host.noun)
  }
  const sendNow = async (run: Run, key = newKey()): Promise<void> => {
    setBusy(run.command.name)
    try {
      await follow(run, await send(run, undefined, key))
    } catch (error) {
      const lost = error instanceof ApiProblem && error.status === 0
      alerts.error(error, lost ? { action: { label: t('parts.retry'), run: () => sendNow(run, key) } } : {})
      if (!lost) await refreshNoun(client, host.noun)
    } finally {
      setBusy(undefined)
    }
  }
  const act = (run: Run): void => {
    const { action, form } = run.command
    const [row] = run.rows
    if (form) ask({ ...run, step: 'form' })
    else if (action.kind === 'call') void sendNow(run)
    else if (action.kind === 'navigate') history.push(filledPath(action.to, row))
    else if (action.kind === 'download') download(filledPath(action.path, row)).catch(alerts.error)
    else if (action.what === host.panel && row) host.openPanel(row.id, action.tab)
    else ask({ ...run, step: 'view' })
  }
  const start = (run: Run): void => {
    if (busy) return
    if (run.command.confirm && !run.command.form) ask({ ...run, step: 'confirm' })
    else act(run)
  }

  return (
    <context.Provider value={{ start, busy }}>
      {children}
      {asked?.step === 'form' && asked.command.form && (
        <CommandForm
          key={`${asked.command.name}-${asked.rows.map(({ id }) => id).join()}`}
          run={asked}
          form={asked.command.form}
          host={host}
          send={(body, key, version) => send(asked, body, key, version)}
          onSent={sent => {
            ask(undefined)
            void follow(asked, sent)
          }}
          onClose={() => ask(undefined)}
        />
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
          title={t(`${refusals.run.command.name}.label`)}
          labelOf={host.labelOf}
          onClose={() => setRefusals(undefined)}
        />
      )}
    </context.Provider>
  )
}

export interface CommandHandle extends Standing {
  readonly busy: boolean
  readonly run: (word?: number) => void
}

/** How a command stands towards the chosen rows, and how to run it. Needs a `CommandRunner` above. */
export function useCommand(): (command: CommandFace, rows: readonly Row[]) => CommandHandle {
  const runner = useContext(context)
  if (!runner) throw new Error('A command needs a CommandRunner above it')
  return (command, rows) => ({
    ...standing(command, rows),
    busy: runner.busy === command.name,
    run: word => runner.start({ command, rows, word })
  })
}
