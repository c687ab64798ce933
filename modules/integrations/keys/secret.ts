/**
 * What a key looks like: `opn_`, 32 random bytes and six characters of a checksum, in the 62 letters and digits. By the prefix scanners of
 * code know a leaked key, and by the checksum a mistyped one is refused without asking the database.
 */
import { createHash, randomBytes } from 'node:crypto'
import { keyPrefix } from '../../../src/kernel/access/api-keys.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bodyLength = 43
const sumLength = 6

/** So many characters of 62 for a number of these bytes, the most significant first. */
function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let at = 0; at < length; at += 1) {
    text = alphabet.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const checksumOf = (body: string): string => base62(sha256(body).subarray(0, 4), sumLength)

export function newKey(bytes: Uint8Array = randomBytes(32)): string {
  const body = base62(bytes, bodyLength)
  return `${keyPrefix}${body}${checksumOf(body)}`
}

const shape = new RegExp(`^${keyPrefix}([0-9A-Za-z]{${bodyLength}})([0-9A-Za-z]{${sumLength}})$`)

/** Whether a text can be a key. */
export function isKey(text: string): boolean {
  const [, body = '', sum] = shape.exec(text) ?? []
  return sum !== undefined && checksumOf(body) === sum
}

/** What is kept of a key: it has 256 random bits, so that a fast hash is enough. */
export const hashOf = (key: string): Buffer => sha256(key)
