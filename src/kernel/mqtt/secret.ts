/**
 * Secrets of sensors. A secret is 32 random bytes made by the server, so a fast hash is enough: random bytes cannot be guessed,
 * while after an outage thousands of sensors reconnect at once, and scrypt at 7 a second
 * would keep them out for minutes. The salt hides that two secrets (the demo's) are equal.
 */
import { createHash, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new secret to write into a device: 43 characters. It is shown once and not kept. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const mosquittoRounds = 101

const digest = (salt: string, secret: string): Buffer => createHash('sha256').update(`${salt}:${secret}`).digest()

/** The hash to store: `sha256:salt:hash`. */
export function hashSecret(secret: string, salt: string = randomBytes(12).toString('base64url')): string {
  return `sha256:${salt}:${digest(salt, secret).toString('base64url')}`
}

/**
 * The secret as an entry of Mosquitto's password file: `$7$`, PBKDF2 with SHA-512, with as many rounds as its own
 * `mosquitto_passwd` uses.
 */
export function hashForMosquitto(secret: string, salt: Buffer = randomBytes(12)): string {
  const hash = pbkdf2Sync(secret, salt, mosquittoRounds, 64, 'sha512')
  return `$7$${mosquittoRounds}$${salt.toString('base64')}$${hash.toString('base64')}`
}

/** Whether `secret` is the one that was hashed. A device without a hash (null) takes as long, and is refused. */
export function verifySecret(hash: string | null, secret: string): boolean {
  const [kind, salt = '', expected = ''] = (hash ?? '').split(':')
  const known = Buffer.from(expected, 'base64url')
  const given = digest(salt, secret)
  return kind === 'sha256' && known.length === given.length && timingSafeEqual(known, given)
}
