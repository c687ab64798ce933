/** The routes of the vehicles and days that the orders were planned for, with their stops. */
import type { Knex } from 'knex'
import { nearestNext, storeOf } from '../../modules/orders/planning/rules.ts'
import type { Business } from './business.ts'
import { insert } from './writer.ts'

/** Finished orders are the first stops of a route, in the order in which they were finished; the others follow. */
export async function insertRoutes(trx: Knex.Transaction, { places, stores }: Business): Promise<void> {
  await trx.raw(`
    insert into orders.routes (vehicle_id, day, number)
      select vehicle_id, realization_date, row_number() over (partition by realization_date order by vehicle_id)
      from (select distinct vehicle_id, realization_date from orders.orders where vehicle_id is not null) planned
      order by realization_date, vehicle_id
      on conflict do nothing;
    insert into orders.stops (order_id, route_id, sequence)
      select o.id, r.id, row_number() over (partition by r.id order by o.finished_at, o.id)
      from orders.orders o join orders.routes r on r.vehicle_id = o.vehicle_id and r.day = o.realization_date
      where o.finished_at is not null`)
  const routes = new Map<number, PlannedOrder[]>()
  for (const order of await unfinishedOrders(trx))
    routes.set(order.routeId, [...(routes.get(order.routeId) ?? []), order])
  const stops = [...routes].flatMap(([routeId, orders]) => numbered(routeId, orders, { places, stores }))
  await insert(trx, 'orders.stops', stops, c => [
    c.int('order_id', stop => stop.orderId),
    c.int('route_id', stop => stop.routeId),
    c.int('sequence', stop => stop.sequence)
  ])
  // the drivers of what is ahead know it as it is planned
  await trx.raw(`
    update orders.stops s set notified_driver_id = o.driver_id, notified_sequence = s.sequence
    from orders.orders o
    where o.id = s.order_id and o.finished_at is null and o.notification_sent and o.driver_id is not null`)
}

interface PlannedOrder {
  id: number
  routeId: number
  placeId: number
  storeId: number
  /** The last finished stop of the route: its number and its place. Null where none is finished. */
  reached: number | null
  reachedPlaceId: number | null
}

async function unfinishedOrders(trx: Knex.Transaction): Promise<PlannedOrder[]> {
  const { rows } = await trx.raw<{ rows: PlannedOrder[] }>(`
    with planned as materialized (
      select o.id, r.id as "routeId", o.reception_place_id as "placeId", o.internal_store_id as "storeId"
      from orders.orders o join orders.routes r on r.vehicle_id = o.vehicle_id and r.day = o.realization_date
      where o.finished_at is null
    ), reached as (
      select distinct on (s.route_id) s.route_id, s.sequence, o.reception_place_id
      from orders.stops s join orders.orders o on o.id = s.order_id
      where s.route_id in (select "routeId" from planned)
      order by s.route_id, s.sequence desc
    )
    select planned.*, reached.sequence as reached, reached.reception_place_id as "reachedPlaceId"
    from planned left join reached on reached.route_id = planned."routeId"
    order by planned."routeId", planned.id`)
  return rows
}

/** The stops that are not finished, numbered by the rules of planning. */
function numbered(
  routeId: number,
  orders: readonly PlannedOrder[],
  { places, stores }: Pick<Business, 'places' | 'stores'>
): { orderId: number; routeId: number; sequence: number }[] {
  const stops = orders.flatMap(({ id, placeId }) => {
    const at = places[placeId - 1]
    return at ? [{ orderId: id, postalCode: at.postalCode, at }] : []
  })
  const { reached, reachedPlaceId } = orders[0] ?? { reached: null, reachedPlaceId: null }
  const storeIds = orders.map(order => order.storeId)
  const positions = stops.map(stop => stop.at)
  const start = reachedPlaceId === null ? storeOf(stores, storeIds, positions) : places[reachedPlaceId - 1]
  return nearestNext(start, stops).map((orderId, i) => ({ orderId, routeId, sequence: (reached ?? 0) + i + 1 }))
}
