import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { leaveRoute } from '../planning/stops.ts'
import { orderRows } from '../resource.ts'
import { after, may } from '../rules.ts'

interface Plan {
  readonly vehicleId: number | null
  readonly driverId: number | null
  readonly realizationDate: string | null
}

/**
 * Back to the accepted ones: vehicle, day and place in the route are cleared, and what the driver was told holds no more.
 * History keeps the plan, for who takes it back.
 */
export const restore = defineCommand(orderRows)({
  name: 'orders.restore',
  call: 'PUT /api/Admin/Orders/:id/set-accepted',
  icon: 'replay',
  selection: 'some',
  undo: 'PUT /api/Admin/Orders/:id/undo',
  access: { ADMIN: { when: may('restore') } },
  effects: ['remove', 'deselect'],
  async run({ trx, addAuditParams }, { id }) {
    const plan = await queryOne<Plan>(
      trx,
      sql`update orders.orders o
        set status = ${after('restore')}, vehicle_id = null, driver_id = null, realization_date = null,
          notification_sent = false
        from (select id, vehicle_id, driver_id, realization_date from orders.orders where id = ${id}) was
        where o.id = was.id
        returning was.vehicle_id as "vehicleId", was.driver_id as "driverId", was.realization_date::text as "realizationDate"`
    )
    for (const [name, value] of Object.entries(plan ?? {})) if (value !== null) addAuditParams({ [name]: value })
    await leaveRoute(trx, [id])
  }
})
