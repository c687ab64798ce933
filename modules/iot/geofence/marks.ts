/**
 * Marks for the worker that derives events (`fold.ts`): which stays are new, or are in another store or place after a border
 * changed.
 */
import type pg from 'pg'
import type { Whereabouts } from '../ingest/types.ts'
import { atPlaceMetres } from '../rules.ts'

interface Marked {
  readonly container: number
  /** Epoch milliseconds: the beginning of the stay. */
  readonly firstTs: number
  readonly where: Whereabouts | undefined
}

/** Must be called in the transaction that wrote the stays, so that their events are derived even after a crash. */
export async function markStays(db: pg.Client, stays: readonly Marked[]): Promise<void> {
  if (stays.length === 0) return
  await db.query({
    name: 'iot.fence-marks',
    text: `insert into iot.fence_marks (container_id, from_ts, located, place_id)
      select id, to_timestamp(ts / 1000), true, place_id
      from unnest($1::int[], $2::float8[], $3::int[]) as t(id, ts, place_id)`,
    values: [
      stays.map(({ container }) => container),
      stays.map(({ firstTs }) => firstTs),
      stays.map(({ where }) =>
        where?.distance != null && where.distance <= atPlaceMetres ? where.receptionPlaceId : null
      )
    ]
  })
}
