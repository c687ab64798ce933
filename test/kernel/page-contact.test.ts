/** Whom clients ask for help stands in the page, so that no call is needed to know it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
