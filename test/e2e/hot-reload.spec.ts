/**
 * `npm run dev`: a change of the sources is in the open page at once, and what was typed there stays. It runs on a copy of the sources
 * within the project, where Node finds its packages.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { aServer, type TestServer } from './fixtures/server.ts'
import { expect, rowsOf, test } from './fixtures/test.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** How many changes are made: the time until each is seen is printed. On an idle machine it is about 0.1 s. */
const changes = 5

function aCopy(): string {
  const folder = mkdtempSync(join(root, 'dist/copy-'))
  for (const part of [
    'ui',
    'src',
    'modules',
    'config',
    'migrations',
    'seeds',
    'scripts',
    'test/ui',
    'package.json',
    'tsconfig.base.json',
    'tsconfig.json'
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

test('nothing of the page of parts is in the build', () => {
  const built = readdirSync(join(root, 'dist/ui/assets')).filter(name => /\.(js|css)$/.test(name))
  expect(built.length).toBeGreaterThan(10)
  const words = /example-page|example\.item|fixtures\/parts/
  expect(built.filter(name => words.test(readFileSync(join(root, 'dist/ui/assets', name), 'utf8')))).toEqual([])
})

test.describe('the development server', () => {
  test.describe.configure({ mode: 'serial', timeout: 180_000 })
  let folder = ''
  let development: TestServer
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    folder = aCopy()
    development = await aServer({ path: 'scripts/dev.ts', folder })
  })
  test.afterAll(async () => {
    await development?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  /** Opens a page of the back office, and tells what its content policy or the page itself refused. */
  async function opened(page: Page, path: string): Promise<string[]> {
    const faults: string[] = []
    page.on('pageerror', error => faults.push(String(error)))
    page.on('console', message => message.type() === 'error' && faults.push(message.text()))
    await page.goto(development.office + path)
    return faults
  }

  test('a changed component is in the open page without loading it again, and what was typed stays', async ({
    page
  }) => {
    const faults = await opened(page, '/authorization')
    const email = page.locator('input[name=email]')
    await email.fill('admin@example.com')
    const file = join(folder, 'ui/shell/Bare.tsx')
    const source = readFileSync(file, 'utf8')
    const times: number[] = []
    for (let at = 1; at <= changes; at++) {
      const start = performance.now()
      // the watcher drops a change that follows another one of the same file within 50 ms: it is saved again until it is seen
      await expect(async () => {
        writeFileSync(file, source.replace('className="bare-foot"', `className="bare-foot" data-change="${at}"`))
        await expect(page.locator(`[data-change="${at}"]`)).toBeAttached({ timeout: 2_000 })
      }).toPass()
      times.push(Math.round(performance.now() - start))
    }
    await expect(email).toHaveValue('admin@example.com')
    const description = `${times.join(', ')} ms until a change is seen`
    test.info().annotations.push({ type: 'times', description })
    console.log(description)
    expect(faults).toEqual([])
  })

  test('a changed style is in the open page, too', async ({ page }) => {
    await opened(page, '/authorization')
    const file = join(folder, 'ui/shell/bare.css')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n.bare-foot { outline-width: 7px; }\n`)
    await expect(page.locator('.bare-foot')).toHaveCSS('outline-width', '7px')
  })

  test('the page of parts draws every part without a server', async ({ page }) => {
    const faults: string[] = []
    page.on('pageerror', error => faults.push(String(error)))
    await page.goto(`${development.office}/parts`)
    await expect(page.getByRole('article', { name: 'rows in each state' }).getByRole('row')).toHaveCount(7)
    await expect(
      page.getByRole('article', { name: 'all in one form' }).getByRole('textbox', { name: 'Tekst', exact: true })
    ).toBeVisible()
    expect(faults).toEqual([])
    await page.goto(`${development.office}/parts?panel`)
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  test('pages come with the content policy, the first calls and the live hints of production', async ({ page }) => {
    const { accessToken, expiresAt } = await development.signIn('office', 'admin@example.com')
    await page.addInitScript(
      token => {
        sessionStorage.setItem('token', token.accessToken)
        sessionStorage.setItem('expiresAt', token.expiresAt)
      },
      { accessToken, expiresAt }
    )
    const hint = page
      .waitForEvent('websocket', socket => socket.url().endsWith('/api/hub'))
      .then(socket => socket.waitForEvent('framereceived'))
    const html = page.waitForResponse(`${development.office}/orders/new`)
    const faults = await opened(page, '/orders/new')
    await expect(rowsOf(page).first()).toBeVisible()
    expect((await html).headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+'; /)
    expect(await page.locator('meta[name=build]').getAttribute('content')).toMatch(/^[0-9a-f]{12}$/)
    await hint
    // StrictMode runs each effect twice: what an effect does not undo is seen here
    await rowsOf(page).first().dblclick()
    await expect(page.getByRole('complementary').getByRole('tabpanel')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto(`${development.office}/store/map`)
    await expect(page.locator('[data-map-stage] canvas')).toBeVisible()
    await expect(page.locator('.map-side').getByRole('option').first()).toBeVisible()
    expect(faults).toEqual([])
  })
})
