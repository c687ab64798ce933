/** The region of a reception place, which is that of the longest known prefix of its postal code. */
import { type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { placePostalCodes } from '../../companies/public.ts'

/** A statement that gives `id, region` of each place that is in a region. Places without a Polish postal code are in no region. */
export const placeRegions: Sql = sql`
  select p.id, r.region from (${placePostalCodes}) p join lateral (
    select r.region from reports.region_prefixes r
    where p.postal_code ~ '^[0-9]{2}-[0-9]{3}$' and r.prefix in (
      select left(p.postal_code, n) from generate_series(1, 6) n)
    order by length(r.prefix) desc limit 1
  ) r on true`
