import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { Order } from '../models.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'

/** Staff accept a new order. */
export const accept = defineCommand(orders, {
  name: 'orders.accept',
  key: 'a',
  leadsTo: ['/orders/accepted'],
  call: 'PUT /api/Admin/Orders/:id/accept',
  icon: 'check',
  tone: 'success',
  selection: 'some',
  undo: 'PUT /api/Admin/Orders/:id/undo',
  access: { ADMIN: { when: may('accept') } },
  effects: ['remove'],
  async run({ trx, now }, { id }) {
    await Order.query(trx)
      .findById(id)
      .patch({ status: after('accept'), acceptedAt: now })
  }
})
