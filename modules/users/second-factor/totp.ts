/**
 * Codes that change every 30 seconds (TOTP, RFC 6238): the HMAC of the number of the time step, cut to six digits (RFC 4226). Pure: time
 * is given. A code of the step before or after is accepted, too, because clocks differ.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const stepMs = 30_000
const digits = 6
/** Steps by which the clock of a phone may differ. */
const drift = 1

export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs)

/** The code of a step. Apps know SHA-1 and six digits; the RFC's examples have others. */
export function codeAt(secret: Buffer, step: number, { algorithm = 'sha1', length = digits } = {}): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac(algorithm, secret).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** length
  return String(number).padStart(length, '0')
}

/** The step whose code it is, among those that are accepted now and come after the last accepted one; undefined: none. */
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

/** Base32 without padding (RFC 4648), in which secrets are shown and typed. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What an app reads from the QR code. */
export const addressOf = (secret: Buffer, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${base32(secret)}` +
  `&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`
