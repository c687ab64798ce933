/**
 * The messages of the alert bar. A success or a note disappears after 3 s; one with an action (undo) after 10 s, so that the action can
 * be reached by keyboard. Neither disappears while it has the pointer or the focus. An error stays until it is dismissed, and shows the
 * request's id.
 */
import { ApiProblem } from './api.ts'
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
}
interface Options {
  readonly action?: AlertAction | undefined
  readonly next?: AlertNext | undefined
  /** The request's id; by default that of the thrown problem. */
  readonly requestId?: string | undefined
  readonly passing?: boolean | undefined
  readonly subject?: string | undefined
  readonly link?: AlertLink | undefined
}

const successMs = 3000
const actionMs = 10_000
const maxAlerts = 4

const store = createStore<readonly Alert[]>([])
let lastId = 0

function add(alert: Omit<Alert, 'id'>): number {
  lastId += 1
  const others = store
    .get()
    .filter(({ tone, text, subject }) => tone !== alert.tone || text !== alert.text || subject !== alert.subject)
  store.set([...others, { ...alert, id: lastId }].slice(-maxAlerts))
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
  success: addWith('success'),
  info: addWith('info'),
  /** An information that disappears like a success. */
  note: (text: string): number => addWith('info')(text, { passing: true }),
  warning: addWith('warning'),
  /** Takes a sentence, or a thrown value. */
  error: (error: unknown, options: Options = {}): number => {
    const requestId = error instanceof ApiProblem ? error.requestId : undefined
    return addWith('danger')(typeof error === 'string' ? error : errorText(error), { requestId, ...options })
  },
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
