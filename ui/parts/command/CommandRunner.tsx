/**
 * Runs commands for a list and its panel: the bar, the panel and inline forms below it use the same `RunStore`, so that a command behaves
 * alike in all of them. This component draws what the run has open (`runState.ts`), and moves the focus after it.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { DialogBoundary } from '../../elements/DialogBoundary.tsx'
import { focusHome } from '../../elements/focus.ts'
import { usePhone } from '../../elements/usePhone.ts'
import { useText } from '../../i18n.ts'
import { takesKeys } from '../../keys.ts'
import type { GoesOn } from '../form/control.ts'
import type { CommandHost } from './commandState.ts'
import { aboutOf } from './commandState.ts'
import { ConfirmDialog, commandForm, prefetchDialogs, RefusedDialog, SecretDialog, ViewDialog } from './lazyDialogs.ts'
import { RunnerContext } from './runner.ts'
import { busyCommand, isReady, type OpenRun, type RunState } from './runState.ts'
import { RunStore } from './runStore.ts'
import { nextRun } from './series.ts'

const CommandForm = commandForm.Component

interface CommandRunnerProps {
  readonly host: CommandHost
  /** True once the page's first data has loaded: the code of dialogs may then be fetched in idle time. */
  readonly prefetches?: boolean
  readonly children: ReactNode
}

export function CommandRunner({ host, prefetches = true, children }: CommandRunnerProps) {
  const queries = useQueryClient()
  const { history } = useRouter()
  const [store] = useState(() => new RunStore(queries, history, host))
  const state = useSyncExternalStore(store.subscribe, store.current)
  useLayoutEffect(() => {
    store.showList(host)
  })
  useEffect(() => {
    if (isReady(state)) store.drawn()
  })
  useEffect(() => (prefetches ? prefetchDialogs() : undefined), [prefetches])
  useFocusAfterRun(state.focus, host)
  const busy = busyCommand(state)
  const runner = useMemo(() => ({ start: store.start, submit: store.submit, busy }), [store, busy])
  const open = useDrawnRun(state)
  return (
    <RunnerContext.Provider value={runner}>
      {children}
      {open && <RunDialog run={open} host={host} store={store} />}
      {state.secret && (
        <DialogBoundary title={state.secret.title} onClose={store.closeSecret}>
          <SecretDialog {...state.secret} onClose={store.closeSecret} />
        </DialogBoundary>
      )}
      {state.partial && (
        <DialogBoundary title={state.partial.title} onClose={store.closePartial}>
          <RefusedDialog
            {...state.partial.result}
            title={state.partial.title}
            labelOf={host.labelOf}
            onClose={store.closePartial}
          />
        </DialogBoundary>
      )}
    </RunnerContext.Provider>
  )
}

/**
 * The open run as it is drawn. On a phone the pressed button is drawn first and the dialog in a deferred render. On a desktop the dialog
 * opens at once, because the next keys are meant for it.
 */
function useDrawnRun({ open }: RunState): OpenRun | undefined {
  const isPhone = usePhone()
  const deferred = useDeferredValue(open)
  return isPhone && open ? deferred : open
}

/**
 * Moves the focus to the list after a run, once its dialogs are closed. A focus inside an open dialog is left alone. So is one in
 * the panel, unless the run closes the panel or the list is itself a tab of it, where the focused button may have disappeared.
 */
function useFocusAfterRun(focus: RunState['focus'], { region }: CommandHost): void {
  useEffect(() => {
    if (!focus) return
    const active = document.activeElement
    // a person who types in a search or a filter by now keeps the focus there: the list would take the next letters for its keys
    if (takesKeys(active) && !active?.closest('[data-open-form], .parts-panel, dialog')) return
    const stays = active?.closest(region ? 'dialog' : '.parts-panel, dialog')
    if ((focus.closesPanel && !region) || !stays) focusHome(region?.())
  }, [focus, region])
}

interface RunDialogProps {
  readonly run: OpenRun
  readonly host: CommandHost
  readonly store: RunStore
}

/** Whether the form of a next row follows: always in a series; for a single row only if the person asks for it. */
const goesOnOf = (run: OpenRun, host: CommandHost): GoesOn | undefined => {
  if (!nextRun(run, host)) return undefined
  return run.series ? 'always' : 'ask'
}

function RunDialog({ run, host, store }: RunDialogProps) {
  const t = useText()
  const { name, form } = run.command
  return (
    <DialogBoundary title={t(`${name}.label`)} onClose={store.close} of={name}>
      {run.step === 'confirm' && <ConfirmDialog run={run} onConfirm={store.confirm} onCancel={store.close} />}
      {run.step === 'view' && <ViewDialog run={run} onClose={store.close} />}
      {run.step === 'form' && form && (
        <CommandForm
          key={`${name}-${aboutOf(run)
            .map(({ id }) => id)
            .join()}`}
          run={run}
          form={form}
          host={host}
          goesOn={goesOnOf(run, host)}
          store={store}
        />
      )}
    </DialogBoundary>
  )
}
