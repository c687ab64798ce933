/**
 * Whether the last call reached the server. Calls decide, not `navigator.onLine`: a server on the same machine answers
 * without a network.
 */
import { createStore } from './store.ts'

const connectionLost = createStore(false)

export const setConnectionLost = (isLost: boolean): void => {
  if (connectionLost.get() !== isLost) connectionLost.set(isLost)
}

export const useConnectionLost = (): boolean => connectionLost.useValue()
