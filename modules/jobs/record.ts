/**
 * Records which jobs have failed for good, within seconds and whatever the reason: the last try was refused, or the worker was killed in it.
 * The queue itself is asked, because a process that is killed can say nothing. The bell of the administrators counts what is recorded.
 */
import type { Database } from '../../src/kernel/database/sql.ts'
import { type FailedJob, forgetFailed, newlyFailed, recordFailed } from '../../src/kernel/jobs/queues.ts'
import { accountsOfEmails } from '../../src/kernel/security/events.ts'
import type { Services } from '../../src/kernel/services.ts'

/** Whom the job was for, by what its data names: an account, or an e-mail that has one. */
async function accountOf({ db, extensions }: Pick<Services, 'db' | 'extensions'>, { data }: FailedJob) {
  const { accountId, email } = data ?? {}
  if (typeof accountId === 'number') return accountId
  if (typeof email !== 'string') return null
  return (await accountsOfEmails.of(extensions)(db, [email])).get(email) ?? null
}

async function recordNew(services: Pick<Services, 'db' | 'extensions'>): Promise<number[]> {
  const db: Database = services.db
  const added: number[] = []
  for (const failed of await newlyFailed(db)) {
    const id = await recordFailed(db, failed, await accountOf(services, failed))
    if (id !== undefined) added.push(id)
  }
  return added
}

export async function recordFailures(services: Pick<Services, 'db' | 'extensions' | 'hints'>): Promise<void> {
  const ids = [...(await forgetFailed(services.db)), ...(await recordNew(services))]
  if (ids.length === 0) return
  services.hints.send({ kind: 'changed', resourceType: 'jobs.failure', ids, companyId: null })
  services.hints.send({ kind: 'changed', resourceType: 'jobs.queue', ids: [], companyId: null })
}
