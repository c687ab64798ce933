/** Deletes old sessions, links and counts of wrong passwords, which can no longer be used. */

import { type Database, query, sql } from '../../src/kernel/database/sql.ts'

const hour = 3_600_000
const keptMs = 30 * 24 * hour
const guessesKeptMs = 24 * hour

export async function sweep(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await query(database, sql`delete from users.sessions where expires_at < ${before}`)
  await query(database, sql`delete from users.remembered where expires_at < ${before}`)
  await query(database, sql`delete from users.links where expires_at < ${before}`)
  await query(database, sql`delete from users.external_sign_ins where expires_at < ${now}`)
  await query(database, sql`delete from users.external_codes where expires_at < ${now}`)
  await query(database, sql`delete from users.guesses where last_at < ${new Date(now.getTime() - guessesKeptMs)}`)
}
