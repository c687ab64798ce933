/**
 * Access tokens: short-lived, signed, and nothing in them but the account and the session. What they allow is read anew.
 *
 * To verify a signature costs more than many a request, and a token comes with every request of its 15 minutes. So what has
 * been verified is remembered until it runs out, under the token's hash: a token itself is never kept.
 */
import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

const issuer = 'opony'
const audience = 'opony'
const algorithm = 'HS256'
/** Seconds that clocks may differ. */
const tolerance = 5
const furthestIssueMs = 60_000
const rememberedMost = 20_000

export interface TokenContent {
  readonly accountId: number
  readonly sessionId: string
}

export interface Tokens {
  sign(content: TokenContent, now: Date, expiresAt: Date): Promise<string>
  /** The content; 'expired' for one that was good; undefined for anything else. */
  verify(token: string, now: Date): Promise<TokenContent | 'expired' | undefined>
}

/** A token whose signature is right; times in seconds. */
interface Verified extends TokenContent {
  readonly issuedAt: number
  readonly expiresAt: number
}

/** @param most tokens to remember; the longest remembered goes first */
export function openTokens(secret: string, most = rememberedMost): Tokens {
  const key = new TextEncoder().encode(secret)
  const remembered = new Map<string, Verified>()

  const verifySignature = async (token: string, now: Date): Promise<Verified | 'expired' | undefined> => {
    try {
      const { payload } = await jwtVerify(token, key, {
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
