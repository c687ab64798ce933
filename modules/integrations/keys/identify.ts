import { type ApiKey, type IdentifyKey, identifyKey, keyPrefix } from '../../../src/kernel/access/api-keys.ts'
import { hashOfSecret, isSecret } from '../../../src/kernel/access/prefixed-secrets.ts'
import { query, queryPrepared, sql } from '../../../src/kernel/database/sql.ts'

interface Found extends ApiKey {
  readonly accountId: number
  readonly sessionId: string
  readonly isUsedLately: boolean
}

/** When a key was last used is kept to the minute, so that its calls do not write a row each. */
const usedWithinSeconds = 60

/** A key counts while it is not revoked, has not expired, comes from one of its networks, and its company may act. */
export const identifyApiKey: IdentifyKey = async ({ db, sessions }, text, address, now) => {
  if (!isSecret(keyPrefix, text)) return undefined
  const [found] = await queryPrepared<Found>(
    db,
    sql`select id, scopes, calls_per_minute as "callsPerMinute", account_id as "accountId", session_id as "sessionId",
        last_used_at is not null and last_used_at > ${now}::timestamptz - make_interval(secs => ${usedWithinSeconds}::int) as "isUsedLately"
      from integrations.api_keys
      where hash = ${hashOfSecret(text)} and revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)
        and (networks is null or ${address}::inet <<= any(networks))`
  )
  if (!found) return undefined
  const { id, scopes, callsPerMinute, accountId, sessionId, isUsedLately } = found
  const caller = await sessions.callerOf(sessionId, accountId, now)
  if (!caller) return undefined
  if (!isUsedLately) await query(db, sql`update integrations.api_keys set last_used_at = ${now} where id = ${id}`)
  return { key: { id, scopes, callsPerMinute }, caller }
}

export const keyIdentity = identifyKey.fill(identifyApiKey)
