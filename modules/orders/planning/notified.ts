/**
 * What drivers know of routes. A stop has the driver who was notified of it, and its number in that message. One that leaves the route,
 * or comes to another driver, is withdrawn: who was notified of it must hear so, or would drive for nothing. A withdrawn stop that comes
 * back to its route and driver is known again.
 *
 * While the driver has other stops ahead in that route, the route is changed, and the next message about it says what is off. Where
 * there is none, it is called off for that driver (called-off/).
 *
 * All of this is written under the lock of the route, after those of the orders (stops.ts).
 */
import { type Database, query, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { joinCompany } from '../../companies/public.ts'
import { joinVehicle } from '../../fleet/public.ts'
import { OrderStatus } from '../schema.ts'

/** SQL: the driver, an expression, has stops ahead in the route, another one. */
export const hasStopsAhead = (routeId: string, driverId: string): string =>
  `exists (select 1 from orders.stops a join orders.orders ao on ao.id = a.order_id
    where a.route_id = ${routeId} and ao.status = ${OrderStatus.inProgress} and ao.driver_id = ${driverId})`

/**
 * SQL: a route, an expression, is not what the drivers of its stops were notified of: a stop that is still ahead has another number, or
 * one is withdrawn.
 */
export const isChanged = (routeId: string): Sql =>
  raw(`(exists (select 1 from orders.stops c join orders.orders co on co.id = c.order_id
      where c.route_id = ${routeId} and co.status = ${OrderStatus.inProgress}
        and co.notification_sent and c.notified_sequence <> c.sequence)
    or exists (select 1 from orders.withdrawn_stops w
      where w.route_id = ${routeId} and ${hasStopsAhead('w.route_id', 'w.driver_id')}))`)

/**
 * SQL: who drives to an order, an alias: while it is in progress the driver that its vehicle has by now, else its own. An order keeps the
 * driver that it was planned with until it is planned again, or until who drives there is notified of it (`handOver` of stops.ts).
 */
export const driverOf = (order: string): string =>
  `(case when ${order}.status = ${OrderStatus.inProgress} then coalesce((select dv.driver_id
      from orders.stops ds join orders.routes dr on dr.id = ds.route_id ${joinVehicle('dv', 'dr.vehicle_id')}
      where ds.order_id = ${order}.id), ${order}.driver_id) else ${order}.driver_id end)`

/** SQL: the driver was notified of the order, an alias, and while it is in progress the rest holds, too. */
const wasNotified = (order: string, isStillTrue: Sql): Sql =>
  sql`(${raw(order)}.notification_sent and (${raw(order)}.status <> ${OrderStatus.inProgress} or ${isStillTrue}))`

/** SQL: the vehicle has another driver than the order, an alias, by now, or the route has changed. Expressions. */
const isOtherwise = (order: string, driverId: string, changed: Sql): Sql =>
  sql`(${raw(driverId)} is distinct from ${raw(order)}.driver_id or ${changed})`

/**
 * SQL: who drives to an order, an alias, knows where it stands by now: its driver was notified of it, its vehicle has that driver still,
 * and the route has not changed: such a route is sent whole. The one rule of the column, the filter, the day, its headings, the overview, the
 * preview of the messages and the messages themselves.
 */
export const isNotified = (order: string): Sql =>
  wasNotified(
    order,
    sql`not exists (
      select 1 from orders.stops ns join orders.routes nr on nr.id = ns.route_id ${raw(joinVehicle('nv', 'nr.vehicle_id'))}
      where ns.order_id = ${raw(order)}.id and ${isOtherwise(order, 'nv.driver_id', isChanged('ns.route_id'))})`
  )

/**
 * The same for the filter of a list: the orders of which it is no longer true are found at once, in one pass over the stops ahead. Asked
 * order by order, thousands that are in progress would take half a second.
 */
export const isNotifiedInList = (order: string): Sql =>
  wasNotified(
    order,
    sql`${raw(order)}.id not in (
      select ahead.order_id from (
        select ns.order_id, ns.route_id, nv.driver_id is distinct from no.driver_id as has_other_driver,
          bool_or(ns.notified_sequence <> ns.sequence) over (partition by ns.route_id) as has_moved
        from orders.orders no join orders.stops ns on ns.order_id = no.id
          join orders.routes nr on nr.id = ns.route_id ${raw(joinVehicle('nv', 'nr.vehicle_id'))}
        where no.status = ${OrderStatus.inProgress} and no.notification_sent
      ) ahead
      where ahead.has_other_driver or ahead.has_moved or ahead.route_id in (
        select w.route_id from orders.withdrawn_stops w where ${raw(hasStopsAhead('w.route_id', 'w.driver_id'))}))`
  )

/** The same of an order in a route, where it is known of the route whether it has changed, which is asked once for all of its orders. */
export const isNotifiedWithin = (order: string, route: { readonly driverId: string; readonly changed: string }): Sql =>
  wasNotified(order, sql`not ${isOtherwise(order, route.driverId, raw(route.changed))}`)

/** A stop that the driver was notified of, and that has left the route since. */
export interface Withdrawn {
  readonly routeId: number
  /** Of the route: `YYYY-MM-DD`. */
  readonly day: string
  readonly orderId: number
  readonly number: string
  readonly company: string
}

export const withdrawnWhere = (database: Database, condition: Sql): Promise<Withdrawn[]> =>
  query<Withdrawn>(
    database,
    sql`select w.route_id as "routeId", r.day::text as day, w.order_id as "orderId", o.number, c.name as company
      from orders.withdrawn_stops w join orders.routes r on r.id = w.route_id join orders.orders o on o.id = w.order_id
        ${raw(joinCompany('c', 'o.company_id'))}
      where ${condition} order by r.day, w.route_id, w.sequence, w.order_id`
  )

/** Those of the routes that the orders are in, which who drives these knows of, and does not drive to again. */
export const withdrawnFrom = (database: Database, orderIds: readonly number[]): Promise<Withdrawn[]> =>
  withdrawnWhere(
    database,
    sql`(w.route_id, w.driver_id) in (
        select s.route_id, ${raw(driverOf('so'))} from orders.stops s join orders.orders so on so.id = s.order_id
        where s.order_id = any(${[...orderIds]}::int[]))
      and not exists (select 1 from orders.stops b where b.order_id = w.order_id and b.route_id = w.route_id
        and ${raw(driverOf('o'))} = w.driver_id)`
  )

/** What the subjects of a message say of a withdrawn stop. */
export const withdrawnText = (routeId: number): string => `withdrawn ${routeId}`
/** The same in SQL. */
export const withdrawnSql = (routeId: string): string => `'withdrawn ' || ${routeId}`

/** The route that such a text names; undefined for another text. */
export function withdrawnRoute(text: string): number | undefined {
  const [, id] = /^withdrawn (\d+)$/.exec(text) ?? []
  return id === undefined ? undefined : Number(id)
}

/**
 * Notes what leaves a locked route, or comes to another driver, though a driver was notified of it. The orders have their new drivers
 * already; `id` is the route that they go to.
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

/** SQL: the parts of a `with` that note the rows of another part (`order_id, route_id, driver_id, sequence`) as withdrawn. */
export const noted = (rows: string): Sql =>
  raw(`routes as (
      insert into orders.driver_routes (route_id, driver_id) select distinct route_id, driver_id from ${rows}
      on conflict (route_id, driver_id) do nothing
    ), noted as (
      insert into orders.withdrawn_stops (route_id, driver_id, order_id, sequence)
      select route_id, driver_id, order_id, sequence from ${rows}
      on conflict (route_id, driver_id, order_id) do update set sequence = excluded.sequence
    )`)

/** SQL: orders that are in a route again are withdrawn from it no more, as far as they have the driver who was notified of them. */
export const takeBack = (routeId: number, orderIds: readonly number[]): Sql =>
  sql`delete from orders.withdrawn_stops w using orders.orders o
    where w.route_id = ${routeId} and w.order_id = any(${[...orderIds]}::int[])
      and o.id = w.order_id and o.driver_id = w.driver_id
    returning w.order_id, w.driver_id, w.sequence`

/** An order that is back in a route is notified only if its driver knows it there. The route is locked by the caller. */
export async function notifiedAsKnown(trx: Database, orderId: number): Promise<void> {
  await query(
    trx,
    sql`update orders.orders o set notification_sent = false
      where o.id = ${orderId} and o.notification_sent and not exists (
        select 1 from orders.stops s where s.order_id = o.id and s.notified_driver_id = o.driver_id)`
  )
}
