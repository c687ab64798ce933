import { devicePrefix, type IdentifyDevice, identifyDevice } from '../../../src/kernel/access/devices.ts'
import { hashOfSecret, isSecret } from '../../../src/kernel/access/prefixed-secrets.ts'
import { query, queryPrepared, sql } from '../../../src/kernel/database/sql.ts'

/** When a device was last used is kept to the minute, so that its calls do not write a row each. */
const usedWithinSeconds = 60

interface Found {
  readonly id: number
  readonly accountId: number
  readonly sessionId: string
  readonly isUsedLately: boolean
}

/** A device counts while it is not revoked, its session was not ended, and its account is that of an active driver. */
export const identifyByToken: IdentifyDevice = async ({ db, sessions }, token, now) => {
  if (!isSecret(devicePrefix, token)) return undefined
  const [found] = await queryPrepared<Found>(
    db,
    sql`select id, account_id as "accountId", session_id as "sessionId",
        last_used_at is not null and last_used_at > ${now}::timestamptz - make_interval(secs => ${usedWithinSeconds}::int) as "isUsedLately"
      from driver.devices where token_hash = ${hashOfSecret(token)} and revoked_at is null`
  )
  if (!found) return undefined
  const { id, accountId, sessionId, isUsedLately } = found
  const caller = await sessions.callerOf(sessionId, accountId, now)
  if (!caller || caller.isDeactivated || caller.role !== 'DRIVER') return undefined
  if (!isUsedLately) await query(db, sql`update driver.devices set last_used_at = ${now} where id = ${id}`)
  return { id, caller }
}

export const deviceIdentity = identifyDevice.fill(identifyByToken)
