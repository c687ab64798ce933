/**
 * Links an approved document to an order, because documents are often approved before their order is known. The link does not change
 * the stock. The database updates the reconciliation of the order. In the buffer the order is an ordinary field of the form.
 */
import { Type } from '@sinclair/typebox'
import { codes } from '../../../../src/contract/vocabulary.ts'
import { defineCommand } from '../../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../../src/kernel/commands/form.ts'
import { Id } from '../../../../src/kernel/schema.ts'
import { orderFields, ordersOf } from '../fields.ts'
import { DocumentRow } from '../models.ts'
import { documents } from '../resource.ts'
import { DocumentStatus } from '../schema.ts'

const approved = codes(DocumentStatus, ['approved'])

const OrderForm = defineForm({
  schema: Type.Object({ orderId: Id }),
  context: ['companyId'],
  fields: { orderId: { options: ordersOf('companyId') } }
})

export const linkOrder = defineCommand(documents, {
  name: 'warehouse.linkOrder',
  call: 'PUT /api/Admin/Documents/:id/order',
  access: { ADMIN: { shown: { documentStatus: approved, hasOrder: [false] }, form: OrderForm } },
  ui: { icon: 'link', tone: 'info', undo: 'DELETE /api/Admin/Documents/:id/order' },
  async run(context, { id, companyId }, { orderId }) {
    await DocumentRow.query(context.trx)
      .findById(id)
      .patch(await orderFields(context, orderId, companyId))
  }
})

/** Removes a link. Linking offers it as its undo. */
export const unlinkOrder = defineCommand(documents, {
  name: 'warehouse.unlinkOrder',
  call: 'DELETE /api/Admin/Documents/:id/order',
  access: { ADMIN: { shown: { documentStatus: approved, hasOrder: [true] } } },
  ui: { icon: 'eraser', confirm: true },
  async run({ trx }, { id }) {
    await DocumentRow.query(trx).findById(id).patch({ orderId: null, orderNumber: null })
  }
})
