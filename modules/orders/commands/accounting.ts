/** Orders and the accounting system: staff send an order there, or type the number that it has there. */
import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { enqueue } from '../accounting/job.ts'
import { optimaNumberPattern } from '../accounting/outcome.ts'
import { Order } from '../models.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'
import { OptimaStatus } from '../schema.ts'

const NumberForm = defineForm({
  schema: Type.Object({
    optimaNumber: Type.String({
      maxLength: 50,
      pattern: optimaNumberPattern,
      messages: { required: 'orders.setOptimaNumber.missing' }
    })
  })
})

/**
 * Stores an accounting number typed by hand, also in place of a mistyped one, until there is an invoice number. Several orders may have
 * the same number, because one document may cover them.
 */
export const setOptimaNumber = defineCommand(orders, {
  name: 'orders.setOptimaNumber',
  call: 'PUT /api/Admin/Orders/:id/set-optima-number',
  wire: {
    scope: 'orders:write',
    repeatsId: 'orderId',
    // the specification has different names for the field in the form and in the call
    aliases: { numberOptima: 'optimaNumber' }
  },
  access: { ADMIN: { when: may('setOptimaNumber'), form: NumberForm } },
  ui: { icon: 'hashtag' },
  async run({ trx, addAuditParams }, { id }, { optimaNumber }) {
    const number = optimaNumber.trim()
    addAuditParams({ number })
    await Order.query(trx).findById(id).patch({ optimaNumber: number, optimaStatus: OptimaStatus.synchronised })
  }
})

/** Queues a completed order for the accounting system. Its number arrives later, and the person is then notified. */
export const sync = defineCommand(orders, {
  name: 'orders.sync',
  call: 'PUT /api/Admin/Orders/:id/sync',
  wire: { scope: 'orders:write', success: true },
  selection: 'some',
  access: { ADMIN: { when: may('sync') } },
  ui: { icon: 'sync', queued: true },
  disabledIf: ({ accountingUrl }) => (accountingUrl === '' ? 'orders.accountingOff' : undefined),
  async run({ trx, services, accountId }, { id }) {
    await Order.query(trx).findById(id).patch({ optimaStatus: OptimaStatus.queued })
    await enqueue(services, trx, id, accountId)
  }
})
