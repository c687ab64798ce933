/** The pure rules of keys and webhooks. */

import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { networksOf } from '../../modules/integrations/keys/schema.ts'
import { decrypted, encrypted } from '../../modules/integrations/webhooks/encryption.ts'
import { endpointPause, isDelivered, isGivenUp, pauseAfter, pauses } from '../../modules/integrations/webhooks/rules.ts'
import { newSecret, secretOfText, secretText, signedHeaders } from '../../modules/integrations/webhooks/sign.ts'
import { keyPrefix } from '../../src/kernel/access/api-keys.ts'
import { newSecret as anySecret, isSecret } from '../../src/kernel/access/prefixed-secrets.ts'
import { isPublicAddress, secondsOf, targetOf } from '../../src/kernel/outbound/guarded-post.ts'

const newKey = (bytes?: Uint8Array): string => anySecret(keyPrefix, bytes)
const isKey = (text: string): boolean => isSecret(keyPrefix, text)

describe('a key', () => {
  it('has the prefix, 43 and six characters, and another one each time', () => {
    expect(newKey()).toMatch(/^opn_[0-9A-Za-z]{49}$/)
    expect(newKey()).not.toBe(newKey())
    expect(newKey(new Uint8Array(32))).toMatch(/^opn_0{43}/)
    expect(newKey(new Uint8Array(32).fill(255))).toHaveLength(53)
  })

  it('is known by its checksum', () => {
    const key = newKey()
    expect(isKey(key)).toBe(true)
    const other = key.charAt(10) === 'a' ? 'b' : 'a'
    for (const wrong of [`${key.slice(0, 10)}${other}${key.slice(11)}`, key.slice(0, -1), `${key}0`, 'opn_', ''])
      expect([wrong, isKey(wrong)]).toEqual([wrong, false])
  })

  it.each([
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, 2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
    ['10.0.0.0/33', undefined],
    ['example.com', undefined],
    ['10.0.0.0/8/8', undefined]
  ])('may come from %s', (text, networks) => expect(networksOf(text)).toEqual(networks))
})

describe('a signature', () => {
  const call = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
  const secret = secretOfText('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')

  it('is that of the vector of Standard Webhooks', () => {
    expect(signedHeaders([secret], call)).toEqual({
      'webhook-id': call.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    })
  })

  it('is accepted by the library of the standard, by the present secret and by the former one', () => {
    const [present, former] = [newSecret(), newSecret()]
    const now = { ...call, timestamp: Math.floor(Date.now() / 1000) }
    const headers = signedHeaders([present, former], now)
    for (const one of [present, former])
      expect(new Webhook(secretText(one)).verify(now.body, headers)).toEqual({ test: 2_432_232_314 })
    expect(() => new Webhook(secretText(newSecret())).verify(now.body, headers)).toThrow()
    expect(() => new Webhook(secretText(present)).verify(`${now.body} `, headers)).toThrow()
  })

  it('keeps its secret encrypted, and reads it after a change of TOKEN_SECRET', () => {
    const kept = encrypted(secret, { tokenSecret: 'before' })
    expect(kept.includes(secret)).toBe(false)
    expect(decrypted(kept, { tokenSecret: 'after', tokenSecretOld: 'before' })).toEqual(secret)
    expect(decrypted(kept, { tokenSecret: 'after' })).toBeUndefined()
  })
})

describe('a failed delivery', () => {
  const answer = (status: number, retryAfter?: number) => ({ kind: 'answer', status, retryAfter }) as const

  it('is tried again after the pauses of the standard, each a little longer by chance, and given up after ten tries', () => {
    const minutes = [5 / 60, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 20 * 60, 24 * 60]
    expect(pauses.map(seconds => seconds / 60)).toEqual(minutes)
    for (const [at, seconds] of pauses.entries()) {
      expect(pauseAfter(at + 1, answer(500), 0)).toBe(seconds)
      expect(pauseAfter(at + 1, { kind: 'down' }, 1)).toBeCloseTo(seconds * 1.1)
    }
    expect(pauseAfter(10, answer(500), 0)).toBeUndefined()
  })

  it('waits as long as it is asked to, up to a day', () => {
    expect(pauseAfter(1, answer(503, 120), 0)).toBe(120)
    expect(pauseAfter(1, answer(503, 1), 0)).toBe(5)
    expect(pauseAfter(1, answer(503, 9_999_999), 0)).toBe(86_400)
  })

  it.each([
    [200, true],
    [204, true],
    [299, true],
    [301, false],
    [302, false],
    [400, false],
    [410, false],
    [500, false]
  ])('is one of status %s: %s', (status, delivered) => expect(isDelivered(answer(status))).toBe(delivered))

  it.each([
    ['500', answer(500), 0],
    ['nobody there', { kind: 'down' } as const, 0],
    ['429', answer(429), 30],
    ['502', answer(502), 30],
    ['504', answer(504), 30],
    ['no answer in time', { kind: 'slow' } as const, 30],
    ['429 with Retry-After', answer(429, 90), 90],
    ['200 with Retry-After', answer(200, 90), 0]
  ])('pauses the endpoint after %s', (_what, sent, seconds) => expect(endpointPause(sent)).toBe(seconds))

  it('turns an endpoint off that has failed for five days', () => {
    const now = new Date('2026-06-10T12:00:00Z')
    expect(isGivenUp(new Date('2026-06-05T12:00:00Z'), now)).toBe(true)
    expect(isGivenUp(new Date('2026-06-05T12:00:01Z'), now)).toBe(false)
    expect(isGivenUp(null, now)).toBe(false)
  })

  it.each([
    ['7', 7],
    ['Wed, 10 Jun 2026 12:00:30 GMT', 30],
    ['soon', undefined],
    [undefined, undefined]
  ])('reads Retry-After: %s', (text, seconds) =>
    expect(secondsOf(text, Date.parse('2026-06-10T12:00:00Z'))).toBe(seconds)
  )
})

describe('an address', () => {
  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0'
    ],
    ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', '::ffff:10.0.0.1'],
    ...['::ffff:7f00:1', '64:ff9b::a00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', 'ff02::1', 'x']
  ])('%s is not public', address => expect(isPublicAddress(address)).toBe(false))

  it.each(['8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::8a'])(
    '%s is public',
    address => expect(isPublicAddress(address)).toBe(true)
  )

  const resolving = (...addresses: string[]) =>
    (async () => addresses.map(address => ({ address, family: 4 }))) as never

  it.each([
    ['example.com', ['93.184.216.34'], 'false', 'address'],
    ['example.com', ['93.184.216.34', '10.0.0.1'], 'false', 'private'],
    ['rebound.example.com', ['127.0.0.1'], 'false', 'private'],
    ['rebound.example.com', ['127.0.0.1'], 'loopback', 'address'],
    ['rebound.example.com', ['10.0.0.1'], 'loopback', 'private'],
    ['rebound.example.com', ['10.0.0.1'], 'true', 'address'],
    ['nobody.example.com', [], 'true', 'unknown'],
    ['[::1]', [], 'false', 'private'],
    [new URL('http://2130706433/').hostname, [], 'false', 'private'],
    [new URL('http://0x7f.1/').hostname, [], 'false', 'private']
  ] as const)('%s, which leads to %s, with WEBHOOK_PRIVATE=%s: %s', async (name, addresses, allowed, kind) => {
    expect((await targetOf(name, allowed, resolving(...addresses))).kind).toBe(kind)
  })
})
