import { defineCreation } from '../../../src/kernel/commands/command.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { VehicleForm } from './form.ts'
import { vehicleRows } from './rows.ts'
import { plateOf, replaceItems, type Vehicle, validateVehicle } from './store.ts'

export const addVehicle = defineCreation(vehicleRows)({
  name: 'fleet.addVehicle',
  call: 'POST /api/Admin/Vehicles',
  icon: 'plus',
  tone: 'info',
  access: { ADMIN: { form: VehicleForm } },
  effects: ['reload'],
  async run({ trx, now }, vehicle: Vehicle) {
    await validateVehicle(trx, vehicle)
    const [made] = await query<{ id: number }>(
      trx,
      sql`insert into fleet.vehicles (brand, model, register_number, driver_id, created_at)
        values (${vehicle.brand}, ${vehicle.model}, ${plateOf(vehicle)}, ${vehicle.driverId}, ${now}) returning id`
    )
    const { id } = made as { id: number }
    await replaceItems(trx, id, vehicle.orderTypeItems)
    return { id }
  }
})
