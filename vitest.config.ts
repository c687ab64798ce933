import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumArguments, chromiumPath } from './test/helper/browser.ts'
import { appAliases, appPlugins } from './ui/build/app.ts'

/** The files that take longest. They begin first, or the last of them would run alone while the other cores wait. */
const longest = [
  'faults/drills',
  'start/process',
  'security/hostile-values',
  'security/routes',
  'start/admin',
  'waste/records',
  'kernel/list-sorts',
  'start/stop',
  'orders/races',
  'reports/reports',
  'start/backup',
  'start/sensor',
  'kernel/metrics',
  'embedded/postgres'
].map(name => join(import.meta.dirname, `test/${name}.test.ts`))

const gone = longest.filter(file => !existsSync(file))
if (gone.length > 0) throw new Error(`vitest.config.ts names files that are not there: ${gone.join(', ')}`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      // a worker is kept for the next file only while that is of the same project
      if (project.config.isolate) return longest.length + 1
      const at = longest.indexOf(moduleId)
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

/** In a browser, where there is one; `npm test` says so where there is none. */
const rendered = (executablePath: string): TestProjectConfiguration => ({
  root: import.meta.dirname,
  plugins: [...appPlugins()],
  resolve: { alias: appAliases },
  cacheDir: 'dist/vite-rendered',
  // found while tests run, each of them would load the page again
  optimizeDeps: { entries: ['ui/main.tsx', 'test/ui/rendered/*.test.tsx'], include: ['react-dom/client', 'axe-core'] },
  test: {
    ...limits,
    name: 'rendered',
    include: ['test/ui/rendered/*.test.tsx'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: { executablePath, args: chromiumArguments },
        contextOptions: { locale: 'pl-PL', timezoneId: 'Europe/Warsaw', reducedMotion: 'reduce' }
      }),
      instances: [{ browser: 'chromium' }]
    }
  }
})
const browserPath = chromiumPath()

/** So long may a test take that hangs: others may run beside it on a busy machine. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  allowOnly: false,
  setupFiles: [join(import.meta.dirname, 'test/helper/patience.ts')],
  expect: { poll: { timeout: 20_000 } }
}

export default defineConfig({
  test: {
    globalSetup: ['test/helper/cluster.ts'],
    // one more than there are cores, because some files wait for what comes by itself: drills for processes, the register for its pace.
    // Each has applications with their connections, and the database takes a hundred
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // The server keeps its state in the application, not in its modules: files may share a process that has loaded it.
        test: {
          ...limits,
          name: 'server',
          isolate: false,
          environment: './test/helper/environment.ts',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'test/ui/**', 'test/dependencies/examples/**']
        }
      },
      // The browser's part keeps its state in modules, one page being one process: each file has its own.
      {
        test: {
          ...limits,
          name: 'ui',
          include: ['test/ui/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, 'test/ui/rendered/**']
        }
      },
      ...(browserPath ? [rendered(browserPath)] : [])
    ]
  }
})
