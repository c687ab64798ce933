/** The delay in browsers without `requestIdleCallback`, in milliseconds. */
const fallbackMs = 2000

/** Calls these functions when the browser is idle. Rejected promises are ignored. Returns a function that cancels. */
export function whenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const loadAll = (): void => {
    for (const load of loads) load().catch(() => undefined)
  }
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(loadAll, fallbackMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(loadAll)
  return () => cancelIdleCallback(handle)
}
