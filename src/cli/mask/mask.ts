import { type Database, query, raw, sql } from '../../kernel/database/sql.ts'
import { emptied, replaced } from './columns.ts'

/** Masks the personal data of a copy, in one transaction of the caller. Returns the number of rows that were changed and removed. */
export async function maskPersons(trx: Database): Promise<{ readonly changed: number; readonly removed: number }> {
  let [changed, removed] = [0, 0]
  for (const table of emptied) removed += (await query(trx, sql`delete from ${raw(table)} returning 1`)).length
  // Jobs that wait name people by their e-mails.
  removed += (await query(trx, sql`delete from queue.job where data::text like '%@%' returning 1`)).length
  for (const [table, columns] of Object.entries(replaced)) {
    const set = Object.entries(columns).map(([column, expression]) => `${column} = ${expression}`)
    changed += (await query(trx, sql`update ${raw(table)} set ${raw(set.join(', '))} returning 1`)).length
  }
  await query(trx, sql`update users.sessions set ended_at = now() where ended_at is null`)
  return { changed, removed }
}
