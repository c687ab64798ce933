/**
 * The fleet's door. Vehicles and operators are never deleted: what is removed keeps its row, so that old orders still say its
 * name. Joins therefore read the tables; who gives an order a vehicle or an operator asks here whether it is still there.
 */
import { type Database, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { joinItems } from '../catalogue/public.ts'
import { throwFleetError } from './errors.ts'
import { byPlateOrDriver, driverName, joinDriver } from './vehicles/rows.ts'

/** Joins and expressions over the fleet's tables that other modules' rows use; removed things are among them. */
export const joinVehicle = (alias: string, on: string): string => `join fleet.vehicles ${alias} on ${alias}.id = ${on}`
export const leftJoinVehicle = (alias: string, on: string): string => `left ${joinVehicle(alias, on)}`
export const leftJoinOperator = (alias: string, on: string): string =>
  `left join fleet.operators ${alias} on ${alias}.id = ${on}`

/** `LCH 12345, MAN TGS`, over the alias of fleet.vehicles. */
export const vehicleLabel = (alias: string): string =>
  `${alias}.register_number || ', ' || ${alias}.brand || ' ' || ${alias}.model`

/**
 * The driver (account id) of a vehicle; undefined: no such vehicle, or a removed one. The vehicle is held until the transaction
 * ends: who removes it, or gives it another driver, waits, and then sees what was written here.
 */
export async function driverOfVehicle(trx: Database, vehicleId: number): Promise<number | undefined> {
  const vehicle = await queryOne<{ driverId: number }>(
    trx,
    sql`select v.driver_id as "driverId" from fleet.present_vehicles v where v.id = ${vehicleId} for share of v`
  )
  return vehicle?.driverId
}

/** Holds a vehicle until the transaction ends and gives its driver; refuses one that is not there any more (422). */
export const lockVehicle = async (trx: Database, vehicleId: number): Promise<number> =>
  (await driverOfVehicle(trx, vehicleId)) ?? throwFleetError('noVehicle')

/** Holds an operator until the transaction ends, so that nobody removes it; refuses one that is removed or not active (422). */
export async function lockOperator(trx: Database, operatorId: number): Promise<void> {
  const operator = await queryOne<{ isActive: boolean }>(
    trx,
    sql`select o.is_active as "isActive" from fleet.present_operators o where o.id = ${operatorId} for share of o`
  )
  if (!operator?.isActive) throwFleetError('noOperator')
}

/** What a higher module says when it cannot let a thing be removed (409). */
export const refuseInUse = (what: 'driver' | 'vehicle' | 'operator'): never => throwFleetError(`${what}InUse`)

/**
 * A statement of the vehicles that may be planned: `id, brand, model, registerNumber, driverId, driver, items, capacity`, where
 * `items` are the ids of what it carries and `capacity` is the most of them in tonnes. With a text: whose plate or driver holds it.
 */
export const vehiclesToPlan = (text?: string): Sql => sql`
  select v.id, v.brand, v.model, v.register_number as "registerNumber", v.driver_id as "driverId",
    ${raw(driverName('d'))} as driver, coalesce(c.items, '{}') as items, coalesce(c.capacity, 0) as capacity
  from fleet.present_vehicles v ${raw(joinDriver('d', 'v.driver_id'))}
    left join lateral (
      select array_agg(i.id) as items, max(i.value) as capacity
      from fleet.vehicle_items x ${raw(joinItems('i', 'x.order_type_item_id'))}
      where x.vehicle_id = v.id and x.is_active
    ) c on true
  where ${text ? byPlateOrDriver(text) : raw('true')}`
