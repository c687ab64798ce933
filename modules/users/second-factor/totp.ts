/**
 * Codes that change every 30 seconds (TOTP, RFC 6238): the HMAC of the time step's number, truncated to six digits (RFC 4226). Pure
 * functions. Codes of the steps before and after are also accepted, because clocks differ.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const stepMs = 30_000
const digits = 6
/** The number of steps by which the clock of a phone may differ. */
const drift = 1

export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs)

/** The code of a step. Apps use SHA-1 and six digits; the options are for the RFC's examples. */
export function codeAt(secret: Buffer, step: number, { algorithm = 'sha1', length = digits } = {}): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac(algorithm, secret).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** length
  return String(number).padStart(length, '0')
}

/** The step that has this code, among those accepted now and after the last used one; undefined if there is none. */
export function stepOf(secret: Buffer, code: string, now: Date, lastStep: number | null): number | undefined {
  const given = Buffer.from(code)
  const present = stepAt(now)
  let found: number | undefined
  for (let step = present - drift; step <= present + drift; step++) {
    const right = Buffer.from(codeAt(secret, step))
    const same = right.length === given.length && timingSafeEqual(right, given)
    if (same && step > (lastStep ?? -1)) found = step
  }
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648), in which secrets are displayed. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The `otpauth://` URL in the QR code. */
export const addressOf = (secret: Buffer, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${base32(secret)}` +
  `&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`
