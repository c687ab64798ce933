/**
 * Secrets that programs and devices call with: a prefix, 32 random bytes and six characters of a checksum, in the 62 letters and digits. By
 * the prefix scanners of code know a leaked one, and by the checksum a mistyped one is refused without asking the database.
 */
import { createHash, randomBytes } from 'node:crypto'

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

export function newSecret(prefix: string, bytes: Uint8Array = randomBytes(32)): string {
  const body = base62(bytes, bodyLength)
  return `${prefix}${body}${checksumOf(body)}`
}

const shape = new RegExp(`^([0-9A-Za-z]{${bodyLength}})([0-9A-Za-z]{${sumLength}})$`)

/** Whether a text can be a secret with this prefix. */
export function isSecret(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix)) return false
  const [, body = '', sum] = shape.exec(text.slice(prefix.length)) ?? []
  return sum !== undefined && checksumOf(body) === sum
}

/** What is kept of a secret: it has 256 random bits, so that a fast hash is enough. */
export const hashOfSecret = (secret: string): Buffer => sha256(secret)
