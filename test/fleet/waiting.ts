import type { Knex } from 'knex'
import { expect, vi } from 'vitest'

/** Answers when some session of this database waits for another one's lock. */
export async function someoneWaits(db: Knex): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await db.raw(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      )
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: 5_000, interval: 20 }
  )
}
