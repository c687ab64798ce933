import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Order } from '../model.ts'
import { leaveRoute } from '../planning/stops.ts'
import { orderRows } from '../resource.ts'
import { after, canceledByUser, may } from '../rules.ts'

const WithReason = defineForm({
  schema: Type.Object({
    reasonForCancel: Type.String({
      minLength: 1,
      maxLength: 200,
      messages: { required: 'orders.cancel.reasonMissing' }
    }),
    Comment: Type.Optional(Type.String({ maxLength: 1000 }))
  }),
  fields: {
    reasonForCancel: { options: { call: '/api/Dictionaries/1/values', value: 'value', label: ['value'] } }
  }
})

/** A client gives no reason of its own: the call carries the fixed one. */
const ByUser = defineForm({
  schema: Type.Object({
    reasonForCancel: Type.Optional(Type.Literal(canceledByUser)),
    Comment: Type.Optional(Type.String({ maxLength: 1000 }))
  }),
  initial: { reasonForCancel: canceledByUser },
  fields: { reasonForCancel: { control: 'hidden' } }
})

interface Reason {
  readonly reasonForCancel?: string | null
  readonly Comment?: string | null
}

/**
 * Staff cancel with a reason until the order is finished; a client withdraws its own order while it is new. A canceled order
 * leaves its route, and keeps vehicle and day: they tell what was planned, and undo puts it back by them.
 */
export const cancel = defineCommand(orderRows)({
  name: 'orders.cancel',
  call: 'PUT /api/Admin/Orders/:id/cancel',
  icon: 'times',
  tone: 'danger',
  selection: 'one',
  undo: 'PUT /api/Admin/Orders/:id/undo',
  access: {
    ADMIN: { when: may('cancel'), form: WithReason },
    CLIENT_ADMIN: { when: may('withdraw'), form: ByUser },
    CLIENT: { when: may('withdraw'), form: ByUser }
  },
  effects: ['remove', 'deselect'],
  async run({ trx, addAuditParams, now }, { id }, { reasonForCancel, Comment }: Reason) {
    const reason = reasonForCancel ?? canceledByUser
    addAuditParams({ reason })
    await Order.query(trx)
      .findById(id)
      .patch({
        status: after('cancel'),
        reasonForCancellation: reason,
        cancellationComment: Comment ?? null,
        canceledAt: now
      })
    await leaveRoute(trx, [id])
  }
})
