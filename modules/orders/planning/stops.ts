/**
 * Orders' places in the routes of vehicles and days. A route is one row of `orders.routes`; whoever changes its stops locks
 * that row until the transaction ends, so that two plannings of one vehicle and day come one after the other.
 *
 * There is no deadlock: the orders themselves are locked before (execute.ts, by id), a missing route is inserted (and its day
 * locked while it is numbered, migrations/021) before any route is locked, and routes are then locked in the order of their ids.
 *
 * Numbers follow the rule of route.ts over the stops that are still ahead. A stop that is finished keeps its number, and the
 * route goes on from its place; when a stop is taken out, the rest are numbered again.
 */
import type { Point } from '../../../src/kernel/database/earth.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { orNotFound } from '../../../src/kernel/http/route.ts'
import { joinPlace } from '../../companies/public.ts'
import { internalStores } from '../../warehouse/public.ts'
import { Route, Stop } from '../models.ts'
import { OrderStatus } from '../schema.ts'
import { nearestNext, storeOf } from './rules.ts'

/**
 * Puts the orders into the route of a vehicle on a day (`YYYY-MM-DD`), out of any other, and numbers all routes it touched.
 * The orders are locked by the caller, and the vehicle is there.
 */
export async function moveToRoute(
  trx: Database,
  orderIds: readonly number[],
  { vehicleId, day }: { readonly vehicleId: number; readonly day: string }
): Promise<void> {
  if (orderIds.length === 0) return
  const id = await routeOf(trx, vehicleId, day)
  const others = (await lockRoutes(trx, orderIds, id)).filter(other => other !== id)
  await numberStops(trx, id, orderIds)
  for (const other of others) await numberStops(trx, other)
}

/** The route of a vehicle on a day; a new one gets the day's next number from the database. */
async function routeOf(trx: Database, vehicleId: number, day: string): Promise<number> {
  const find = () => Route.query(trx).findOne({ vehicle_id: vehicleId, day })
  const present = await find()
  if (present) return present.id
  await Route.query(trx).insert({ vehicleId, day }).onConflict(['vehicle_id', 'day']).ignore()
  return orNotFound(await find()).id
}

/** Takes the orders out of their routes and numbers the rest. The orders are locked by the caller. */
export async function leaveRoute(trx: Database, orderIds: readonly number[]): Promise<void> {
  const routes = await lockRoutes(trx, orderIds)
  if (routes.length === 0) return
  await Stop.query(trx)
    .delete()
    .whereIn('order_id', [...orderIds])
  for (const route of routes) await numberStops(trx, route)
}

/** Locks the routes that the orders are in, and one more; gives their ids. */
async function lockRoutes(trx: Database, orderIds: readonly number[], more = 0): Promise<number[]> {
  const locked = await query<{ id: number }>(
    trx,
    sql`select r.id from orders.routes r
      where r.id = ${more} or r.id in (select s.route_id from orders.stops s where s.order_id = any(${[...orderIds]}::int[]))
      order by r.id for update of r`
  )
  return locked.map(({ id }) => id)
}

interface StopFacts {
  readonly orderId: number
  readonly sequence: number | null
  readonly finished: boolean
  readonly storeId: number | null
  readonly postalCode: string
  readonly at: Point | undefined
}

/** The stops of a route and the orders that join it; the numbered ones first, in their order. */
async function stopsOf(trx: Database, routeId: number, joining: readonly number[]): Promise<StopFacts[]> {
  const finished = [OrderStatus.completed, OrderStatus.invoiced]
  const found = await query<Omit<StopFacts, 'at'> & Partial<Record<keyof Point, number | null>>>(
    trx,
    sql`select o.id as "orderId", s.sequence, o.internal_store_id as "storeId", p.postal_code as "postalCode",
        p.latitude, p.longitude, o.status = any(${finished}::int[]) and s.order_id is not null as finished
      from orders.orders o
        ${raw(joinPlace('p', 'o.reception_place_id'))}
        left join orders.stops s on s.order_id = o.id and s.route_id = ${routeId}
      where o.id in (select order_id from orders.stops where route_id = ${routeId} union select unnest(${[...joining]}::int[]))
      order by s.sequence, o.id`
  )
  return found.map(({ latitude, longitude, ...stop }) => ({
    ...stop,
    at: typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
  }))
}

async function numberStops(trx: Database, routeId: number, joining: readonly number[] = []): Promise<void> {
  const stops = await stopsOf(trx, routeId, joining)
  const ahead = stops.filter(({ finished }) => !finished)
  if (ahead.length === 0) return
  const finished = stops.filter(stop => stop.finished)
  const lastPlace = finished.findLast(({ at }) => at)?.at
  const order = nearestNext(lastPlace ?? (await startOf(trx, stops)), ahead)
  const last = finished.at(-1)?.sequence ?? 0
  await query(
    trx,
    sql`insert into orders.stops as s (order_id, route_id, sequence)
      select n.id, ${routeId}, ${last} + n.place from unnest(${order}::int[]) with ordinality as n (id, place)
      on conflict (order_id) do update set route_id = excluded.route_id, sequence = excluded.sequence
        where (s.route_id, s.sequence) is distinct from (excluded.route_id, excluded.sequence)`
  )
}

async function startOf(trx: Database, stops: readonly StopFacts[]): Promise<Point | undefined> {
  const assigned = stops.flatMap(({ storeId }) => storeId ?? [])
  const places = stops.flatMap(({ at }) => at ?? [])
  return storeOf(await internalStores(trx), assigned, places)
}
