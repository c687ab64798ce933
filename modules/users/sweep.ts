/** Deletes what cannot be used any more: old sessions, links and counts of wrong passwords. Runs in the worker. */

import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'

const hour = 3_600_000
const keptMs = 30 * 24 * hour
const guessesKeptMs = 24 * hour

export async function sweep(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await query(database, sql`delete from users.sessions where expires_at < ${before}`)
  await query(database, sql`delete from users.links where expires_at < ${before}`)
  await query(database, sql`delete from users.guesses where last_at < ${new Date(now.getTime() - guessesKeptMs)}`)
}

/** Runs now and every hour; returns the function that ends it. */
export async function beginSweeping(services: Services): Promise<() => Promise<void>> {
  if (!services.settings.roles.includes('worker')) return async () => undefined
  const run = (): Promise<void> =>
    sweep(services.db, services.now()).catch((error: unknown) => services.log.warn({ err: error }, 'users: not swept'))
  let running = run()
  const timer = setInterval(() => {
    running = run()
  }, hour)
  return async () => {
    clearInterval(timer)
    await running
  }
}
