import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { findOrder, Order } from '../models.ts'
import { planParams } from '../past-plan.ts'
import { leaveRoute } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'

/**
 * Returns a planned order to the accepted ones: vehicle, day and place in the route are cleared, and it counts as not notified. History
 * stores the plan for undo.
 */
export const restore = defineCommand(orders, {
  name: 'orders.restore',
  call: 'PUT /api/Admin/Orders/:id/set-accepted',
  selection: 'some',
  access: { ADMIN: { when: may('restore') } },
  ui: {
    icon: 'replay',
    key: 'r',
    effects: ['remove'],
    leadsTo: ['/orders/accepted'],
    undo: 'PUT /api/Admin/Orders/:id/undo'
  },
  async run({ trx, addAuditParams }, { id }) {
    const { vehicleId, driverId, realizationDate } = await findOrder(trx, id)
    addAuditParams(planParams({ vehicleId, driverId, realizationDate }), id)
    const cleared = { vehicleId: null, driverId: null, realizationDate: null, notificationSent: false }
    await Order.query(trx)
      .findById(id)
      .patch({ status: after('restore'), ...cleared })
    await leaveRoute(trx, [id])
  }
})
