/** Access tokens: short-lived, signed, and nothing in them but the account and the session. What they allow is read anew. */
import { jwtVerify, SignJWT } from 'jose'

const issuer = 'opony'
const audience = 'opony'
const algorithm = 'HS256'

export interface TokenContent {
  readonly accountId: number
  readonly sessionId: string
}

export interface Tokens {
  sign(content: TokenContent, now: Date, expiresAt: Date): Promise<string>
  /** The content; 'expired' for one that was good; undefined for anything else. */
  verify(token: string, now: Date): Promise<TokenContent | 'expired' | undefined>
}

export function openTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret)
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
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          currentDate: now,
          clockTolerance: 5,
          requiredClaims: ['sub', 'sid', 'exp', 'iat']
        })
        const accountId = Number(payload.sub)
        if (!Number.isSafeInteger(accountId) || typeof payload.sid !== 'string') return undefined
        return (payload.iat ?? 0) * 1000 > now.getTime() + 60_000 ? undefined : { accountId, sessionId: payload.sid }
      } catch (error) {
        return (error as { code?: string }).code === 'ERR_JWT_EXPIRED' ? 'expired' : undefined
      }
    }
  }
}
