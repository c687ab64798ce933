/** Whom clients ask for help, and whether staff may sign up, stands in the page, so that no call is needed to know it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentPolicy } from '../../src/kernel/serve/browser.ts'
import { anApp, portalHost } from '../helper/app.ts'

const built = existsSync(join(import.meta.dirname, '../../dist/ui/assets'))

it.skipIf(!built).each([
  ['none', {}, 'data-phone="" data-email=""'],
  [
    'those of the settings',
    { CONTACT_PHONE: '+48 82 600 70 80', CONTACT_EMAIL: '"onload="x&y@example.com' },
    'data-phone="+48 82 600 70 80" data-email="&quot;onload=&quot;x&amp;y@example.com"'
  ]
])('keeps the contact within its attributes: %s', async (_what, settings, attributes) => {
  const test = await anApp({ ROLES: 'web', ...settings })
  const { body } = await test.app.inject({ url: '/', headers: { host: portalHost, accept: 'text/html' } })
  await test.close()
  expect(/<meta name="contact" ([^>]*?) ?\/?>/.exec(body)?.[1]).toBe(attributes)
})

it.skipIf(!built).each([
  ['open', {}],
  ['closed', { STAFF_SIGN_UP: 'false' }]
])('the sign-up of staff is %s', async (said, settings: Record<string, string>) => {
  const test = await anApp({ ROLES: 'web', ...settings })
  const { body } = await test.app.inject({ url: '/authorization', headers: { host: portalHost, accept: 'text/html' } })
  await test.close()
  expect(/<meta name="staff-sign-up" content="(\w+)" ?\/?>/.exec(body)?.[1]).toBe(said)
})

/** What the page may load and call: itself, and exactly the hosts that are set. */
describe('the content policy', () => {
  const partsOf = (policy: string) =>
    Object.fromEntries(policy.split('; ').map(part => part.split(/ (.*)/).slice(0, 2)))

  it('allows nothing of other hosts, and no inline code', () => {
    const policy = contentPolicy('abc', '', '')
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(partsOf(policy)).toMatchObject({
      'connect-src': "'self'",
      'script-src': "'self' 'nonce-abc'",
      'object-src': "'none'"
    })
  })

  it('allows uploads to the store of the settings, and pictures of the tile server, and nothing the other way round', () => {
    const parts = partsOf(contentPolicy('abc', ' https://tiles.example.com', ' https://opony.blob.core.windows.net'))
    expect(parts['connect-src']).toBe("'self' https://opony.blob.core.windows.net")
    expect(parts['img-src']).toBe("'self' data: blob: https://tiles.example.com")
  })
})
