import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { askVetoes } from '../../../src/kernel/registries.ts'
import { erasePerson } from '../../users/public.ts'
import { throwFleetError } from '../errors.ts'
import { driverRows } from './rows.ts'

/**
 * Erases the person; the account's id stays in orders and history. While the driver's row is held here, nobody can give it a
 * vehicle (`holdDriver`), and without a vehicle no order can come to it.
 */
export const removeDriver = defineCommand(driverRows)({
  name: 'fleet.removeDriver',
  call: 'DELETE /api/Admin/Users/drivers/:id',
  icon: 'trash',
  tone: 'danger',
  selection: 'one',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove', 'deselect'],
  async run(context, { id }) {
    const { trx, services } = context
    const vehicle = await queryOne<{ plate: string }>(
      trx,
      sql`select v.register_number as plate from fleet.present_vehicles v where v.driver_id = ${id} order by v.id limit 1`
    )
    if (vehicle) throwFleetError('driverHasVehicle', { params: { plate: vehicle.plate } })
    await askVetoes(services.registries, 'fleet.removeDriver', trx, [id])
    await erasePerson(context, id)
  }
})
