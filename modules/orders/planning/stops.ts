/**
 * Orders' places in the routes of vehicles and days. A route is one row of `orders.routes`; whoever changes its stops locks
 * that row until the transaction ends, so that two plannings of one vehicle and day come one after the other.
 *
 * There is no deadlock: the orders themselves are locked before (execute.ts, by id), a missing route is inserted (and its day
 * locked while it is numbered, migrations/021) before any route is locked, and routes are then locked in the order of their ids.
 *
 * Numbers follow the rules of rules.ts over the stops that are still ahead. A stop that is finished keeps its number, and the
 * route goes on from its place; when a stop is taken out, the rest are numbered again. A route that people have put in order
 * keeps their order: what joins is put where it adds the least way.
 *
 * What drivers know of the route is kept beside it (notified.ts).
 */
import type { Point } from '../../../src/kernel/database/earth.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import { orNotFound } from '../../../src/kernel/routes/route.ts'
import { joinPlace } from '../../companies/public.ts'
import { joinVehicle } from '../../fleet/public.ts'
import { internalStores } from '../../warehouse/public.ts'
import { throwOrderError } from '../errors.ts'
import { Order, Route, Stop, touched } from '../models.ts'
import { OrderStatus } from '../schema.ts'
import { takeBack, withdraw } from './notified.ts'
import { lockDriverOn } from './route-driver.ts'
import { joinByLeastWay, nearestNext, storeOf } from './rules.ts'

/** Orders that go into the route of a vehicle on a day (`YYYY-MM-DD`). */
export interface Move {
  readonly orderIds: readonly number[]
  readonly vehicleId: number
  readonly day: string
}

/**
 * Puts the orders into the route of a vehicle on a day, out of any other, and numbers all routes it touched. The orders are
 * locked by the caller, and the vehicle is there.
 */
export const moveToRoute = (
  trx: Database,
  orderIds: readonly number[],
  { vehicleId, day }: { readonly vehicleId: number; readonly day: string }
): Promise<void> => moveToRoutes(trx, [{ orderIds, vehicleId, day }])

/** The same into several routes at once. */
export async function moveToRoutes(trx: Database, moves: readonly Move[]): Promise<void> {
  const targets: { readonly id: number; readonly orderIds: readonly number[] }[] = []
  const byDay = moves.filter(({ orderIds }) => orderIds.length > 0)
  for (const { vehicleId, day, orderIds } of byDay.sort((a, b) => (a.day < b.day ? -1 : 1)))
    targets.push({ id: await routeOf(trx, vehicleId, day), orderIds })
  const moved = targets.flatMap(({ orderIds }) => orderIds)
  const wanted = targets.map(({ id }) => id)
  const locked = await lockRoutes(trx, moved, wanted)
  await withdraw(trx, targets)
  for (const { id, orderIds } of targets) await numberStops(trx, id, orderIds)
  for (const other of locked.filter(id => !wanted.includes(id))) await numberStops(trx, other)
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
  await withdraw(trx, [{ orderIds }])
  await Stop.query(trx)
    .delete()
    .whereIn('order_id', [...orderIds])
  for (const route of routes) await numberStops(trx, route)
}

/** Locks the routes that the orders are in, and some more; gives their ids. */
async function lockRoutes(trx: Database, orderIds: readonly number[], more: readonly number[] = []): Promise<number[]> {
  const locked = await query<{ id: number }>(
    trx,
    sql`select r.id from orders.routes r
      where r.id = any(${[...more]}::int[]) or r.id in (select s.route_id from orders.stops s where s.order_id = any(${[...orderIds]}::int[]))
      order by r.id for update of r`
  )
  return locked.map(({ id }) => id)
}

/**
 * Orders whose vehicle has another driver by now come to that driver, in their places: who was notified of them before must hear that they
 * are off. The orders are locked by the caller.
 */
export async function handOver(trx: Database, orderIds: readonly number[]): Promise<void> {
  const stops = await query<{ id: number; driverId: number | null; vehicleId: number; day: string; routeId: number }>(
    trx,
    sql`select o.id, o.driver_id as "driverId", r.vehicle_id as "vehicleId", r.day::text as day, s.route_id as "routeId"
      from orders.orders o join orders.stops s on s.order_id = o.id join orders.routes r on r.id = s.route_id
      where o.id = any(${[...orderIds]}::int[]) and o.status = ${OrderStatus.inProgress} order by r.vehicle_id, s.route_id, o.id`
  )
  const moved = new Map<number, number[]>()
  for (const { routeId, vehicleId, day } of new Map(stops.map(stop => [stop.routeId, stop])).values()) {
    const driverId = await lockDriverOn(trx, vehicleId, day)
    const ids = stops.filter(stop => stop.routeId === routeId && stop.driverId !== driverId).map(({ id }) => id)
    if (ids.length > 0) moved.set(routeId, ids)
    if (ids.length > 0) await Order.query(trx).whereIn('id', ids).patch({ driverId, notificationSent: false })
  }
  if (moved.size === 0) return
  await lockRoutes(trx, [...moved.values()].flat())
  await withdraw(
    trx,
    [...moved].map(([id, orders]) => ({ id, orderIds: orders }))
  )
  for (const [routeId, ids] of moved)
    await query(
      trx,
      sql`with back as (${takeBack(routeId, ids)})
        update orders.stops s set notified_driver_id = back.driver_id, notified_sequence = back.sequence
        from back where s.order_id = back.order_id`
    )
}

/** Names this driver for the routes that the orders are in, for their day; the vehicle's own is none. The orders keep theirs. */
export async function nameDriver(trx: Database, orderIds: readonly number[], driverId: number): Promise<void> {
  await lockRoutes(trx, orderIds)
  await query(
    trx,
    sql`update orders.routes r set driver_id = nullif(${driverId}::int, v.driver_id), version = r.version + 1
      from (select route.id, vehicle.driver_id from orders.routes route ${joinVehicle('vehicle', 'route.vehicle_id')}) v
      where v.id = r.id and r.driver_id is distinct from nullif(${driverId}::int, v.driver_id)
        and r.id in (select route_id from orders.stops where order_id = any(${[...orderIds]}::int[]))`
  )
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
        ${joinPlace('p', 'o.reception_place_id')}
        left join orders.stops s on s.order_id = o.id and s.route_id = ${routeId}
      where o.id in (select order_id from orders.stops where route_id = ${routeId} union select unnest(${[...joining]}::int[]))
      order by s.sequence, o.id`
  )
  return found.map(({ latitude, longitude, ...stop }) => ({
    ...stop,
    at: typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
  }))
}

/** Numbers the stops of a locked route, those that join it among them: by the rules, or as people have put them in order. */
async function numberStops(trx: Database, routeId: number, joining: readonly number[] = []): Promise<void> {
  const stops = await stopsOf(trx, routeId, joining)
  const ahead = stops.filter(({ finished }) => !finished)
  const { byHand } = orNotFound(await Route.query(trx).findById(routeId))
  const start = await startingPointOf(trx, stops)
  const present = ahead.filter(({ sequence }) => sequence !== null)
  const others = ahead.filter(({ sequence }) => sequence === null)
  // what is put in order by hand is forgotten once nothing of it is left
  const isByHand = byHand && present.length > 0
  const order = isByHand ? joinByLeastWay(start, present, others) : nearestNext(start, ahead)
  await writeNumbers(trx, routeId, stops, order)
  await Route.query(trx)
    .findById(routeId)
    .patch({ byHand: isByHand, ...touched })
}

/** Numbers the stops that are ahead, in this order, behind those that are finished. */
async function writeNumbers(
  trx: Database,
  routeId: number,
  stops: readonly StopFacts[],
  order: readonly number[]
): Promise<void> {
  const last = stops.findLast(({ finished }) => finished)?.sequence ?? 0
  await query(
    trx,
    sql`with back as (${takeBack(routeId, order)})
      insert into orders.stops as s (order_id, route_id, sequence, notified_driver_id, notified_sequence)
      select n.id, ${routeId}, ${last} + n.place, back.driver_id, back.sequence
      from unnest(${[...order]}::int[]) with ordinality as n (id, place) left join back on back.order_id = n.id
      on conflict (order_id) do update set route_id = excluded.route_id, sequence = excluded.sequence,
          notified_driver_id = coalesce(excluded.notified_driver_id, s.notified_driver_id),
          notified_sequence = coalesce(excluded.notified_sequence, s.notified_sequence)
        where (s.route_id, s.sequence) is distinct from (excluded.route_id, excluded.sequence)
          or excluded.notified_sequence is not null`
  )
}

/**
 * Puts the stops of a route that are still ahead in the given order, and gives the ids of the orders whose number is another
 * now. The orders are locked by the caller. The order that the rules give is no order by hand.
 * @param version of the route, as the caller has seen it
 * @throws orders.routeChanged where the route has changed since, or these are not all of its stops that are ahead
 */
export async function orderRoute(trx: Database, orderIds: readonly number[], version: number): Promise<number[]> {
  const [routeId, ...others] = await lockRoutes(trx, orderIds)
  if (routeId === undefined || others.length > 0) return throwOrderError('routeChanged')
  const route = orNotFound(await Route.query(trx).findById(routeId))
  const stops = await stopsOf(trx, routeId, [])
  const ahead = stops.filter(({ finished }) => !finished)
  const isWhole = ahead.length === orderIds.length && ahead.every(({ orderId }) => orderIds.includes(orderId))
  if (route.version !== version || !isWhole) return throwOrderError('routeChanged')
  const byRule = nearestNext(await startingPointOf(trx, stops), ahead)
  await writeNumbers(trx, routeId, stops, orderIds)
  const byHand = orderIds.some((id, place) => id !== byRule[place])
  const moved = orderIds.filter((id, place) => ahead[place]?.orderId !== id)
  if (moved.length > 0 || byHand !== route.byHand)
    await Route.query(trx)
      .findById(routeId)
      .patch({ byHand, ...touched })
  return moved
}

/** Where the next stop is driven to from: the last finished one, else the store. */
async function startingPointOf(trx: Database, stops: readonly StopFacts[]): Promise<Point | undefined> {
  const last = stops.findLast(({ finished, at }) => finished && at)?.at
  if (last) return last
  const assigned = stops.flatMap(({ storeId }) => storeId ?? [])
  const places = stops.flatMap(({ at }) => at ?? [])
  return storeOf(await internalStores(trx), assigned, places)
}
