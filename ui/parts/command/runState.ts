/**
 * The run of a command, from the press of its button to the list as it is afterwards: what is open, what is being sent, and what waits.
 * A pure function from one state to the next. `RunStore` (`runStore.ts`) holds the state and does what the function asks for (`effect`),
 * `CommandRunner` draws it.
 *
 *     press ─→ confirm ─→ form ─────────────────────→ (the form sends) ─→ refreshing ─→ idle
 *        │         └────→ sending ─→ partial or secret ────────────────→ refreshing ─→ idle
 *        └───────────────→ view, panel or page                               │
 *     press, while one is sent or the list is read again ─→ next ────────────┘ begins on the rows as they are then
 *
 * Several of these steps may overlap. The form of the next row is open while the list is read after the row before it, and the refused rows
 * of an undo are listed beside an open form. So the state has a field for each of them.
 *
 * Each event changes the state at once, before anything is drawn: of two taps in one moment, the second finds its command being sent,
 * or the confirmation closed, and does nothing.
 */
import type { Row } from '../../../src/contract/row.ts'
import { availability, type CommandHost, type Run, type RunResult } from './commandState.ts'
import { begun } from './series.ts'

/** A run that waits for the person in a dialog. */
export interface OpenRun extends Run {
  readonly step: 'confirm' | 'form' | 'view'
}

/** A run of which some rows were refused, to be listed in a dialog. */
export interface PartialRun {
  readonly title: string
  readonly result: RunResult
}

/** A secret that a run returned. */
export interface Secret {
  readonly title: string
  readonly text: string
  readonly secret: string
}

/** A run that was pressed while another was sent or the list was read. */
export interface PendingRun {
  readonly run: Run
  /** Ids of its rows that the list had then. A row of a long list's later pages may never have been among them. */
  readonly listed: ReadonlySet<number>
}

export interface RunState {
  readonly open: OpenRun | undefined
  /** Runs without a form whose calls are being made; more than one only if one is repeated from an alert. */
  readonly sending: readonly Run[]
  /** The last reading of the list after a run, while it lasts. */
  readonly refreshing: object | undefined
  /** Begins once nothing is sent or read any more; of several the last one pressed. */
  readonly next: PendingRun | undefined
  readonly partial: PartialRun | undefined
  readonly secret: Secret | undefined
  /** Where the focus goes once the dialogs are closed: a new object for each run. */
  readonly focus: { readonly closesPanel: boolean } | undefined
}

export const idle: RunState = {
  open: undefined,
  sending: [],
  refreshing: undefined,
  next: undefined,
  partial: undefined,
  secret: undefined,
  focus: undefined
}

export type RunEvent =
  /** A person begins a command. */
  | { readonly kind: 'press'; readonly run: Run }
  | { readonly kind: 'confirm' }
  /** The open dialog is closed, or replaced by the form of the next row. */
  | { readonly kind: 'close'; readonly following?: Run | undefined }
  | { readonly kind: 'send'; readonly run: Run }
  | { readonly kind: 'answered'; readonly run: Run }
  | { readonly kind: 'refresh'; readonly reading: object }
  | { readonly kind: 'refreshed'; readonly reading: object }
  /** The list is drawn as it is now: the pending run may begin. */
  | { readonly kind: 'drawn' }
  | { readonly kind: 'partial'; readonly partial: PartialRun | undefined }
  | { readonly kind: 'secret'; readonly secret: Secret | undefined }
  | { readonly kind: 'focus'; readonly closesPanel: boolean }

/** What is to be done beside the new state. */
export type RunEffect =
  | { readonly kind: 'send' | 'navigate' | 'panel'; readonly run: Run }
  /** A short message, by its key. */
  | { readonly kind: 'note'; readonly text: string }

export interface Step {
  readonly state: RunState
  readonly effect?: RunEffect
}

/** What a run needs to know of its list. */
export type RunList = Pick<CommandHost, 'rowNow' | 'context' | 'panel'>

/** The name of the command that is being sent, or that waits for the list after the one before it. */
export const busyCommand = ({ sending, next }: RunState): string | undefined => (sending[0] ?? next?.run)?.command.name

/** Whether a pending run may begin as soon as the list is drawn. */
export const isReady = ({ sending, refreshing, next }: RunState): boolean =>
  next !== undefined && sending.length === 0 && refreshing === undefined

export function nextState(state: RunState, event: RunEvent, list: RunList): Step {
  switch (event.kind) {
    case 'press':
      return pressed(state, event.run, list)
    case 'confirm':
      return state.open?.step === 'confirm' ? perform({ ...state, open: undefined }, state.open, list) : { state }
    case 'close':
      return { state: { ...state, open: event.following && { ...event.following, step: 'form' } } }
    case 'send':
      return { state: { ...state, sending: [...state.sending.filter(run => run !== event.run), event.run] } }
    case 'answered':
      return { state: { ...state, sending: state.sending.filter(run => run !== event.run) } }
    case 'refresh':
      return { state: { ...state, refreshing: event.reading } }
    case 'refreshed':
      return state.refreshing === event.reading ? { state: { ...state, refreshing: undefined } } : { state }
    case 'drawn':
      return isReady(state) ? resumed(state, list) : { state }
    case 'partial':
      return { state: { ...state, partial: event.partial } }
    case 'secret':
      return { state: { ...state, secret: event.secret } }
    case 'focus':
      return { state: { ...state, focus: { closesPanel: event.closesPanel } } }
  }
}

function pressed(state: RunState, run: Run, list: RunList): Step {
  const { sending, refreshing } = state
  if (sending.some(({ command }) => command.name === run.command.name)) return { state }
  if (sending.length > 0 || (refreshing && run.rows.length > 0))
    return { state: { ...state, next: pendingRun(run, list.rowNow) } }
  const first = run.rows.length === 0 ? { ...run, context: list.context } : begun(run)
  const { confirm, form } = first.command
  return confirm && !form ? { state: { ...state, open: { ...first, step: 'confirm' } } } : perform(state, first, list)
}

/** Opens what the command opens, or sends it. */
function perform(state: RunState, run: Run, { panel }: RunList): Step {
  const { action, form } = run.command
  if (form) return { state: { ...state, open: { ...run, step: 'form' } } }
  if (action.kind === 'navigate') return { state, effect: { kind: 'navigate', run } }
  if (action.kind !== 'open')
    return { state: { ...state, sending: [...state.sending, run] }, effect: { kind: 'send', run } }
  const opensPanel = action.what === panel && run.rows.length > 0
  return opensPanel
    ? { state, effect: { kind: 'panel', run } }
    : { state: { ...state, open: { ...run, step: 'view' } } }
}

/** Begins the pending run, on the rows as they are now. */
function resumed({ next, ...others }: RunState, list: RunList): Step {
  const state = { ...others, next: undefined }
  const run = next && currentRun(next, list.rowNow)
  if (typeof run === 'string') return { state, effect: { kind: 'note', text: run } }
  return run ? pressed(state, run, list) : { state }
}

export const pendingRun = (run: Run, rowNow: RunList['rowNow']): PendingRun => ({
  run,
  listed: new Set(run.rows.map(({ id }) => id).filter(id => rowNow?.(id) !== undefined))
})

/**
 * The pending run with the rows as they are now, because versions and allowed commands may have changed since the press. Undefined if a row
 * has left the list; a message key if the rows forbid the command.
 */
export function currentRun({ run, listed }: PendingRun, rowNow: RunList['rowNow']): Run | string | undefined {
  const rows: Row[] = run.rows.flatMap(row => rowNow?.(row.id) ?? (listed.has(row.id) ? [] : [row]))
  if (rows.length < run.rows.length) return undefined
  const { shown, refusal } = availability(run.command, rows)
  if (!shown) return undefined
  return refusal ? refusal.reason : { ...run, rows }
}
