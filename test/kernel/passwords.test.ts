import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { chanceIn, passwordBits, secretBits } from '../../config/chance.ts'
import {
  chooseCost,
  hashPassword,
  passwordLoad,
  strongCost,
  testCost,
  verifyPassword
} from '../../src/kernel/access/passwords.ts'
import { ApiError } from '../../src/kernel/errors/errors.ts'

beforeEach(() => chooseCost(testCost))
afterEach(() => chooseCost(strongCost))

test('a hash says its parameters, has a salt of its own, and verifies the one password', async () => {
  const [one, two] = [await hashPassword('żółw 🐢'), await hashPassword('żółw 🐢')]
  expect(one).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(two).not.toBe(one)
  expect(await verifyPassword('żółw 🐢', one)).toBe(true)
  expect(await verifyPassword('żółw 🐢 ', one)).toBe(false)
  expect(await verifyPassword('', one)).toBe(false)
})

test('different Unicode forms of the same letters are the same password', async () => {
  const hash = await hashPassword('\u017c\u00f3\u0142w')
  expect(await verifyPassword('z\u0307o\u0301\u0142w', hash)).toBe(true)
})

test('the cost of use is 2^17, 8, 1, and needs 128 MiB', async () => {
  chooseCost(strongCost)
  const hash = await hashPassword('a password')
  expect(hash.startsWith('$scrypt$ln=17,r=8,p=1$')).toBe(true)
  chooseCost(testCost)
  expect(await verifyPassword('a password', hash)).toBe(true)
})

test('no hash costs one computation at the chosen cost, and is false', async () => {
  const before = passwordLoad().computed
  expect(await verifyPassword('a password', null)).toBe(false)
  expect(await verifyPassword('a password', undefined)).toBe(false)
  expect(passwordLoad().computed - before).toBe(2)
})

test.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$scrypt$ln=4,r=8,p=1$!$!'])('%j is no hash', async text => {
  if (text === '') expect(await verifyPassword('a', text)).toBe(false)
  else await expect(verifyPassword('a', text)).rejects.toThrow('cannot be read')
})

test('hashing waits in a bounded queue, further calls get 503 at once, and files are read meanwhile', async () => {
  chooseCost({ logN: 14, r: 8, p: 1 })
  const crowd = Array.from({ length: 80 }, () => hashPassword('a password').catch((error: unknown) => error))
  const { running, waiting } = passwordLoad()
  expect(running).toBeGreaterThan(0)
  expect(waiting).toBe(32)
  await readFile(new URL(import.meta.url))
  expect(passwordLoad().waiting).toBeGreaterThan(0)

  const answers = await Promise.all(crowd)
  const refused = answers.filter(answer => answer instanceof ApiError)
  expect(refused).toHaveLength(80 - 32 - running)
  expect(refused[0]).toMatchObject({ code: 'kernel.unavailable', status: 503, retryAfter: 2 })
  expect(answers.filter(answer => typeof answer === 'string')).toHaveLength(32 + running)
  expect(passwordLoad()).toMatchObject({ running: 0, waiting: 0 })
})

/** What is accepted as a secret: what a generator has made, and not what people type in its place. */
describe('a secret of the settings', () => {
  test.each([
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'abababababababababababababababababababababababab',
    'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL',
    '9876543210987654321098765432109876543210987654321',
    'correct-horse-correct-horse-correct-horse-correct',
    'qwertyuiopqwertyuiopqwertyuiopqwertyuiopqwertyuiop',
    'Zima2026!Zima2026!Zima2026!Zima2026!Zima2026!'
  ])('%s is no secret', text => {
    expect(chanceIn(text)).toBeLessThan(secretBits)
  })

  it.each([
    ['hex', 16],
    ['hex', 32],
    ['base64', 24],
    ['base64url', 48]
  ] as const)('%s of %i bytes by chance is one', (encoding, bytes) => {
    for (let n = 0; n < 200; n++) {
      // the same ones in every run: of 100,000 random ones in hex five fall short
      const text = createHash('sha512').update(String(n)).digest().subarray(0, bytes).toString(encoding)
      expect(chanceIn(text), text).toBeGreaterThanOrEqual(secretBits * 0.9)
    }
  })

  test.each(['aaaaaaaaaaaa', '123412341234', 'abcdefghijkl'])('%s is no password of a server', text => {
    expect(chanceIn(text)).toBeLessThan(passwordBits)
  })
})
