/**
 * A component whose code is a file of its own. It can be fetched before it is drawn, and is then drawn at once; React's own `lazy` would
 * suspend in any case, and React delays what it draws after a suspension by up to 300 ms.
 *
 * If the code cannot be loaded, it is fetched once more. If that fails, too, and the server serves another build, the page reloads, once;
 * typed values are kept as drafts. Otherwise drawing the component throws, and the nearest `Boundary` shows a message. React's `lazy` keeps
 * a failure for ever: therefore the boundary calls `forgetFailures` before it draws its content again.
 */
import type { ComponentType, FunctionComponent } from 'react'
import { lazy, useState } from 'react'
import { laterTexts } from '../i18n.ts'
import { reloadIfOutdated } from '../version.ts'

export interface LazyPart<Props> {
  readonly Component: FunctionComponent<Props>
  /** Fetches the code. After a failure, drawing the component fetches it again. */
  readonly fetch: () => Promise<unknown>
}

type Module<Props> = { readonly default: ComponentType<Props> }

/** For each part whose code did not come: makes the next drawing fetch it again. */
const failures = new Set<() => void>()

/** Called by a `Boundary` that has shown a failure. Not called by the part itself, which React draws again as soon as its code has failed. */
export function forgetFailures(): void {
  for (const forget of failures) forget()
  failures.clear()
}

/** The pause in milliseconds before the second try. */
const pauseMs = 500

async function fetchedTwice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    return load()
  }
}

/** The code with the texts that it may say. */
async function withTexts<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), laterTexts()])
  return loaded
}

/** A part of the first page, which says no text that comes later (`isLater` of build/compiledMessages.ts). */
export const firstPart = <Props extends object>(load: () => Promise<Module<Props>>): LazyPart<Props> => partOf(load)

export const lazyPart = <Props extends object>(load: () => Promise<Module<Props>>): LazyPart<Props> =>
  partOf(() => withTexts(load))

function partOf<Props extends object>(load: () => Promise<Module<Props>>): LazyPart<Props> {
  let loaded: Module<Props> | undefined
  const fetch = async (): Promise<Module<Props>> => {
    loaded ??= await fetchedTwice(load)
    return loaded
  }
  const begin = () =>
    lazy(async () => {
      try {
        return await fetch()
      } catch (error) {
        // the page is about to reload: the part stays as it is until then
        if (await reloadIfOutdated()) return await new Promise<never>(() => undefined)
        failures.add(() => {
          waiting = begin()
        })
        throw error
      }
    })
  let waiting = begin()

  /** Stays the component that it was at its first drawing, because React drops the state where the type of a component changes. */
  function Part(props: Props) {
    const [Content] = useState<ComponentType<Props>>(
      () => loaded?.default ?? (waiting as unknown as ComponentType<Props>)
    )
    return <Content {...props} />
  }
  return { Component: Part, fetch }
}
