import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { VehicleForm } from './form.ts'
import { vehicleRows } from './rows.ts'
import { plateOf, replaceItems, type Vehicle, validateVehicle } from './store.ts'

/** Orders in progress keep the driver that they were given; the next one goes to the new driver. */
export const editVehicle = defineCommand(vehicleRows)({
  name: 'fleet.editVehicle',
  call: 'PUT /api/Admin/Vehicles/:id',
  icon: 'pencil',
  selection: 'one',
  access: { ADMIN: { form: VehicleForm } },
  effects: ['reload'],
  async run({ trx }, { id }, vehicle: Vehicle) {
    await validateVehicle(trx, vehicle, id)
    // Always written, so that the version counts a change of the items too.
    await query(
      trx,
      sql`update fleet.vehicles set brand = ${vehicle.brand}, model = ${vehicle.model},
          register_number = ${plateOf(vehicle)}, driver_id = ${vehicle.driverId} where id = ${id}`
    )
    await replaceItems(trx, id, vehicle.orderTypeItems)
  }
})
