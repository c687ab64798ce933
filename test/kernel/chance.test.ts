/** What is accepted as a secret: what a generator has made, and not what people type in its place. */
import { randomBytes } from 'node:crypto'
import { expect, it, test } from 'vitest'
import { chanceIn, passwordBits, secretBits } from '../../config/chance.ts'

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
] as const)('%s of %i random bytes is one', (encoding, bytes) => {
  for (let n = 0; n < 200; n++) {
    const text = randomBytes(bytes).toString(encoding)
    expect(chanceIn(text), text).toBeGreaterThanOrEqual(secretBits * 0.9)
  }
})

test.each(['aaaaaaaaaaaa', '123412341234', 'abcdefghijkl'])('%s is no password of a server', text => {
  expect(chanceIn(text)).toBeLessThan(passwordBits)
})
