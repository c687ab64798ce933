import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, chromiumPath, hasWebkit } from './test/helper/browser.ts'

const executablePath = chromiumPath()
const launchOptions = {
  args: chromiumArguments,
  // without a UTF-8 locale Chromium names a file with letters beyond ASCII "download"; a bare machine has none
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  ...(executablePath && { executablePath })
}

/** Only a test that hangs may fail by its time: how fast a machine is says nothing. On a slow network (test/e2e/fixtures/slowAnswers.ts) they take longer. */
const patience = process.env.SLOW_ANSWERS ? 4 : 2

export default defineConfig<{ pictures: string }>({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/fixtures/setup.ts',
  outputDir: 'test-results/e2e',
  // each is a browser, a server and a database: more of them need memory rather than cores
  workers: Math.min(availableParallelism(), 6),
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  timeout: 60_000 * patience,
  expect: { timeout: 10_000 * patience },
  reporter: 'list',
  use: {
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    pictures: process.env.PICTURES ?? '',
    screenshot: 'only-on-failure',
    // a trace costs a fifth of the time of every test: `npx playwright test <file> --trace on` where one is needed
    trace: 'off'
  },
  projects: [
    { name: 'chromium', use: { browserName: 'chromium', launchOptions } },
    // the pictures of README.md, by `npm run pictures` alone
    ...(process.env.PICTURES
      ? [
          {
            name: 'readme',
            testMatch: 'readme.pictures.ts',
            use: { browserName: 'chromium' as const, launchOptions }
          }
        ]
      : []),
    // clients hold iPhones: what they do first is done in their browser, too
    ...(hasWebkit()
      ? [{ name: 'webkit', testMatch: 'first-visit.spec.ts', use: { browserName: 'webkit' as const } }]
      : [])
  ]
})
