/** Whether the last call reached the server. Judged by calls, not by the system: a server on this machine needs no network. */
import { useSyncExternalStore } from 'react'

let lost = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function reached(answered: boolean): void {
  if (lost === !answered) return
  lost = !answered
  for (const listener of listeners) listener()
}

export const useLost = (): boolean => useSyncExternalStore(subscribe, () => lost)
