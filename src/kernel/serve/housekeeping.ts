/** What the kernel does by itself in a worker: folding the counters, and removing idempotency keys and calls of strangers after a day. */

import { forgetStrangerCalls } from '../access/daily-limit.ts'
import { type Database, query, sql } from '../database/sql.ts'
import type { Schedule } from '../jobs/schedules.ts'
import { foldCounts } from '../lists/counts.ts'

const keptMs = 24 * 3_600_000

/** Removes the keys of calls older than a day, a limited number at a time; the rest in the next hour. */
export async function forgetKeys(database: Database, now: Date): Promise<void> {
  await query(
    database,
    sql`delete from kernel.idempotency where (account_id, key) in (
      select account_id, key from kernel.idempotency where created_at < ${new Date(now.getTime() - keptMs)} limit 50000)`
  )
}

export const housekeeping: readonly Schedule[] = [
  { name: 'kernel.counts', every: '5s', run: ({ db }) => foldCounts(db) },
  { name: 'kernel.idempotencyKeys', every: '1h', run: ({ db, now }) => forgetKeys(db, now()) },
  { name: 'kernel.strangerCalls', every: '1h', run: ({ db, now }) => forgetStrangerCalls(db, now()) }
]
