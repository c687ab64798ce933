/** Which region a reception place lies in: of the prefixes of its postal code, the longest that is known decides. */
import { type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { placePostalCodes } from '../../companies/public.ts'

/** A statement of every place that lies in a region: `id, region`. A code that is not Polish lies in none. */
export const placeRegions: Sql = sql`
  select p.id, r.region from (${placePostalCodes}) p join lateral (
    select r.region from reports.region_prefixes r
    where p.postal_code ~ '^[0-9]{2}-[0-9]{3}$' and r.prefix in (
      select left(p.postal_code, n) from generate_series(1, 6) n)
    order by length(r.prefix) desc limit 1
  ) r on true`
