import { Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { Day } from '../../../src/kernel/schema.ts'
import { Tonnage } from '../forms.ts'
import { Order } from '../models.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'

const CorrectionForm = defineForm({
  schema: Type.Object({ tonnage: Type.Optional(Tonnage), receivingDate: Type.Optional(Day) }),
  load: '/api/Admin/Orders/:id/details',
  missingData: 'orders.missingData'
})

/** Of a completed order only the tonnage and the day of its end can still be wrong. Its price stays what it was. */
export const correct = defineCommand(orders, {
  name: 'orders.correct',
  call: 'PUT /api/Admin/Orders/:id/correct',
  repeatsId: 'orderId',
  icon: 'wrench',
  access: { ADMIN: { when: may('correct'), form: CorrectionForm } },
  async run({ trx, now }, { id }, correction) {
    const { receivingDate } = correction
    if (receivingDate && receivingDate > dayOf(now)) refuseField('receivingDate', 'orders.order.receivingDate.future')
    if (Object.keys(correction).length > 0) await Order.query(trx).findById(id).patch(correction)
  }
})
