import type { Static } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { changePerson } from '../../users/public.ts'
import type { DriverData } from '../schema.ts'
import { DriverForm } from './form.ts'
import { driverRows } from './rows.ts'

type Driver = Static<typeof DriverData>

/** History names the fields that changed, and never what stood in them. */
export const editDriver = defineCommand(driverRows)({
  name: 'fleet.editDriver',
  call: 'PUT /api/Admin/Users/drivers/:id',
  icon: 'pencil',
  selection: 'one',
  access: { ADMIN: { form: DriverForm } },
  effects: ['reload'],
  async run(context, driver, person: Driver) {
    const changed = (fields: readonly (keyof Driver)[]): string =>
      fields.some(field => person[field] !== driver[field]) ? 'yes' : 'no'
    context.addAuditParams({
      names: changed(['lastName', 'firstName']),
      phone: changed(['phone']),
      email: changed(['email'])
    })
    await changePerson(context, driver.id, person)
    const vehicles = await query<{ id: number }>(
      context.trx,
      sql`select v.id from fleet.present_vehicles v where v.driver_id = ${driver.id}`
    )
    if (vehicles.length > 0) {
      context.hint(
        'fleet.vehicle',
        vehicles.map(({ id }) => id)
      )
    }
  }
})
