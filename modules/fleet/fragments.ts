/** SQL that several files of the fleet share. */
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { folded, type TextIndex } from '../../src/kernel/resources/resource.ts'
import { joinItems } from '../catalogue/public.ts'
import { personName } from '../users/public.ts'

/** A person as an object, in the shape of the specification, over an alias of accounts. */
export const personData = (alias: string): Sql =>
  raw(`json_build_object('id', ${alias}.id, 'firstName', ${alias}.first_name, 'lastName', ${alias}.last_name,
    'phone', ${alias}.phone, 'email', ${alias}.email)`)

/** `Jan Nowak`, over an alias of accounts; empty for one without a name. */
export const driverName = (alias: string): Sql => sql`coalesce(${personName(alias)}, '')`

/** A plate in capitals and without spaces, for comparing plates. It is the expression of the unique index. */
export const barePlate = (text: Sql): Sql => sql`upper(replace(${text}, ' ', ''))`

/** Vehicles (alias `vehicle`, the driver `driver`) whose plate or driver's name, in either order, contains the text. */
export const byPlateOrDriver = (text: string): Sql => {
  const term = text.trim()
  const names = sql`kernel.fold(driver.first_name || ' ' || driver.last_name || ' ' || driver.first_name)`
  return sql`(strpos(${barePlate(raw('vehicle.register_number'))}, ${barePlate(sql`${term}::text`)}) > 0
    or strpos(${names}, kernel.fold(${term}::text)) > 0)`
}

/**
 * Joins and expressions over the tables of the fleet, for resources of other modules. Removed vehicles and operators are included.
 */
export const joinVehicle = (alias: string, on: string): Sql =>
  raw(`join fleet.vehicles ${alias} on ${alias}.id = ${on}`)
export const leftJoinVehicle = (alias: string, on: string): Sql => sql`left ${joinVehicle(alias, on)}`
export const leftJoinOperator = (alias: string, on: string): Sql =>
  raw(`left join fleet.operators ${alias} on ${alias}.id = ${on}`)

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
export const vehicleLabel = (alias: string): Sql =>
  raw(`${alias}.register_number || ', ' || ${alias}.brand || ' ' || ${alias}.model`)

/** The capacity of a vehicle in tonnes: its payload, else that of its largest active item, over the alias of fleet.vehicles. */
export const vehicleCapacity = (alias: string): Sql =>
  sql`coalesce(${raw(alias)}.payload, (select max(item.value) from fleet.vehicle_items taking ${joinItems('item', 'taking.order_type_item_id')}
    where taking.vehicle_id = ${raw(alias)}.id and taking.is_active), 0)`
