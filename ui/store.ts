/** State outside React: any module can read and replace the value, and components that use it are drawn again when it changes. */
import { useLayoutEffect, useSyncExternalStore } from 'react'

export interface Store<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  /** Calls the function after each change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
  /** The value inside a component. */
  readonly useValue: () => T
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = (): T => value
  return {
    get,
    subscribe,
    set: next => {
      value = next
      for (const listener of listeners) listener()
    },
    useValue: () => useSyncExternalStore(subscribe, get)
  }
}

/** Sets the value while the component is mounted, and `none` afterwards, unless another component has set its own by then. */
export function useInStore<T>(store: Store<T>, value: T, none: T): void {
  useLayoutEffect(() => {
    store.set(value)
    return () => {
      if (store.get() === value) store.set(none)
    }
  }, [store, value, none])
}
