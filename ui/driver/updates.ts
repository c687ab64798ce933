/** Installs the service worker, and lets a new version take over: never while a shift is under way without the driver's word. */
import { createStore } from '../store.ts'

/** Whether a newer version waits. */
export const updateWaits = createStore(false)
let waiting: ServiceWorker | null = null

function watch(registration: ServiceWorkerRegistration): void {
  const found = (): void => {
    // the first one replaces nothing
    if (!registration.waiting || !navigator.serviceWorker.controller) return
    waiting = registration.waiting
    updateWaits.set(true)
  }
  found()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', found))
}

/** Registers the worker, and looks for a new version each time the application comes to the front. */
export async function installWorker(): Promise<void> {
  // `npm run dev` has none (`scripts/dev.ts`)
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/driver/worker.js', { scope: '/driver/' })
  watch(registration)
  document.addEventListener('visibilitychange', () => {
    // without signal there is none to be had
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })
}

/** The waiting version takes over, and the page is loaded again with it. */
export function takeUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage('take over')
}
