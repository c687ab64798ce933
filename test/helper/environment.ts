/**
 * Node as the server's tests have it. A process of vitest runs many files one after the other; what these share
 * (`aSharedApp`) ends here, before the process does.
 */
import type { Environment } from 'vitest/runtime'

export default {
  name: 'server',
  viteEnvironment: 'ssr',
  setup() {
    const endings: (() => Promise<void>)[] = []
    // what a process of tests closes at its end, the last first; vitest loads this file apart from those of the tests
    Object.assign(globalThis, { atEndOfTests: endings })
    return {
      async teardown() {
        for (const end of endings.splice(0).reverse()) await end()
      }
    }
  }
} satisfies Environment
