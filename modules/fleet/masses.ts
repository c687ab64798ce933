/** What a vehicle weighs and may carry, for those who weigh it. */
import { type Database, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { vehicleCapacity } from './fragments.ts'

export interface VehicleMasses {
  /** Kilograms that it may carry; 0 where that is not known. */
  readonly capacity: number
  /** Kilograms of the empty vehicle, whether or not they still count; null: not kept. */
  readonly tare: number | null
}

/** Undefined for a vehicle that there is not. */
export const vehicleMasses = (database: Database, id: number): Promise<VehicleMasses | undefined> =>
  queryOne<VehicleMasses>(
    database,
    sql`select round(${vehicleCapacity('vehicle')} * 1000)::int as capacity, vehicle.tare
      from fleet.present_vehicles vehicle where vehicle.id = ${id}`
  )
