import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { askVetoes } from '../../../src/kernel/registries.ts'
import { vehicleRows } from './rows.ts'

/** The row stays for old orders; the plate is free again. */
export const removeVehicle = defineCommand(vehicleRows)({
  name: 'fleet.removeVehicle',
  call: 'DELETE /api/Admin/Vehicles/:id',
  icon: 'trash',
  tone: 'danger',
  selection: 'one',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove', 'deselect'],
  async run({ trx, now, services }, { id }) {
    await askVetoes(services.registries, 'fleet.removeVehicle', trx, [id])
    await query(trx, sql`update fleet.vehicles set removed_at = ${now} where id = ${id}`)
  }
})
