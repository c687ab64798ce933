/** What is planned for orders: the choices of vehicles and drivers, and their locks until the transaction ends. */
import { type Database, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { joinItems } from '../catalogue/public.ts'
import { joinAccount } from '../users/public.ts'
import { absences, isOffOn, outOfService } from './days-off.ts'
import { throwFleetError } from './errors.ts'
import { byPlateOrDriver, driverName } from './fragments.ts'

/** The choices of filters by vehicle and by driver, without removed ones. */
export const vehicleChoices = { call: '/api/Admin/Vehicles/listbox', value: 'id', label: ['name'] } as const
export const driverChoices = {
  call: '/api/Admin/Users/drivers?page=1&limit=1000',
  value: 'id',
  label: ['lastName', 'firstName']
} as const

/**
 * Locks a vehicle until the transaction ends. A transaction that removes the vehicle or changes its driver waits, and then sees what
 * was written here.
 * @returns the account id of the vehicle's driver
 * @throws fleet.noVehicle (422) if the vehicle is removed
 */
export async function lockVehicle(trx: Database, vehicleId: number): Promise<number> {
  const vehicle = await queryOne<{ driverId: number }>(
    trx,
    sql`select vehicle.driver_id as "driverId" from fleet.present_vehicles vehicle
      where vehicle.id = ${vehicleId} for share of vehicle`
  )
  return vehicle?.driverId ?? throwFleetError('noVehicle')
}

/**
 * Locks a vehicle and a driver that an order had before, until the transaction ends. A transaction that removes one of them waits.
 * @returns false if one of them has been removed
 */
export async function lockPlanned(trx: Database, vehicleId: number, driverId: number | null): Promise<boolean> {
  const vehicle = await queryOne(
    trx,
    sql`select vehicle.id from fleet.present_vehicles vehicle where vehicle.id = ${vehicleId} for share of vehicle`
  )
  if (!vehicle || driverId === null) return vehicle !== undefined
  const driver = await queryOne(
    trx,
    sql`select driver.id from fleet.drivers driver where driver.id = ${driverId} for share`
  )
  return driver !== undefined
}

/**
 * Locks an operator until the transaction ends, so that nobody removes it meanwhile.
 * @throws fleet.noOperator (422) if the operator is removed or not active
 */
export async function lockOperator(trx: Database, operatorId: number): Promise<void> {
  const operator = await queryOne<{ isActive: boolean }>(
    trx,
    sql`select operator.is_active as "isActive" from fleet.present_operators operator
      where operator.id = ${operatorId} for share of operator`
  )
  if (!operator?.isActive) throwFleetError('noOperator')
}

/**
 * A statement of the vehicles that may be planned: `id, brand, model, registerNumber, driverId, driver, items, capacity, outOfService,
 * driverAway`. `items` has the ids of the items that the vehicle carries, and `capacity` is its payload, else the largest of their
 * capacities, in tonnes. The last two say whether the vehicle is out of service, or its driver absent, on one of the days.
 * @param text selects the vehicles whose plate or driver's name contains it
 * @param days `YYYY-MM-DD`
 */
export const vehiclesToPlan = (text?: string, days: readonly string[] = []): Sql => sql`
  select vehicle.id, vehicle.brand, vehicle.model, vehicle.register_number as "registerNumber",
    vehicle.driver_id as "driverId", ${driverName('driver')} as driver,
    coalesce(taken.items, '{}') as items, coalesce(vehicle.payload, taken.capacity, 0) as capacity,
    ${isOffOn(outOfService, 'vehicle.id', days)} as "outOfService", ${isOffOn(absences, 'vehicle.driver_id', days)} as "driverAway"
  from fleet.present_vehicles vehicle ${joinAccount('driver', 'vehicle.driver_id')}
    left join lateral (
      select array_agg(item.id) as items, max(item.value) as capacity
      from fleet.vehicle_items taking ${joinItems('item', 'taking.order_type_item_id')}
      where taking.vehicle_id = vehicle.id and taking.is_active
    ) taken on true
  where ${text ? byPlateOrDriver(text) : raw('true')}`
