/** The version in the account's menu. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ownVersion } from '../../ui/version.ts'

describe('the menu', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['0.1.0 (abcdefabcdef)', '0.1.0 (abcdefabcdef)'],
    ['__VERSION__', undefined],
    ['', undefined]
  ])('of a page with %j shows %s', (content, version) => {
    vi.stubGlobal('document', { querySelector: () => ({ content }) })
    expect(ownVersion()).toBe(version)
  })
})
