/**
 * The fleet's API for other modules. The rows of removed vehicles and operators are kept, so that old orders still show their
 * names. So the joins read the tables with removed rows. A caller that assigns a vehicle or an operator to an order first locks it
 * with a function of this file, which refuses a removed one.
 */
import { type Database, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { defineVeto } from '../../src/kernel/extension-points.ts'
import { folded, type TextIndex } from '../../src/kernel/resources/resource.ts'
import { joinItems } from '../catalogue/public.ts'
import { joinAccount } from '../users/public.ts'
import { throwFleetError } from './errors.ts'
import { byPlateOrDriver, driverName } from './fragments.ts'

// Higher modules add their reasons against a removal here, such as orders that still need the driver, vehicle or operator.
export const beforeDriverRemoval = defineVeto('fleet.driverRemoval')
export const beforeVehicleRemoval = defineVeto('fleet.vehicleRemoval')
export const beforeOperatorRemoval = defineVeto('fleet.operatorRemoval')

/** The choices of filters by vehicle and by driver, without removed ones. */
export const vehicleChoices = { call: '/api/Admin/Vehicles/listbox', value: 'id', label: ['name'] } as const
export const driverChoices = {
  call: '/api/Admin/Users/drivers?page=1&limit=1000',
  value: 'id',
  label: ['lastName', 'firstName']
} as const

/**
 * Joins and expressions over the tables of the fleet, for resources of other modules. Removed vehicles and operators are included.
 */
export const joinVehicle = (alias: string, on: string): string => `join fleet.vehicles ${alias} on ${alias}.id = ${on}`
export const leftJoinVehicle = (alias: string, on: string): string => `left ${joinVehicle(alias, on)}`
export const leftJoinOperator = (alias: string, on: string): string =>
  `left join fleet.operators ${alias} on ${alias}.id = ${on}`

/** The text for searching plates: the plate with its space and without it, over the columns of fleet.vehicles. */
const plateTexts = (prefix: string): string =>
  `(${prefix}register_number || ' ' || replace(${prefix}register_number, ' ', ''))`

/** The texts by which vehicles and drivers are searched. There are few of them, so the columns need no index. */
export const vehiclePlates: TextIndex = { table: 'fleet.vehicles', id: 'id', text: folded(plateTexts('')) }
export const driverNames: TextIndex = {
  table: 'fleet.drivers',
  id: 'id',
  text: folded("(first_name || ' ' || last_name)")
}

/** Statements that give all ids, including those of removed vehicles and operators. */
export const vehicleIds: Sql = raw('select id from fleet.vehicles')
export const operatorIds: Sql = raw('select id from fleet.operators')

/** A statement that gives the `id` of each operator that may be chosen for an order. */
export const activeOperators: Sql = raw('select id from fleet.present_operators where is_active')

/** `LCH 12345, MAN TGS`, over the alias of fleet.vehicles. */
export const vehicleLabel = (alias: string): string =>
  `${alias}.register_number || ', ' || ${alias}.brand || ' ' || ${alias}.model`

/** The capacity of a vehicle in tonnes, which is that of its largest active item, over the alias of fleet.vehicles. */
export const vehicleCapacity = (alias: string): string =>
  `coalesce((select max(item.value) from fleet.vehicle_items taking ${joinItems('item', 'taking.order_type_item_id')}
    where taking.vehicle_id = ${alias}.id and taking.is_active), 0)`

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

/** The error with which higher modules refuse a removal (409). */
export const throwInUse = (what: 'driver' | 'vehicle' | 'operator'): never => throwFleetError(`${what}InUse`)

/**
 * A statement of the vehicles that may be planned: `id, brand, model, registerNumber, driverId, driver, items, capacity`. `items`
 * has the ids of the items that the vehicle carries, and `capacity` is the largest of their capacities in tonnes.
 * @param text selects the vehicles whose plate or driver's name contains it
 */
export const vehiclesToPlan = (text?: string): Sql => sql`
  select vehicle.id, vehicle.brand, vehicle.model, vehicle.register_number as "registerNumber",
    vehicle.driver_id as "driverId", ${raw(driverName('driver'))} as driver,
    coalesce(taken.items, '{}') as items, coalesce(taken.capacity, 0) as capacity
  from fleet.present_vehicles vehicle ${raw(joinAccount('driver', 'vehicle.driver_id'))}
    left join lateral (
      select array_agg(item.id) as items, max(item.value) as capacity
      from fleet.vehicle_items taking ${raw(joinItems('item', 'taking.order_type_item_id'))}
      where taking.vehicle_id = vehicle.id and taking.is_active
    ) taken on true
  where ${text ? byPlateOrDriver(text) : raw('true')}`
