/**
 * How far what was collected was driven, by the planned routes: from its place along the further stops to the store at which the route began. As
 * all distances of planning, the ways are straight lines between the places.
 */
import { metresBetween, type Point, pointOf } from '../../../src/kernel/database/earth.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { groupedBy } from '../../../src/kernel/grouped.ts'
import { joinItems } from '../../catalogue/public.ts'
import { joinPlace } from '../../companies/public.ts'
import { internalStores } from '../../warehouse/public.ts'
import { loadSql } from '../fragments.ts'
import { legsOf, storeOf } from './rules.ts'

/** The way of an order's load. */
export interface WayOfLoad {
  /** Kilometres from its place to the store at the end of the route. */
  readonly carried: number
  /** Its share of all kilometres of the route, from the store and back, by tonne-kilometres. */
  readonly share: number
}

interface LoadedStop {
  readonly orderId: number
  /** Undefined for a place whose coordinates nobody knows. */
  readonly at: Point | undefined
  readonly tonnes: number
}

/** The ways by the orders' ids, of a route's stops in their order. An order whose place nobody knows has none, nor has a route without a store. */
export function waysOf(store: Point | undefined, stops: readonly LoadedStop[]): Map<number, WayOfLoad> {
  const known = stops.flatMap(stop => (stop.at ? [{ ...stop, at: stop.at }] : []))
  const last = known.at(-1)
  if (!store || !last) return new Map()
  const legs = legsOf(
    store,
    known.map(({ at }) => at)
  ).map(metres => (metres ?? 0) / 1000)
  const back = metresBetween(last.at, store) / 1000
  const whole = legs.reduce((sum, leg) => sum + leg, back)
  const carried = known.map((_, place) => legs.slice(place + 1).reduce((sum, leg) => sum + leg, back))
  const work = known.map(({ tonnes }, place) => tonnes * (carried[place] ?? 0))
  const all = work.reduce((sum, one) => sum + one, 0)
  return new Map(
    known.map(({ orderId }, place) => [
      orderId,
      {
        carried: carried[place] ?? 0,
        // without loads each stop has the same share
        share: whole * (all > 0 ? (work[place] ?? 0) / all : 1 / known.length)
      }
    ])
  )
}

interface StopRow {
  readonly routeId: number
  readonly orderId: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly storeId: number | null
  readonly tonnes: number
}

/** The ways of these orders' loads, by the orders' ids; an order without a route, a place or a store that are known has none. */
export async function waysOfLoads(
  database: Database,
  orderIds: readonly number[]
): Promise<ReadonlyMap<number, WayOfLoad>> {
  const stops = await query<StopRow>(
    database,
    sql`select s.route_id as "routeId", o.id as "orderId", p.latitude, p.longitude, o.internal_store_id as "storeId",
        coalesce(${raw(loadSql('o', 'item'))}, 0)::float8 as tonnes
      from orders.stops s join orders.orders o on o.id = s.order_id
        ${joinPlace('p', 'o.reception_place_id')} ${joinItems('item', 'o.order_type_item_id')}
      where s.route_id in (select route_id from orders.stops where order_id = any(${[...orderIds]}::int[]))
      order by s.route_id, s.sequence`
  )
  const stores = await internalStores(database)
  const wanted = new Set(orderIds)
  return new Map(
    [...groupedBy(stops, ({ routeId }) => routeId).values()].flatMap(own => {
      const store = storeOf(
        stores,
        own.flatMap(({ storeId }) => storeId ?? []),
        own.flatMap(stop => pointOf(stop) ?? [])
      )
      const ways = waysOf(
        store,
        own.map(stop => ({ orderId: stop.orderId, tonnes: stop.tonnes, at: pointOf(stop) }))
      )
      return [...ways].filter(([id]) => wanted.has(id))
    })
  )
}
