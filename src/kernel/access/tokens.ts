/**
 * Access tokens: short-lived, signed, and with only the account and the session in them. Permissions are read at each request.
 *
 * Verifying a signature costs more than many requests do, and a token comes with every request of its 15 minutes. So
 * verified tokens are remembered until they expire, by hash: a token itself is never stored.
 */
import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

const issuer = 'opony'
const audience = 'opony'
const algorithm = 'HS256'
/** Seconds by which the clocks of servers may differ. */
const tolerance = 5
const furthestIssueMs = 60_000
const maxRemembered = 20_000

export interface TokenContent {
  readonly accountId: number
  readonly sessionId: string
}

export interface Tokens {
  sign(content: TokenContent, now: Date, expiresAt: Date): Promise<string>
  /** The content; 'expired' for a token that was valid once; undefined for anything else. */
  verify(token: string, now: Date): Promise<TokenContent | 'expired' | undefined>
}

/** A token whose signature is right; times in seconds. */
interface Verified extends TokenContent {
  readonly issuedAt: number
  readonly expiresAt: number
}

/**
 * @param secrets the present one, which signs, and the one before it, whose tokens are still accepted
 * @param most how many tokens to remember; the oldest is dropped first
 */
export function openTokens(secrets: string | readonly string[], most = maxRemembered): Tokens {
  const keys = [secrets].flat().map(secret => new TextEncoder().encode(secret))
  const [key] = keys as [Uint8Array, ...Uint8Array[]]
  const remembered = new Map<string, Verified>()

  const verifySignature = async (token: string, now: Date): Promise<Verified | 'expired' | undefined> => {
    let found: Verified | 'expired' | undefined
    for (const one of keys) found ??= await verifyBy(one, token, now)
    return found
  }
  const verifyBy = async (one: Uint8Array, token: string, now: Date): Promise<Verified | 'expired' | undefined> => {
    try {
      const { payload } = await jwtVerify(token, one, {
        algorithms: [algorithm],
        issuer,
        audience,
        currentDate: now,
        clockTolerance: tolerance,
        requiredClaims: ['sub', 'sid', 'exp', 'iat']
      })
      const { sub, sid, iat: issuedAt = 0, exp: expiresAt = 0 } = payload
      const accountId = Number(sub)
      if (!Number.isSafeInteger(accountId) || typeof sid !== 'string') return undefined
      return { accountId, sessionId: sid, issuedAt, expiresAt }
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_JWT_EXPIRED' ? 'expired' : undefined
    }
  }
  const remember = (hash: string, verified: Verified): void => {
    const [longest] = remembered.keys()
    if (remembered.size >= most && longest !== undefined) remembered.delete(longest)
    remembered.set(hash, verified)
  }
  return {
    sign: ({ accountId, sessionId }, now, expiresAt) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(String(accountId))
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(key),
    async verify(token, now) {
      const hash = createHash('sha256').update(token).digest('base64')
      const known = remembered.get(hash)
      const verified = known ?? (await verifySignature(token, now))
      if (verified === undefined || verified === 'expired') return verified
      if (verified.expiresAt <= Math.floor(now.getTime() / 1000) - tolerance) {
        remembered.delete(hash)
        return 'expired'
      }
      if (verified.issuedAt * 1000 > now.getTime() + furthestIssueMs) return undefined
      if (!known) remember(hash, verified)
      return { accountId: verified.accountId, sessionId: verified.sessionId }
    }
  }
}
