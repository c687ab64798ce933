/**
 * The messages of the alert bar. A success or a note disappears after 3 s; one with an action (undo) after 10 s, so that the action can
 * be reached by keyboard. Neither disappears while it has the pointer or the focus. An error stays until it is dismissed, and shows the
 * request's id; without an action it goes, too, where it is not true any more or was read: when the server is reached again, when the command
 * that failed succeeds, and when the person goes on to another page after it has stood for ten seconds.
 */
import { ApiProblem, isNetworkError } from './api.ts'
import { onReached } from './connection.ts'
import { translate } from './i18n.ts'
import { isLoadFailure } from './loadFailure.ts'
import { createStore } from './store.ts'

export interface AlertAction {
  readonly label: string
  readonly run: () => unknown
}
/** The usual next step. Its letter (`key`) runs it as long as the page is open on which the message appeared. */
export interface AlertNext extends AlertAction {
  readonly key: string | undefined
  /** The message key of its line in the list of keys. */
  readonly keyLabel: string
}
/** A path of the application, with its query. */
export interface AlertLink {
  readonly label: string
  readonly to: string
}
export interface Alert {
  readonly id: number
  readonly tone: 'success' | 'info' | 'warning' | 'danger'
  readonly text: string
  /** The name of the item that it is about, such as `Z/2026/000126`. */
  readonly subject?: string | undefined
  /** A link to the list that has the item now. */
  readonly link?: AlertLink | undefined
  readonly requestId?: string | undefined
  readonly action?: AlertAction | undefined
  readonly next?: AlertNext | undefined
  /** It disappears by itself. */
  readonly passing?: boolean | undefined
  /** It says that the server was not reached. */
  readonly unreached?: boolean | undefined
  /** The command that it is about. */
  readonly of?: string | undefined
  /** When it appeared, in milliseconds since 1970. */
  readonly at: number
}
interface Options {
  readonly action?: AlertAction | undefined
  readonly next?: AlertNext | undefined
  /** The request's id; by default that of the thrown problem. */
  readonly requestId?: string | undefined
  readonly passing?: boolean | undefined
  readonly subject?: string | undefined
  readonly link?: AlertLink | undefined
  readonly of?: string | undefined
  readonly unreached?: boolean | undefined
}

const successMs = 3000
const actionMs = 10_000
/** By then an error was read. */
const readMs = 10_000
const maxAlerts = 4

const store = createStore<readonly Alert[]>([])
let lastId = 0

/** Removes the errors for which this holds, except those that offer something. */
const settle = (isSettled: (alert: Alert) => boolean): void => {
  const left = store.get().filter(alert => alert.tone !== 'danger' || alert.action !== undefined || !isSettled(alert))
  if (left.length < store.get().length) store.set(left)
}

onReached(() => settle(({ unreached }) => unreached === true))

function add(alert: Omit<Alert, 'id' | 'at'>): number {
  lastId += 1
  const others = store
    .get()
    .filter(({ tone, text, subject }) => tone !== alert.tone || text !== alert.text || subject !== alert.subject)
  store.set([...others, { ...alert, id: lastId, at: Date.now() }].slice(-maxAlerts))
  return lastId
}

/** The sentence to show for a thrown value: the problem's own, else the general one. */
export const errorText = (error: unknown): string => {
  if (error instanceof ApiProblem) return error.detail
  return translate(isLoadFailure(error) ? 'ui.problem.network' : 'ui.problem.unknown')
}

const addWith =
  (tone: Alert['tone']) =>
  (text: string, options: Options = {}): number =>
    add({ tone, text, ...options })

export const alerts = {
  success: (text: string, options: Options = {}): number => {
    const { of } = options
    if (of !== undefined) settle(alert => alert.of === of)
    return addWith('success')(text, options)
  },
  info: addWith('info'),
  /** An information that disappears like a success. */
  note: (text: string): number => addWith('info')(text, { passing: true }),
  warning: addWith('warning'),
  /** Takes a sentence, or a thrown value. */
  error: (error: unknown, options: Options = {}): number => {
    const requestId = error instanceof ApiProblem ? error.faultId : undefined
    const text = typeof error === 'string' ? error : errorText(error)
    return addWith('danger')(text, { requestId, unreached: isNetworkError(error), ...options })
  },
  /** The person has gone on to another page. */
  leavePage: (): void => settle(({ at }) => Date.now() - at >= readMs),
  dismiss: (id: number): void => store.set(store.get().filter(alert => alert.id !== id)),
  clear: (): void => store.set([])
}

/** Starts the timer that dismisses a success or a note. Returns a function that stops it; undefined for other alerts. */
export function startDismissTimer({
  id,
  tone,
  action,
  link,
  next,
  passing
}: Pick<Alert, 'id' | 'tone' | 'action' | 'link' | 'next' | 'passing'>) {
  if (tone !== 'success' && !passing) return undefined
  const timer = setTimeout(() => alerts.dismiss(id), action || link || next ? actionMs : successMs)
  return () => clearTimeout(timer)
}

export const currentAlerts = store.get
export const useAlerts = store.useValue
