/** The models that write the tables of the fleet. The resources read them. */
import { Model, raw, snakeCaseMappers } from 'objection'

export class Operator extends Model {
  static override tableName = 'fleet.operators'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare name: string
  declare isActive: boolean
  declare createdAt: Date
  declare removedAt: Date | null
}

export class Vehicle extends Model {
  static override tableName = 'fleet.vehicles'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare brand: string
  declare model: string
  declare registerNumber: string
  declare driverId: number
  /** Tonnes; null: as much as the largest of its items. */
  declare payload: number | null
  /** Kilograms of the empty vehicle. */
  declare tare: number | null
  /** The last day on which the tare counts, `YYYY-MM-DD`; null: until further notice. */
  declare tareUntil: string | null
  declare createdAt: Date
  declare removedAt: Date | null
  declare version: number
}

/** A patch that only increases the version of a row, for a change that is made in another table. */
export const touched = { version: raw('version + 1') }

/** Whether a vehicle carries an item of the order types. */
export class VehicleItem extends Model {
  static override tableName = 'fleet.vehicle_items'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = ['vehicle_id', 'order_type_item_id']

  declare vehicleId: number
  declare orderTypeItemId: number
  declare isActive: boolean
}
