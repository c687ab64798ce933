/**
 * What the kernel does by itself: in each process it looks at the clock; in a worker it folds the counters, and removes idempotency keys,
 * calls of strangers after a day, and counts of calls.
 */

import { forgetCallCounts } from '../access/call-counts.ts'
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

const historyBatch = 10_000

/**
 * Removes history from more than so many months ago; 0 removes nothing. Entries are numbered in the order of time, so the oldest are looked
 * at in batches until one is young enough.
 * @returns how many were removed
 */
export async function forgetHistory(database: Database, now: Date, months: number): Promise<number> {
  if (months === 0) return 0
  let removed = 0
  for (;;) {
    const gone = await query(
      database,
      sql`delete from kernel.changes where id in (
        select id from (select id, at from kernel.changes order by id limit ${historyBatch}) oldest
        where at < ${now}::timestamptz - make_interval(months => ${months}::int)) returning 1`
    )
    removed += gone.length
    if (gone.length < historyBatch) return removed
  }
}

export const housekeeping: readonly Schedule[] = [
  { name: 'kernel.clock', every: '5s', role: 'every', run: ({ clock }) => clock.look() },
  { name: 'kernel.counts', every: '5s', run: ({ db }) => foldCounts(db) },
  { name: 'kernel.idempotencyKeys', every: '1h', run: ({ db, now }) => forgetKeys(db, now()) },
  { name: 'kernel.strangerCalls', every: '1h', run: ({ db, now }) => forgetStrangerCalls(db, now()) },
  { name: 'kernel.callCounts', every: '10m', run: ({ db }) => forgetCallCounts(db) },
  {
    name: 'kernel.history',
    every: '1h',
    run: ({ db, now, settings }) => forgetHistory(db, now(), settings.historyKeepMonths)
  }
]
