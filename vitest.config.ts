import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**', 'test/bench/**', 'test/faults/long/**', 'test/walls/examples/**'],
    globalSetup: ['test/helper/cluster.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    allowOnly: false
  }
})
