import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { enqueue } from '../accounting/job.ts'
import { Order } from '../model.ts'
import { orderRows } from '../resource.ts'
import { OptimaStatus, OrderStatus } from '../schema.ts'

/** Hands a completed order to the accounting system, by way of the queue: its number comes later. */
export const sync = defineCommand(orderRows)({
  name: 'orders.sync',
  call: 'PUT /api/Admin/Orders/:id/sync',
  success: true,
  icon: 'sync',
  selection: 'one',
  enabledIf: ({ accountingUrl }) => accountingUrl !== '',
  access: {
    ADMIN: {
      when: {
        currentStatus: [OrderStatus.completed],
        manually: [false],
        optimaNumber: [null],
        optimaStatus: [OptimaStatus.notSent, OptimaStatus.failed]
      }
    }
  },
  effects: ['reload'],
  async run({ trx, services }, { id }) {
    await Order.query(trx).findById(id).patch({ optimaStatus: OptimaStatus.queued })
    await enqueue(services, trx, id)
  }
})
