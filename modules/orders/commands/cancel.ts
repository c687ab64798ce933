import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Order } from '../models.ts'
import { leaveRoute } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'
import { canceledByUser } from '../schema.ts'

const StaffForm = defineForm({
  schema: Type.Object({
    reasonForCancel: Type.String({
      minLength: 1,
      maxLength: 200,
      messages: { required: 'orders.cancel.reasonMissing' }
    }),
    Comment: Type.Optional(Type.String({ maxLength: 1000 }))
  }),
  fields: {
    reasonForCancel: {
      options: { call: '/api/Dictionaries/1/values', value: 'value', label: ['value'], spread: true }
    },
    Comment: { help: 'orders.cancel.Comment.help' }
  }
})

/** A client does not choose a reason: the call contains the fixed one. */
const ClientForm = defineForm({
  schema: Type.Object({
    reasonForCancel: Type.Optional(Type.Literal(canceledByUser)),
    Comment: Type.Optional(Type.String({ maxLength: 1000 }))
  }),
  initial: { reasonForCancel: canceledByUser },
  fields: { reasonForCancel: { control: 'hidden' } }
})

/**
 * Staff may cancel an order, with a reason, until it is finished; a client its own order while it is new. A canceled order leaves its
 * route, but keeps vehicle and day: they show what was planned, and undo uses them to put it back into the route.
 */
export const cancel = defineCommand(orders, {
  name: 'orders.cancel',
  call: 'PUT /api/Admin/Orders/:id/cancel',
  wire: { scope: 'orders:write' },
  selection: 'some',
  access: {
    ADMIN: { when: may('cancel'), form: StaffForm },
    CLIENT_ADMIN: { when: may('cancel', 'client'), form: ClientForm },
    CLIENT: { when: may('cancel', 'client'), form: ClientForm }
  },
  ui: {
    icon: 'times',
    tone: 'danger',
    key: 'x',
    effects: ['remove'],
    leadsTo: ['/orders/canceled'],
    undo: 'PUT /api/Admin/Orders/:id/undo'
  },
  async run({ trx, addAuditParams, now }, { id }, { reasonForCancel, Comment }) {
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
