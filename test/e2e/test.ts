/**
 * The browser tests' own `test`: a house a worker, and windows in it. At its end each test holds that no window said
 * anything on its console, threw, or broke the content policy.
 *
 *     test('…', async ({ aWindow }) => {
 *       const page = await aWindow({ area: 'portal', as: 'client@example.com', size: phone })
 */
import { type BrowserContextOptions, test as base, expect, type Locator, type Page } from '@playwright/test'
import { type Area, aHouse, type House, password } from './server.ts'

export const desk = { width: 1440, height: 900 }
export const phone = { width: 360, height: 740 }

export interface WindowOptions {
  readonly area: Area
  /** Who is signed in already; without it nobody is. */
  readonly as?: string
  readonly size?: { readonly width: number; readonly height: number }
  /** Of the browser; the portal speaks its language. */
  readonly locale?: string
  /** Where to go at once, `/` by default. */
  readonly path?: string
  readonly context?: BrowserContextOptions
}

interface Fixtures {
  /** What the browser may say in this test: its own notes of refused calls, where the test has calls refused. */
  expected: RegExp[]
  /** Opens a window of its own: cookies and storage are shared with no other. */
  aWindow: (options: WindowOptions) => Promise<Page>
}

export const test = base.extend<Fixtures, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      const house = await aHouse()
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 60_000 }
  ],
  expected: [[], { option: true }],
  aWindow: async ({ browser, house, expected }, use) => {
    const said: string[] = []
    const opened: Awaited<ReturnType<typeof browser.newContext>>[] = []
    await use(async ({ area, as, size = desk, locale = 'pl-PL', path = '/', context: more }) => {
      const context = await browser.newContext({ viewport: size, locale, timezoneId: 'Europe/Warsaw', ...more })
      opened.push(context)
      const page = await context.newPage()
      page.on('console', message => said.push(`${message.type()}: ${message.text()} (${page.url()})`))
      page.on('pageerror', error => said.push(`${error.stack ?? error} (${page.url()})`))
      if (as) {
        const token = await house.signIn(area, as)
        await page.addInitScript(kept => {
          if (sessionStorage.getItem('token')) return
          sessionStorage.setItem('token', kept.accessToken)
          sessionStorage.setItem('expiresAt', kept.expiresAt)
        }, token)
      }
      await page.goto(house[area] + path)
      return page
    })
    for (const context of opened) await context.close()
    expect(said.filter(line => !expected.some(one => one.test(line)))).toEqual([])
  }
})

/** The rows of the grid that have come; those that are still on their way cannot be chosen. */
export const rowsOf = (page: Page): Locator => page.locator('[role=row][aria-selected]')

/** Fills in and sends the sign-in screen, in whichever language it stands. */
export async function signInOn(page: Page, email: string, secret = password): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(secret)
  await page.locator('button[type=submit]').click()
}

export { expect, type House, type Page, password }
