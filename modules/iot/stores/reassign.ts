/**
 * Updates in which store each container is after a border was changed, or a store closed or opened. The ingest decides that when a stay begins; this is for present
 * stays. Past stays keep their stores, because they were there at that time.
 */
import type { Knex } from 'knex'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { holds, openStoreBorders } from '../../warehouse/public.ts'
import { allWritersLock } from '../ingest/write.ts'

/**
 * Makes the ingest wait until the transaction ends, so that no batch uses the old border. Must be called before the store is locked, because
 * a batch that has a writer's lock may wait for the store's row.
 */
export async function holdIngest(trx: Knex.Transaction): Promise<void> {
  await trx.raw(allWritersLock)
}

/** Returns the ids of the containers that are now in another store, or in none. */
export async function reassignContainers(trx: Knex.Transaction): Promise<number[]> {
  const rows = await query<{ id: number }>(
    trx,
    sql`with borders as materialized (${openStoreBorders}),
        found as materialized (
          select c.id, c.stay_first_ts, (
            select b.id from borders b where ${holds('b.border', 'y.latitude', 'y.longitude')} order by b.id limit 1) as store_id
          from iot.containers c join iot.stays y on y.container_id = c.id and y.first_ts = c.stay_first_ts),
        stayed as (
          update iot.stays y set store_id = f.store_id from found f
          where y.container_id = f.id and y.first_ts = f.stay_first_ts and y.store_id is distinct from f.store_id
          returning f.id, f.stay_first_ts),
        marked as (
          insert into iot.fence_marks (container_id, from_ts, located) select id, stay_first_ts, false from stayed)
      update iot.containers c set store_id = f.store_id from found f
      where c.id = f.id and c.store_id is distinct from f.store_id
      returning c.id`
  )
  return rows.map(({ id }) => id)
}
