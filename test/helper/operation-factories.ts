/** Makes what the application keeps of its own work: security events, jobs and messages that failed. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { rowOf, type SecurityEvent, writeSecurityRows } from '../../src/kernel/security/events.ts'
import { inserted } from './factories.ts'

/** A security event, written at once; gives its id. */
export async function aSecurityEvent(
  db: Knex,
  event: SecurityEvent = { kind: 'signInFailed' },
  at = new Date()
): Promise<number> {
  await writeSecurityRows(db, [rowOf({ tokenSecret: 'of the tests' }, event, at)])
  const newest = (await db('audit.security_events').max('id as id').first()) as { id: number }
  return newest.id
}

/** A letter of an account that no mail server took. */
export const aFailedJob = (db: Knex): Promise<{ id: number }> =>
  inserted(db, 'kernel.failed_jobs', {
    queue: 'users.letter',
    job: randomUUID(),
    failed_at: new Date(),
    tries: 11,
    reason: 'away'
  })

/** An SMS to the account that did not arrive. */
export function aFailedMessage(db: Knex, accountId: number): Promise<{ id: number }> {
  const now = new Date()
  const sms = { channel: 0, type: 5, address: '501502503', body: 'x', status: 3, error: 3 }
  return inserted(db, 'notifications.messages', { account_id: accountId, ...sms, created_at: now, sent_date: now })
}
