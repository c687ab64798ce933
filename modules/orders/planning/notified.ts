/**
 * Which stops drivers were notified of, and whether that is still true.
 *
 * - A stop keeps the driver who was notified of it (`notified_driver_id`), and its number in that message (`notified_sequence`).
 * - A stop is withdrawn (`orders.withdrawn_stops`) when a driver was notified of it, and it then leaves the route or gets another driver.
 *   That driver must be notified again, or would drive there for nothing. If the stop comes back to the same route and driver, it is
 *   withdrawn no more.
 * - A route is changed when a stop has another number than in its message, or when one is withdrawn from a driver who still has other stops
 *   in that route. The next message about the route names the withdrawn stops.
 * - A route is called off for a driver who has no other stop in it (called-off/).
 *
 * Whoever writes this holds the lock of the route, which is taken after the locks of the orders (stops.ts).
 *
 * The functions give SQL. A parameter `order` is the alias of `orders.orders` in the statement; `routeId` and `driverId` are expressions.
 */
import { type Database, literal, query, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { joinCompany } from '../../companies/public.ts'
import { joinVehicle } from '../../fleet/public.ts'
import { OrderStatus } from '../schema.ts'
import { routeDriver } from './route-driver.ts'

/** Whether the driver has orders in progress in the route. */
export const hasStopsAhead = (routeId: string, driverId: string): string =>
  `exists (select 1 from orders.stops a join orders.orders ao on ao.id = a.order_id
    where a.route_id = ${routeId} and ao.status = ${OrderStatus.inProgress} and ao.driver_id = ${driverId})`

/**
 * Whether the route differs from what its drivers were notified of: the stop of an order in progress has another number, or a stop is
 * withdrawn from a driver who still has stops in the route.
 */
export const isChanged = (routeId: string): Sql =>
  raw(`(exists (select 1 from orders.stops c join orders.orders co on co.id = c.order_id
      where c.route_id = ${routeId} and co.status = ${OrderStatus.inProgress}
        and co.notification_sent and c.notified_sequence <> c.sequence)
    or exists (select 1 from orders.withdrawn_stops w
      where w.route_id = ${routeId} and ${hasStopsAhead('w.route_id', 'w.driver_id')}))`)

/**
 * The id of the driver who drives to the order. While the order is in progress, that is the present driver of its vehicle; the order's own
 * driver is then the one that it was planned with, until it is planned again or the present driver is notified (`handOver` of
 * stops.ts). Before and after, it is the order's own driver.
 */
export const driverOf = (order: string): Sql => {
  const own = raw(order)
  return sql`(case when ${own}.status = ${literal(OrderStatus.inProgress)} then coalesce((select ${raw(routeDriver('dr', 'dv'))}
      from orders.stops ds join orders.routes dr on dr.id = ds.route_id ${joinVehicle('dv', 'dr.vehicle_id')}
      where ds.order_id = ${own}.id), ${own}.driver_id) else ${own}.driver_id end)`
}

/** Whether the driver was notified of the order, and, while it is in progress, `isStillTrue` holds as well. */
const wasNotified = (order: string, isStillTrue: Sql): Sql =>
  sql`(${raw(order)}.notification_sent and (${raw(order)}.status <> ${OrderStatus.inProgress} or ${isStillTrue}))`

/** Whether the notification is out of date: the vehicle's present driver is not the order's driver, or the route is changed. */
const isOutOfDate = (order: string, driverId: string, changed: Sql): Sql =>
  sql`(${raw(driverId)} is distinct from ${raw(order)}.driver_id or ${changed})`

/**
 * Whether the driver of the order knows its present place in the route: the driver was notified of it, the vehicle still has that driver,
 * and the route is not changed. A changed route counts as not notified as a whole, because it is sent as a whole. Column, filter, view by
 * days, overview, preview and messages all follow this rule.
 */
export const isNotified = (order: string): Sql =>
  wasNotified(
    order,
    sql`not exists (
      select 1 from orders.stops ns join orders.routes nr on nr.id = ns.route_id ${joinVehicle('nv', 'nr.vehicle_id')}
      where ns.order_id = ${raw(order)}.id and ${isOutOfDate(order, routeDriver('nr', 'nv'), isChanged('ns.route_id'))})`
  )

/**
 * `isNotified` for the filter of a list. The orders that are out of date are found in one pass over all stops of orders in progress; with a
 * subquery for each of thousands of orders the filter took half a second.
 */
export const isNotifiedInList = (order: string): Sql =>
  wasNotified(
    order,
    sql`${raw(order)}.id not in (
      select ahead.order_id from (
        select ns.order_id, ns.route_id, ${raw(routeDriver('nr', 'nv'))} is distinct from no.driver_id as has_other_driver,
          bool_or(ns.notified_sequence <> ns.sequence) over (partition by ns.route_id) as has_moved
        from orders.orders no join orders.stops ns on ns.order_id = no.id
          join orders.routes nr on nr.id = ns.route_id ${joinVehicle('nv', 'nr.vehicle_id')}
        where no.status = ${OrderStatus.inProgress} and no.notification_sent
      ) ahead
      where ahead.has_other_driver or ahead.has_moved or ahead.route_id in (
        select w.route_id from orders.withdrawn_stops w where ${raw(hasStopsAhead('w.route_id', 'w.driver_id'))}))`
  )

/** `isNotified` for a statement that has computed, once for each route, the vehicle's driver and whether the route is changed. */
export const isNotifiedWithin = (order: string, route: { readonly driverId: string; readonly changed: string }): Sql =>
  wasNotified(order, sql`not ${isOutOfDate(order, route.driverId, raw(route.changed))}`)

/** A stop that is withdrawn from the driver who was notified of it. */
export interface Withdrawn {
  readonly routeId: number
  /** Of the route: `YYYY-MM-DD`. */
  readonly day: string
  readonly orderId: number
  readonly number: string
  readonly company: string
  /** The registration number of the route's vehicle. */
  readonly vehicle: string
}

export const withdrawnWhere = (database: Database, condition: Sql): Promise<Withdrawn[]> =>
  query<Withdrawn>(
    database,
    sql`select w.route_id as "routeId", r.day::text as day, w.order_id as "orderId", o.number, c.name as company, rv.register_number as vehicle
      from orders.withdrawn_stops w join orders.routes r on r.id = w.route_id join orders.orders o on o.id = w.order_id
        ${joinCompany('c', 'o.company_id')} ${joinVehicle('rv', 'r.vehicle_id')}
      where ${condition} order by r.day, w.route_id, w.sequence, w.order_id`
  )

/** The stops that are withdrawn from the drivers of these orders, in the routes of these orders, and were not given back to them. */
export const withdrawnFrom = (database: Database, orderIds: readonly number[]): Promise<Withdrawn[]> =>
  withdrawnWhere(
    database,
    sql`(w.route_id, w.driver_id) in (
        select s.route_id, ${driverOf('so')} from orders.stops s join orders.orders so on so.id = s.order_id
        where s.order_id = any(${[...orderIds]}::int[]))
      and not exists (select 1 from orders.stops b where b.order_id = w.order_id and b.route_id = w.route_id
        and ${driverOf('o')} = w.driver_id)`
  )

/** The text by which the subject of a message says that the stop was withdrawn from the route. */
export const withdrawnText = (routeId: number): string => `withdrawn ${routeId}`
/** `withdrawnText` in SQL. */
export const withdrawnSql = (routeId: string): string => `'withdrawn ' || ${routeId}`

/** The id of the route in a text of `withdrawnText`; undefined for another text. */
export function withdrawnRoute(text: string): number | undefined {
  const [, id] = /^withdrawn (\d+)$/.exec(text) ?? []
  return id === undefined ? undefined : Number(id)
}

/**
 * Withdraws the stops of the orders from drivers who were notified of them, where the order moves to another route or has another driver.
 * The caller holds the locks of the routes, and has given the orders their new drivers.
 * @param moves orders with the route that they move to; without `id` they leave their route
 */
export async function withdraw(
  trx: Database,
  moves: readonly { readonly id?: number; readonly orderIds: readonly number[] }[]
): Promise<void> {
  for (const { id, orderIds } of moves)
    await query(
      trx,
      sql`with gone as (
          select s.order_id, s.route_id, s.notified_driver_id as driver_id, s.notified_sequence as sequence
          from orders.stops s join orders.orders o on o.id = s.order_id
          where s.order_id = any(${[...orderIds]}::int[]) and s.notified_sequence is not null
            and (s.route_id <> ${id ?? 0} or s.notified_driver_id is distinct from o.driver_id)
        ), ${noted('gone')}
        update orders.stops s set notified_driver_id = null, notified_sequence = null from gone
        where s.order_id = gone.order_id`
    )
}

/** Parts of a `with` that store the rows of the part `rows` (`order_id, route_id, driver_id, sequence`) as withdrawn. */
export const noted = (rows: string): Sql =>
  raw(`routes as (
      insert into orders.driver_routes (route_id, driver_id) select distinct route_id, driver_id from ${rows}
      on conflict (route_id, driver_id) do nothing
    ), noted as (
      insert into orders.withdrawn_stops (route_id, driver_id, order_id, sequence)
      select route_id, driver_id, order_id, sequence from ${rows}
      on conflict (route_id, driver_id, order_id) do update set sequence = excluded.sequence
    )`)

/** Deletes the withdrawals of orders that are in the route again, with the driver from whom they were withdrawn; returns them. */
export const takeBack = (routeId: number, orderIds: readonly number[]): Sql =>
  sql`delete from orders.withdrawn_stops w using orders.orders o
    where w.route_id = ${routeId} and w.order_id = any(${[...orderIds]}::int[])
      and o.id = w.order_id and o.driver_id = w.driver_id
    returning w.order_id, w.driver_id, w.sequence`

/** Sets an order that is back in a route to not notified, unless its driver was notified of this stop. The caller holds the lock of the route. */
export async function notifiedAsKnown(trx: Database, orderId: number): Promise<void> {
  await query(
    trx,
    sql`update orders.orders o set notification_sent = false
      where o.id = ${orderId} and o.notification_sent and not exists (
        select 1 from orders.stops s where s.order_id = o.id and s.notified_driver_id = o.driver_id)`
  )
}
