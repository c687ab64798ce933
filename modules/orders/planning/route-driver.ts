/**
 * Who drives a vehicle on a day: the driver that its route has for this one day, else the vehicle's. Marks, messages, plans and reports ask
 * here. A driver who was removed since does not drive.
 */
import { type Database, query, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { isDriver, isDriverOff, lockDriver, lockVehicle } from '../../fleet/public.ts'
import { joinAccount, personName } from '../../users/public.ts'

/** An expression of the driver's account id. @param route,vehicle aliases of `orders.routes` and of its vehicle */
export const routeDriver = (route: string, vehicle: string): string =>
  `(case when ${isDriver(`${route}.driver_id`)} then ${route}.driver_id else ${vehicle}.driver_id end)`

/**
 * Locks the vehicle until the transaction ends, and gives the account id of who drives it on the day (`YYYY-MM-DD`).
 * @throws fleet.noVehicle (422) if the vehicle is removed
 */
export async function lockDriverOn(trx: Database, vehicleId: number, day: string): Promise<number> {
  const driverId = await lockVehicle(trx, vehicleId)
  const route = await queryOne<{ driverId: number }>(
    trx,
    sql`select r.driver_id as "driverId" from orders.routes r
      where r.vehicle_id = ${vehicleId} and r.day = ${day}::date and ${raw(isDriver('r.driver_id'))}`
  )
  if (!route) return driverId
  await lockDriver(trx, route.driverId)
  return route.driverId
}

/** Which of these orders leave a route that has a driver of its own, or all of them where the route that they go to has one. */
export async function drivenForADay(
  trx: Database,
  orderIds: readonly number[],
  to: { readonly vehicleId: number; readonly day: string }
): Promise<number[]> {
  const found = await query<{ id: number }>(
    trx,
    sql`select o.id from orders.orders o left join orders.stops s on s.order_id = o.id left join orders.routes r on r.id = s.route_id
      where o.id = any(${[...orderIds]}::int[]) and (r.driver_id = o.driver_id or exists (
        select 1 from orders.routes t where t.vehicle_id = ${to.vehicleId} and t.day = ${to.day}::date and t.driver_id is not null))
      order by o.id`
  )
  return found.map(({ id }) => id)
}

/** Who would drive, and whether that driver is absent. */
interface NamedDriver {
  readonly driverId: number
  readonly driver: string
  readonly driverAway: boolean
}

/** A driver, absent where that holds on one of the days (`YYYY-MM-DD`); undefined if the account is not one of a driver. */
export const namedDriver = (
  database: Database,
  id: number,
  days: readonly string[]
): Promise<NamedDriver | undefined> =>
  queryOne<NamedDriver>(
    database,
    sql`select d.id as "driverId", ${personName('d')} as driver,
        exists (select 1 from unnest(${[...days]}::date[]) as asked (day) where ${isDriverOff('d.id', 'asked.day')}) as "driverAway"
      from (select ${id}::int as id) asked_for ${joinAccount('d', 'asked_for.id')} where ${raw(isDriver('d.id'))}`
  )

export interface DriverForADay extends NamedDriver {
  readonly vehicleId: number
}

/** Who drives which vehicle in place of its driver on the day (`YYYY-MM-DD`). */
export const driversForADay = (database: Database, day: string): Promise<DriverForADay[]> =>
  query<DriverForADay>(
    database,
    sql`select r.vehicle_id as "vehicleId", d.id as "driverId", ${personName('d')} as driver,
        ${isDriverOff('d.id', 'r.day')} as "driverAway"
      from orders.routes r ${joinAccount('d', 'r.driver_id')} where r.day = ${day}::date and ${raw(isDriver('r.driver_id'))}`
  )
