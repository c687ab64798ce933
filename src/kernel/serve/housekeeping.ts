/** Regular work of a worker: folding the counters, and removing idempotency keys and calls of strangers after a day. */

import { forgetStrangerCalls } from '../access/daily-limit.ts'
import { type Database, query, sql } from '../database/sql.ts'
import { foldCounts } from '../lists/counts.ts'
import type { Services } from '../services.ts'

const foldMs = 5_000
const forgetMs = 3_600_000
const keptMs = 24 * 3_600_000

/** Removes the keys of calls older than a day, a limited number at a time; the rest in the next hour. */
export async function forgetKeys(database: Database, now: Date): Promise<void> {
  await query(
    database,
    sql`delete from kernel.idempotency where (account_id, key) in (
      select account_id, key from kernel.idempotency where created_at < ${new Date(now.getTime() - keptMs)} limit 50000)`
  )
}

/** Starts; returns the function that stops it and waits for work in progress. */
export function beginHousekeeping({ db, log, now }: Services): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const each = (ms: number, what: string, work: () => Promise<void>): NodeJS.Timeout =>
    setInterval(() => {
      running = running.then(work).catch((error: unknown) => log.warn({ err: error }, `housekeeping: ${what} failed`))
    }, ms)
  const timers = [
    each(foldMs, 'folding the counters', () => foldCounts(db)),
    each(forgetMs, 'forgetting idempotency keys', () => forgetKeys(db, now())),
    each(forgetMs, 'forgetting calls of strangers', () => forgetStrangerCalls(db, now()))
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await running
  }
}
