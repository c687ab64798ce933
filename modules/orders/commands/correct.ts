import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { changeOf, saveChange } from '../apply-edit.ts'
import { capacity, capacityField, collection, Kpo, Taken, Tonnage, unlikely } from '../forms.ts'
import { findOrder, type OrderPatch } from '../models.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'
import { OrderStatus } from '../schema.ts'

/**
 * A call may leave out fields that do not change. The form shows all of them, and none may be cleared, because a completed order
 * has all.
 */
const inForm = { requiredWhen: { currentStatus: [OrderStatus.completed] } }
const group = 'orders.panel.collection'

/** The specification's form has tonnage and day; the other fields of finishing follow under a heading. */
const CorrectionForm = defineForm({
  schema: Type.Object({
    tonnage: Type.Optional(Type.Number({ ...Tonnage, ...inForm })),
    receivingDate: Type.Optional(Type.String({ ...Day, ...inForm })),
    vehicleId: Type.Optional(Type.Integer({ ...Id, ...inForm })),
    kpo: Type.Optional(Type.String({ ...Kpo, ...inForm })),
    recycleOperatorId: Type.Optional(Type.Integer({ ...Id, ...inForm })),
    quantityTaken: Type.Optional(Type.Integer({ ...Taken, ...inForm })),
    internalStoreId: Type.Optional(Type.Integer({ ...Id, ...inForm }))
  }),
  load: '/api/Admin/Orders/:id/details',
  missingData: 'orders.missingData',
  context: ['currentStatus', 'orderTypeId', 'quantity', 'netPrice', 'realizationDate', 'createdAt'],
  derive: [capacity],
  fields: {
    tonnage: unlikely.tonnage,
    receivingDate: unlikely.receivingDate,
    vehicleId: { ...collection.vehicleId, group },
    capacity: { ...capacityField, group },
    kpo: { group },
    recycleOperatorId: { ...collection.recycleOperatorId, group },
    quantityTaken: { ...unlikely.quantityTaken, group },
    internalStoreId: { ...collection.internalStoreId, group }
  }
})

/** Corrects what was entered when the order was finished. Its price and its stop in the route do not change. */
export const correct = defineCommand(orders, {
  name: 'orders.correct',
  call: 'PUT /api/Admin/Orders/:id/correct',
  wire: { scope: 'orders:write', repeatsId: 'orderId' },
  access: { ADMIN: { when: may('correct'), form: CorrectionForm } },
  ui: { icon: 'wrench', key: 'e' },
  async run(context, { id }, correction) {
    const order = await findOrder(context.trx, id)
    const { patch } = await changeOf(context, order, correction)
    const differs = Object.entries(patch).filter(([column, value]) => order[column as keyof OrderPatch] !== value)
    await saveChange(context, order, { patch: Object.fromEntries(differs) })
  }
})
