/**
 * Whether the last call reached the server. Calls decide, not `navigator.onLine`: a server on the same machine answers
 * without a network. While it is lost, the server is asked again by itself, so that the notice ends when the network is back, and not when
 * the person next does something.
 */
import { createStore } from './store.ts'

const connectionLost = createStore(false)

const askAgainMs = 5000
let timer: ReturnType<typeof setInterval> | undefined

/** Any answer will do: it came from there. */
async function ask(): Promise<void> {
  try {
    await fetch('/health/live', { cache: 'no-store' })
    setConnectionLost(false)
  } catch {
    // still lost
  }
}

export const setConnectionLost = (isLost: boolean): void => {
  if (connectionLost.get() === isLost) return
  connectionLost.set(isLost)
  clearInterval(timer)
  globalThis.removeEventListener?.('online', ask)
  if (!isLost) return
  timer = setInterval(ask, askAgainMs)
  globalThis.addEventListener?.('online', ask)
}

export const useConnectionLost = (): boolean => connectionLost.useValue()

/** Calls the function each time that the server is reached again. */
export const onReached = (reached: () => void): (() => void) =>
  connectionLost.subscribe(() => connectionLost.get() || reached())
