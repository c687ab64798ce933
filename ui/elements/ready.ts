/**
 * A component in a file of its own that may be fetched before it is drawn. Where it has come by then, it is drawn at once:
 * React's own `lazy` would leave the page and come back, which React holds back by up to 300 ms each time.
 */
import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'

export interface Ready<Props> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>
  /** Fetches it; drawing it fetches it again after a failure. */
  readonly fetch: () => Promise<unknown>
}

type Module<Props> = { readonly default: ComponentType<Props> }

export function whenReady<Props>(load: () => Promise<Module<Props>>): Ready<Props> {
  let come: Module<Props> | undefined
  const fetch = async (): Promise<Module<Props>> => {
    come = await load()
    return come
  }
  /** A promise whose value is there already tells it within the call. */
  const known = (module: Module<Props>) =>
    // biome-ignore lint/suspicious/noThenProperty: React asks for a thenable, and this one answers at once
    ({ then: (use: (module: Module<Props>) => void) => use(module) }) as unknown as Promise<Module<Props>>
  return { Component: lazy(() => (come ? known(come) : fetch())), fetch }
}
