import { Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { Tonnage } from '../forms.ts'
import { Order } from '../model.ts'
import { orderRows } from '../resource.ts'
import { may } from '../rules.ts'

const Correction = defineForm({
  schema: Type.Object({
    /** The order's own, as the documents' client sends it. */
    orderId: Type.Optional(Id),
    tonnage: Type.Optional(Tonnage),
    receivingDate: Type.Optional(Day)
  }),
  load: '/api/Admin/Orders/:id/details',
  missingData: 'orders.missingData',
  omit: ['orderId']
})

interface Corrected {
  readonly orderId?: number
  readonly tonnage?: number
  readonly receivingDate?: string
}

/** Of a completed order only the tonnage and the day of its end can still be wrong. Its price stays what it was. */
export const correct = defineCommand(orderRows)({
  name: 'orders.correct',
  call: 'PUT /api/Admin/Orders/:id/correct',
  icon: 'wrench',
  selection: 'one',
  access: { ADMIN: { when: may('correct'), form: Correction } },
  effects: ['reload'],
  async run({ trx, now }, { id }, { orderId = id, ...corrected }: Corrected) {
    if (orderId !== id) refuseField('orderId', 'orders.correct.orderId.another')
    const { receivingDate } = corrected
    if (receivingDate && receivingDate > dayOf(now)) refuseField('receivingDate', 'orders.order.receivingDate.future')
    if (Object.keys(corrected).length > 0) await Order.query(trx).findById(id).patch(corrected)
  }
})
