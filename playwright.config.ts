import { defineConfig } from '@playwright/test'
import { chromiumArguments, chromiumPath } from './test/helper/browser.ts'

const executablePath = chromiumPath()

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/fixtures/setup.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { args: chromiumArguments, ...(executablePath && { executablePath }) }
  }
})
