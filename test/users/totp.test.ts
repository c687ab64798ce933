/** Codes by the test vectors of RFC 6238 (appendix B) and RFC 4226 (appendix D), and of RFC 4648 for Base32. */
import { describe, expect, it } from 'vitest'
import { addressOf, base32, codeAt, stepAt, stepMs, stepOf } from '../../modules/users/second-factor/totp.ts'

const ascii = (length: number): Buffer => Buffer.from('1234567890'.repeat(7).slice(0, length))
const keys = { sha1: ascii(20), sha256: ascii(32), sha512: ascii(64) } as const

describe('a code', () => {
  it.each([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826']
  ])('of RFC 6238 at %i s', (seconds, sha1, sha256, sha512) => {
    const step = stepAt(new Date(seconds * 1000))
    const code = (algorithm: keyof typeof keys): string => codeAt(keys[algorithm], step, { algorithm, length: 8 })
    expect([code('sha1'), code('sha256'), code('sha512')]).toEqual([sha1, sha256, sha512])
  })

  it.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
    'of RFC 4226 is %s at its counter',
    code => {
      const counters = Array.from({ length: 10 }, (_, counter) => codeAt(keys.sha1, counter))
      expect(counters).toContain(code)
      expect(counters.indexOf(code)).toBe(
        ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].indexOf(
          code
        )
      )
    }
  )

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false]
  ])('%i steps away is accepted: %s', (away, accepted) => {
    const now = new Date('2026-11-22T12:00:07Z')
    const code = codeAt(keys.sha1, stepAt(now) + away)
    expect(stepOf(keys.sha1, code, now, null)).toBe(accepted ? stepAt(now) + away : undefined)
  })

  it('is accepted once, and none before it', () => {
    const now = new Date('2026-11-22T12:00:07Z')
    const present = stepAt(now)
    expect(stepOf(keys.sha1, codeAt(keys.sha1, present), now, present)).toBeUndefined()
    expect(stepOf(keys.sha1, codeAt(keys.sha1, present - 1), now, present)).toBeUndefined()
    expect(stepOf(keys.sha1, codeAt(keys.sha1, present + 1), now, present)).toBe(present + 1)
    expect(stepMs).toBe(30_000)
  })

  it.each(['', '12345', '1234567', 'abcdef', '12345６'])('%j is none', code => {
    expect(stepOf(keys.sha1, code, new Date(), null)).toBeUndefined()
  })
})

describe('Base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI']
  ])('of %j is %j', (text, expected) => expect(base32(Buffer.from(text))).toBe(expected))

  it('is in the address that an app scans, with the issuer and the account', () => {
    expect(addressOf(Buffer.from('foobar'), 'Opony & Co', 'a+b@example.com')).toBe(
      'otpauth://totp/Opony%20%26%20Co:a%2Bb%40example.com?secret=MZXW6YTBOI&issuer=Opony%20%26%20Co&algorithm=SHA1&digits=6&period=30'
    )
  })
})
