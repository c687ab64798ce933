/** The numbers of the dashboard, which the database counts with the indexes of orders. */
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
 * The number of orders placed on a day in Warsaw (`YYYY-MM-DD`), and of those active at its end. If regions are given, only orders of
 * places in these regions count. Places without a Polish postal code are in no region.
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

/** The number of companies registered on a day, and of all companies at the end of the day. */
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

/**
 * The number of reception places added on a day, and of all places at the end of the day. A place with several order types counts
 * once for each of them.
 */
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
