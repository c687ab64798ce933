/**
 * Records which jobs have failed for good, within seconds and whatever the reason: the last try was refused, or the worker was killed in it.
 * The queue itself is asked, because a process that is killed can say nothing. The bell of the administrators counts what is recorded.
 */
import type { Database } from '../../src/kernel/database/sql.ts'
import { isKilled } from '../../src/kernel/jobs/jobs.ts'
import { type FailedJob, forgetFailed, newlyFailed, recordFailed } from '../../src/kernel/jobs/queues.ts'
import { logGivenUp } from '../../src/kernel/jobs/tries.ts'
import { stoppedReason } from '../../src/kernel/jobs/worker.ts'
import { accountsOfEmails } from '../../src/kernel/security/events.ts'
import type { Services } from '../../src/kernel/services.ts'

/** Whom the job was for, by what its data names: an account, or an e-mail that has one. */
async function accountOf({ db, extensions }: Pick<Services, 'db' | 'extensions'>, { data }: FailedJob) {
  const { accountId, email } = data ?? {}
  if (typeof accountId === 'number') return accountId
  if (typeof email !== 'string') return null
  return (await accountsOfEmails.of(extensions)(db, [email])).get(email) ?? null
}

/** Whether no process has written of the last try: its own was killed in it, or stopped. Of all other failures the worker has. */
const isUnwritten = ({ reason }: FailedJob): boolean => isKilled(reason) || reason === stoppedReason

async function recordNew(services: Pick<Services, 'db' | 'extensions' | 'log'>): Promise<number[]> {
  const db: Database = services.db
  const added: number[] = []
  for (const failed of await newlyFailed(db)) {
    const id = await recordFailed(db, failed, await accountOf(services, failed))
    // Undefined: another process has recorded it, and writes of it.
    if (id === undefined) continue
    added.push(id)
    if (isUnwritten(failed)) logGivenUp(services.log, failed)
  }
  return added
}

export async function recordFailures(services: Pick<Services, 'db' | 'extensions' | 'hints' | 'log'>): Promise<void> {
  const ids = [...(await forgetFailed(services.db)), ...(await recordNew(services))]
  if (ids.length === 0) return
  services.hints.send({ kind: 'changed', resourceType: 'jobs.failure', ids, companyId: null })
  services.hints.send({ kind: 'changed', resourceType: 'jobs.queue', ids: [], companyId: null })
}
