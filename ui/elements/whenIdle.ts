/** Where the browser cannot tell that it is idle. */
const fallbackMs = 2000

/** Calls when the browser is idle. A promise's failure is ignored. Returns how to stop. */
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
