/**
 * A component whose code can be fetched before it is drawn. If it has been fetched, it is drawn at once. React's own `lazy` would
 * suspend in any case, and React delays what it draws after a suspension by up to 300 ms.
 */
import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'

export interface Ready<Props> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>
  /** Fetches the code. After a failure, drawing the component fetches it again. */
  readonly fetch: () => Promise<unknown>
}

type Module<Props> = { readonly default: ComponentType<Props> }

export function whenReady<Props>(load: () => Promise<Module<Props>>): Ready<Props> {
  let come: Module<Props> | undefined
  const fetch = async (): Promise<Module<Props>> => {
    come = await load()
    return come
  }
  /** A thenable with a known value, which calls back synchronously. */
  const known = (module: Module<Props>) =>
    // biome-ignore lint/suspicious/noThenProperty: React needs a thenable, and this one must call back synchronously
    ({ then: (use: (module: Module<Props>) => void) => use(module) }) as unknown as Promise<Module<Props>>
  return { Component: lazy(() => (come ? known(come) : fetch())), fetch }
}
