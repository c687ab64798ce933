/**
 * What a list needs only once the person acts: forms and the panel. They are fetched when the browser is idle, after the
 * rows, so that they are there even if the connection is lost meanwhile.
 */

/** Where the browser cannot tell that it is idle. */
const fallbackMs = 2000

/** Fetches them when the browser is idle. A failure is ignored: drawing one fetches it again. Returns how to stop. */
export function prefetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const fetchAll = (): void => {
    for (const load of loads) load().catch(() => undefined)
  }
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(fetchAll, fallbackMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(fetchAll)
  return () => cancelIdleCallback(handle)
}
