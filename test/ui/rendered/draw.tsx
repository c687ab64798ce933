/** Draws parts for one test, and takes everything away after it. */
import '../fixtures/parts/styles.ts'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { alerts } from '../../../ui/alerts.ts'
import type { FakeApi } from '../fixtures/parts/api.ts'
import { beginExample, InApp } from '../fixtures/parts/InApp.tsx'

interface Drawn {
  readonly api: FakeApi
  readonly box: HTMLElement
}

/**
 * Draws a part within the application, with a server of its own.
 * @param prepare sets other answers before anything is drawn
 * @param path the address, with its query
 */
export function draw(children: ReactNode, prepare?: (api: FakeApi) => void, path = '/'): Drawn {
  const api = beginExample()
  prepare?.(api)
  const box = document.createElement('main')
  document.body.append(box)
  const root = createRoot(box, { onCaughtError: () => undefined })
  root.render(<InApp path={path}>{children}</InApp>)
  onTestFinished(() => {
    root.unmount()
    box.remove()
    api.end()
    alerts.clear()
    sessionStorage.clear()
    localStorage.clear()
  })
  return { api, box }
}

/** A promise, and the way to resolve it. */
export function later<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(settle => {
    resolve = settle
  })
  return { promise, resolve: value => resolve(value) }
}
