import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { findOrder, Order } from '../models.ts'
import { leaveRoute } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'
import { keepForUndo } from '../undo-data.ts'

/**
 * Returns a planned order to the accepted ones: vehicle, day and place in the route are cleared, and it counts as not notified. An
 * undo gives the plan back.
 */
export const restore = defineCommand(orders, {
  name: 'orders.restore',
  call: 'PUT /api/Admin/Orders/:id/set-accepted',
  wire: { scope: 'orders:write' },
  selection: 'some',
  access: { ADMIN: { when: may('restore') } },
  ui: {
    icon: 'replay',
    key: 'r',
    effects: ['remove'],
    leadsTo: ['/orders/accepted'],
    undo: 'PUT /api/Admin/Orders/:id/undo'
  },
  async run({ trx }, { id }) {
    const { vehicleId, driverId, realizationDate } = await findOrder(trx, id)
    await keepForUndo(trx, 'orders.restore', [{ orderId: id, columns: { vehicleId, driverId, realizationDate } }])
    const cleared = { vehicleId: null, driverId: null, realizationDate: null, notificationSent: false }
    await Order.query(trx)
      .findById(id)
      .patch({ status: after('restore'), ...cleared })
    await leaveRoute(trx, [id])
  }
})
