/** Which version a page came with stands in the page, for the account's menu. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { anApp, officeHost } from '../helper/app.ts'

it('the page names version and commit, as health does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opony-page-'))
  mkdirSync(join(folder, 'assets'))
  copyFileSync('ui/index.html', join(folder, 'index.html'))
  const test = await anApp({ ROLES: 'web', BROWSER_DIR: folder })
  const { body } = await test.app.inject({ url: '/', headers: { host: officeHost, accept: 'text/html' } })
  const health = (await test.nobody().get('/health/live')).body
  await test.close()
  rmSync(folder, { recursive: true })
  expect(/<meta name="version" content="([^"]+)"/.exec(body)?.[1]).toBe(`${health.version} (${health.commit})`)
})
