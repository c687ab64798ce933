/** What the page may load and call: itself, and exactly the hosts that are set. */
import { expect, it } from 'vitest'
import { contentPolicy } from '../../src/kernel/serve/browser.ts'

const partsOf = (policy: string) => Object.fromEntries(policy.split('; ').map(part => part.split(/ (.*)/).slice(0, 2)))

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
