/** Counters of lists: append-only deltas (written by triggers), folded by a worker so that the sum stays short. */
import type { Database } from '../database/sql.ts'
import { query, sql } from '../database/sql.ts'

const worthFolding = 50

/** Replaces many deltas of a key by their sum, in one statement; two workers at once do not count anything twice. */
export async function foldCounts(database: Database): Promise<void> {
  await query(
    database,
    sql`with crowded as (select list, key from kernel.counts group by list, key having count(*) > ${worthFolding}),
      taken as (delete from kernel.counts c using crowded k where c.list = k.list and c.key = k.key returning c.list, c.key, c.n)
      insert into kernel.counts (list, key, n) select list, key, sum(n) from taken group by list, key`
  )
}
