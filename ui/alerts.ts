/**
 * What the alert bar says. A success leaves by itself after 3000 ms, one that offers a way back after 10 s, so that a
 * keyboard reaches it (neither while the pointer or the focus is on it); an error stays until it is dismissed and
 * carries the request's id.
 */
import { useSyncExternalStore } from 'react'
import { ApiProblem } from './api.ts'
import { say } from './i18n.ts'

export interface AlertAction {
  readonly label: string
  readonly run: () => unknown
}
export interface Alert {
  readonly id: number
  readonly tone: 'success' | 'info' | 'warning' | 'danger'
  readonly text: string
  readonly requestId?: string | undefined
  readonly action?: AlertAction | undefined
}
interface Options {
  readonly action?: AlertAction | undefined
  /** The request's id, where the caller knows it; a thrown problem brings its own. */
  readonly requestId?: string | undefined
}

const successMs = 3000
const actionMs = 10_000
const mostShown = 4

let list: readonly Alert[] = []
let last = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function show(next: readonly Alert[]): void {
  list = next
  for (const listener of listeners) listener()
}
function add(alert: Omit<Alert, 'id'>): number {
  last += 1
  const same = (other: Alert): boolean => other.tone === alert.tone && other.text === alert.text
  show([...list.filter(other => !same(other)), { ...alert, id: last }].slice(-mostShown))
  return last
}

/** The sentence of any thrown value: a problem's own, else the general one. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.detail : say('ui.problem.unknown')

type Show = (text: string, options?: Options) => number
const shown =
  (tone: Alert['tone']): Show =>
  (text, options = {}) =>
    add({ tone, text, ...options })

export const alerts = {
  success: shown('success'),
  info: shown('info'),
  warning: shown('warning'),
  /** Takes a sentence, or whatever was thrown. */
  error: (what: unknown, options: Options = {}): number => {
    const requestId = what instanceof ApiProblem ? what.requestId : undefined
    return shown('danger')(typeof what === 'string' ? what : sentenceOf(what), { requestId, ...options })
  },
  dismiss: (id: number): void => show(list.filter(alert => alert.id !== id)),
  clear: (): void => show([])
}

/** Starts the clock of a success, and answers how to stop it. Other tones have none. */
export function startLeaving({ id, tone, action }: Pick<Alert, 'id' | 'tone' | 'action'>): (() => void) | undefined {
  if (tone !== 'success') return undefined
  const timer = setTimeout(() => alerts.dismiss(id), action ? actionMs : successMs)
  return () => clearTimeout(timer)
}

/** What the bar says now. */
export const alertsNow = (): readonly Alert[] => list
export const useAlerts = (): readonly Alert[] => useSyncExternalStore(subscribe, alertsNow)
