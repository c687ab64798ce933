/** Removes messages to people that were sent long ago, with their addresses and texts, where the settings say so. Runs in the worker. */
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { MessageStatus } from './schema.ts'

const batch = 5_000

/**
 * Removes messages of more than so many months ago; 0 removes nothing. What waits to be sent stays.
 * @returns how many were removed
 */
export async function forgetMessages(database: Database, now: Date, months: number): Promise<number> {
  if (months === 0) return 0
  let removed = 0
  for (;;) {
    const gone = await query(
      database,
      sql`delete from notifications.messages where id in (
        select id from notifications.messages
        where sent_date < ${now}::timestamptz - make_interval(months => ${months}::int) and status <> ${MessageStatus.inProgress}
        limit ${batch}) returning 1`
    )
    removed += gone.length
    if (gone.length < batch) return removed
  }
}
