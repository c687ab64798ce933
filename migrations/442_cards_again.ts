/**
 * Cards that were read before their process was kept are read again: the poll does so, five a second, the newest first. They are marked a thousand at a
 * time, outside of a transaction, so that nobody waits for long.
 */
import type { Knex } from 'knex'

export const config = { transaction: false }

const batch = 1_000

export async function up(knex: Knex): Promise<void> {
  for (;;) {
    const { rowCount } = await knex.raw<{ rowCount: number }>(
      `update waste.cards set is_due = true, due_at = now() where id in (
        select id from waste.cards where not is_due and process is null and read_at is not null and state <> 6 order by id limit ${batch})`
    )
    if (rowCount < batch) return
  }
}

/** Reading a card again changes nothing that was read. */
export const down = async (): Promise<void> => undefined
