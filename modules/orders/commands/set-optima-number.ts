import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { optimaNumberPattern } from '../accounting/connector.ts'
import { Order } from '../model.ts'
import { orderRows } from '../resource.ts'
import { OptimaStatus, OrderStatus } from '../schema.ts'

const WithNumber = defineForm({
  schema: Type.Object({
    optimaNumber: Type.String({
      maxLength: 50,
      pattern: optimaNumberPattern,
      messages: { required: 'orders.setOptimaNumber.missing' }
    }),
    /** The documents send it: must be the order's own. */
    orderId: Type.Optional(Id)
  }),
  omit: ['orderId']
})

interface Typed {
  readonly optimaNumber: string
  readonly orderId?: number
}

/** Stores an accounting number that was typed by hand; several orders may have the same, for one document. */
export const setOptimaNumber = defineCommand(orderRows)({
  name: 'orders.setOptimaNumber',
  call: 'PUT /api/Admin/Orders/:id/set-optima-number',
  icon: 'hashtag',
  selection: 'one',
  access: { ADMIN: { when: { currentStatus: [OrderStatus.completed], optimaNumber: [null] }, form: WithNumber } },
  effects: ['reload'],
  async run({ trx, addAuditParams }, { id }, { optimaNumber, orderId = id }: Typed) {
    if (orderId !== id) refuseField('orderId', 'orders.setOptimaNumber.otherOrder')
    const number = optimaNumber.trim()
    addAuditParams({ number })
    await Order.query(trx).findById(id).patch({ optimaNumber: number, optimaStatus: OptimaStatus.synchronised })
  }
})
