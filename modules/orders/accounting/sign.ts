/**
 * The signature that both sides use: HMAC-SHA256 of `{timestamp}.{text}` with ACCOUNTING_SECRET, in hexadecimal. The timestamp, in whole
 * seconds since 1970, is part of it, so that a recorded call cannot be replayed after five minutes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const validMs = 5 * 60_000

export const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)

export const signatureOf = (secret: string, timestamp: number, text: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')

interface Signed {
  readonly timestamp?: number
  readonly signature?: string | null
}

/** Whether the text was signed with the secret, at most five minutes before or after now. */
export function isSigned(secret: string, now: Date, { timestamp, signature }: Signed, text: string): boolean {
  if (timestamp === undefined || !signature || secret === '') return false
  if (Math.abs(now.getTime() - timestamp * 1000) > validMs) return false
  const [expected, given] = [Buffer.from(signatureOf(secret, timestamp, text)), Buffer.from(signature)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
