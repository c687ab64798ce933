/** The dashboard's numbers, counted by the database on the orders' own indexes. */
import { type Database, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { companiesAtEndOf, placesAtEndOf } from '../../companies/public.ts'
import { activeAtEndOf, placedOn } from '../../orders/public.ts'
import { placeRegions } from './regions.ts'

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
  const here =
    regions.length === 0
      ? raw('true')
      : sql`o.place_id in (select id from (${placeRegions}) p where p.region = any(${[...regions]}::int[]))`
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

export interface CompanyStatistics {
  readonly newClients: number
  readonly totalClientsAmount: number
}

/** Companies registered on a day, and all that there were at its end. */
export const companyStatistics = async (database: Database, day: string): Promise<CompanyStatistics> =>
  (await queryOne<CompanyStatistics>(
    database,
    sql`select count(*) filter (where is_new)::int as "newClients", count(*)::int as "totalClientsAmount"
      from (${companiesAtEndOf(day)}) c`
  )) as CompanyStatistics

export interface PlaceStatistics {
  readonly newReceptionPlacesAmount: number
  readonly containerNewReceptionPlacesAmount: number
  readonly tonnageNewReceptionPlacesAmount: number
  readonly vehicleNewReceptionPlacesAmount: number
  readonly totalReceptionPlacesAmount: number
  readonly containerTotalReceptionPlacesAmount: number
  readonly tonnageTotalReceptionPlacesAmount: number
  readonly vehicleTotalReceptionPlacesAmount: number
}

/** Reception places added on a day, and all that there were at its end; one with several order types counts for each of them. */
export async function placeStatistics(database: Database, day: string): Promise<PlaceStatistics> {
  const of = (type: number) => sql`${type} = any(p.order_types)`
  const counted = await queryOne<PlaceStatistics>(
    database,
    sql`select count(*) filter (where is_new)::int as "newReceptionPlacesAmount",
        count(*) filter (where is_new and ${of(OrderType.container)})::int as "containerNewReceptionPlacesAmount",
        count(*) filter (where is_new and ${of(OrderType.tonnage)})::int as "tonnageNewReceptionPlacesAmount",
        count(*) filter (where is_new and ${of(OrderType.vehicle)})::int as "vehicleNewReceptionPlacesAmount",
        count(*)::int as "totalReceptionPlacesAmount",
        count(*) filter (where ${of(OrderType.container)})::int as "containerTotalReceptionPlacesAmount",
        count(*) filter (where ${of(OrderType.tonnage)})::int as "tonnageTotalReceptionPlacesAmount",
        count(*) filter (where ${of(OrderType.vehicle)})::int as "vehicleTotalReceptionPlacesAmount"
      from (${placesAtEndOf(day)}) p`
  )
  return counted as PlaceStatistics
}
