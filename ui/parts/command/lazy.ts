/**
 * What a list needs only once somebody acts: forms and the panel. The rows come first; these are fetched as soon as the
 * browser has nothing else to do, so that they are there when the network is not.
 */
import { lazy } from 'react'

const form = () => import('./CommandForm.tsx')
const open = () => import('./OpenForm.tsx')
const panel = () => import('../panel/SidePanel.tsx')

export const CommandForm = lazy(async () => ({ default: (await form()).CommandForm }))
export const OpenForm = lazy(async () => ({ default: (await open()).OpenForm }))
export const SidePanel = lazy(async () => ({ default: (await panel()).SidePanel }))

const restMs = 2000

/** Fetches them in the next quiet moment; what fails is asked again when it is drawn. Answers how to stop. */
export function fetchLater(): () => void {
  const fetchAll = (): void => {
    for (const load of [form, open, panel]) load().catch(() => undefined)
  }
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(fetchAll, restMs)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(fetchAll)
  return () => cancelIdleCallback(waiting)
}
