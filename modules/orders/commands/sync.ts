import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { enqueue } from '../accounting/job.ts'
import { Order } from '../models.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'
import { OptimaStatus } from '../schema.ts'

/** Queues a completed order for the accounting system. Its number arrives later, and the person is then notified. */
export const sync = defineCommand(orders, {
  name: 'orders.sync',
  call: 'PUT /api/Admin/Orders/:id/sync',
  wire: { success: true },
  access: { ADMIN: { when: may('sync') } },
  ui: { icon: 'sync', queued: true },
  disabledIf: ({ accountingUrl }) => (accountingUrl === '' ? 'orders.accountingOff' : undefined),
  async run({ trx, services, accountId }, { id }) {
    await Order.query(trx).findById(id).patch({ optimaStatus: OptimaStatus.queued })
    await enqueue(services, trx, id, accountId)
  }
})
