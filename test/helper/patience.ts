/**
 * How long the server's and the browser's tests wait for what comes by itself. The library gives up after a second, which says how fast
 * the machine is, and not whether the product works. What has to be fast is judged by figures: `bench/` and `faults/`.
 */
import { vi } from 'vitest'

export const patienceMs = 20_000

type Waiting = (check: () => unknown, options?: number | { timeout?: number; interval?: number }) => Promise<unknown>

function withPatience(wait: Waiting): Waiting {
  return (check, options) =>
    wait(check, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) })
}

// files of one process share `vi`
const given = Symbol.for('opony.patience')
const known = vi as unknown as Record<symbol, true> & { waitFor: Waiting; waitUntil: Waiting }
if (!known[given]) {
  known[given] = true
  known.waitFor = withPatience(known.waitFor)
  known.waitUntil = withPatience(known.waitUntil)
}
