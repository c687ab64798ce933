import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { enqueue } from '../accounting/job.ts'
import { Order } from '../models.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'
import { OptimaStatus } from '../schema.ts'

/** Sends a completed order to the accounting system, by way of the queue: its number comes later, and who asked is notified. */
export const sync = defineCommand(orders, {
  name: 'orders.sync',
  call: 'PUT /api/Admin/Orders/:id/sync',
  success: true,
  icon: 'sync',
  queued: true,
  disabledIf: ({ accountingUrl }) => (accountingUrl === '' ? 'orders.accountingOff' : undefined),
  access: { ADMIN: { when: may('sync') } },
  async run({ trx, services, accountId }, { id }) {
    await Order.query(trx).findById(id).patch({ optimaStatus: OptimaStatus.queued })
    await enqueue(services, trx, id, accountId)
  }
})
