import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { Order, touched } from '../models.ts'
import { orderRoute } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'

const SequenceForm = defineForm({
  schema: Type.Object({
    orderIds: Type.Array(Id, {
      minItems: 1,
      maxItems: 500,
      description: 'all stops of the route that are still ahead'
    }),
    routeVersion: Type.Integer({ minimum: 1, description: 'of the route, as it was read' })
  }),
  fields: { routeVersion: { control: 'hidden', label: 'orders.order.route' } }
})

/**
 * Puts the stops of a vehicle's day in the order of the ids. Orders that join the route later do not change that order. Orders whose
 * stop number changes count as not notified, because the driver's message has the old number.
 */
export const reorder = defineCommand(orders, {
  name: 'orders.reorder',
  call: 'PUT /api/Admin/Orders/set-sequence',
  wire: { scope: 'orders:write', ids: 'orderIds' },
  selection: 'some',
  access: { ADMIN: { when: may('reorder'), form: SequenceForm } },
  ui: { icon: 'sort-alt' },
  async runAll({ trx }, _rows, { orderIds, routeVersion }) {
    const moved = await orderRoute(trx, orderIds, routeVersion)
    await Order.query(trx)
      .whereIn('id', moved)
      .patch({ ...touched, notificationSent: false })
  }
})
