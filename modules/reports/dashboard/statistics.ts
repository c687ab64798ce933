/** The dashboard's numbers, counted by the database on the orders' own indexes. */
import { type Database, queryOne, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { placePostalCodes } from '../../companies/public.ts'
import { activeAtEndOf, placedOn } from '../../orders/public.ts'

export interface OrderStatistics {
  readonly newOrdersAmount: number
  readonly activeOrdersAmount: number
  readonly containerActiveOrdersAmount: number
  readonly tonnageActiveOrdersAmount: number
  readonly vehicleActiveOrdersAmount: number
}

/**
 * Orders placed on a day in Warsaw (`YYYY-MM-DD`), and those active at its end. With regions, only of places whose postal
 * code lies in one of them; a code that is not Polish lies in none.
 */
export async function orderStatistics(
  database: Database,
  day: string,
  regions: readonly number[]
): Promise<OrderStatistics> {
  const here = regions.length === 0 ? raw('true') : sql`o.place_id in (${placesIn(regions)})`
  const ofType = (type: number) => sql`count(*) filter (where o.type_id = ${type})::int`
  const counted = await queryOne<OrderStatistics>(
    database,
    sql`select
        (select count(*)::int from (${placedOn(day)}) o where ${here}) as "newOrdersAmount",
        count(*)::int as "activeOrdersAmount",
        ${ofType(OrderType.container)} as "containerActiveOrdersAmount",
        ${ofType(OrderType.tonnage)} as "tonnageActiveOrdersAmount",
        ${ofType(OrderType.vehicle)} as "vehicleActiveOrdersAmount"
      from (${activeAtEndOf(day)}) o where ${here}`
  )
  return counted as OrderStatistics
}

/** Ids of the places of these regions: of the prefixes of a postal code, the longest that is known decides. */
const placesIn = (regions: readonly number[]): Sql => sql`
  select p.id from (${placePostalCodes}) p join lateral (
    select r.region from reports.region_prefixes r
    where p.postal_code ~ '^[0-9]{2}-[0-9]{3}$' and r.prefix in (
      select left(p.postal_code, n) from generate_series(1, 6) n)
    order by length(r.prefix) desc limit 1
  ) r on r.region = any(${[...regions]}::int[])`
