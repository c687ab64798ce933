import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { Order } from '../models.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'

/** Staff accept a new order. */
export const accept = defineCommand(orders, {
  name: 'orders.accept',
  call: 'PUT /api/Admin/Orders/:id/accept',
  wire: { scope: 'orders:write' },
  selection: 'some',
  access: { ADMIN: { when: may('accept') } },
  ui: {
    icon: 'check',
    tone: 'success',
    key: 'a',
    effects: ['remove'],
    leadsTo: ['/orders/accepted'],
    undo: 'PUT /api/Admin/Orders/:id/undo'
  },
  async run({ trx, now }, { id }) {
    await Order.query(trx)
      .findById(id)
      .patch({ status: after('accept'), acceptedAt: now })
  }
})
