/** Finds the store and the place of points, in one statement made of SQL fragments of the neighbouring modules. */
import { doubles } from '../../src/kernel/database/arrays.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { nearestPlace } from '../companies/public.ts'
import { holds, openStoreBorders } from '../warehouse/public.ts'
import type { Locate, Whereabouts } from './ingest/types.ts'

/**
 * For each point, in order: the internal store whose border contains it, the nearest reception place, and the distance to it in
 * metres.
 */
export const locate: Locate = async (db, points) => {
  const { text, values } = sql`
    with borders as materialized (${openStoreBorders})
    select s.id as "storeId", n.id as "receptionPlaceId", n.distance
    from unnest(${doubles(points, point => point.latitude)}::float8[],
        ${doubles(points, point => point.longitude)}::float8[]) with ordinality as t(latitude, longitude, at)
      left join lateral (
        select b.id from borders b where ${holds('b.border', 't.latitude', 't.longitude')} order by b.id limit 1) s on true
      left join lateral (${nearestPlace('t.latitude', 't.longitude')}) n on true
    order by t.at`
  const { rows } = await db.query<Whereabouts>({ text, values })
  return rows
}
