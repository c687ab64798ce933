import { type Static, Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import { dayOf } from '../../../src/contract/days.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { lockVehicle } from '../../fleet/public.ts'
import { changeOf, saveChange } from '../apply-edit.ts'
import {
  amountBefore,
  amountOf,
  Clearable,
  capacity,
  capacityField,
  changingAmount,
  collection,
  Kpo,
  priceReasons,
  Quantity,
  Taken,
  Tonnage,
  unlikely
} from '../forms.ts'
import { findOrder, type Order, type OrderPatch } from '../models.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'

/** The data that a finished order must have, whether they come with the call or were saved before. */
const FinishSchema = Type.Object({
  vehicleId: Id,
  tonnage: Tonnage,
  kpo: Type.String(Kpo),
  recycleOperatorId: Id,
  quantity: Quantity,
  quantityTaken: Taken,
  internalStoreId: Id,
  receivingDate: Clearable(Day)
})
type FinishData = Static<typeof FinishSchema>

/** Proposes the store and the recycler until a person has chosen. */
const proposal = { kind: 'fetched', call: '/api/Admin/Orders/{id}/finish-proposal', untilNext: true } as const

/** The price is that of the order. Another quantity changes the amount alone, which the form says. */
const FinishForm = defineForm({
  schema: FinishSchema,
  load: '/api/Admin/Orders/:id/details',
  context: ['orderTypeId', 'realizationDate', 'createdAt', 'netPrice', 'vatRate', ...amountBefore],
  derive: [
    capacity,
    amountOf('netPrice'),
    { kind: 'fetched', call: '/api/Admin/Orders/{id}/price-reasons', pick: 'data', to: 'priceReasons' },
    { ...proposal, pick: 'data.internalStoreId', to: 'internalStoreId' },
    {
      ...proposal,
      call: `${proposal.call}?internalStoreId={internalStoreId}`,
      pick: 'data.recycleOperatorId',
      to: 'recycleOperatorId'
    }
  ],
  fields: {
    vehicleId: collection.vehicleId,
    capacity: capacityField,
    tonnage: {
      ...unlikely.tonnage,
      half: true,
      proposes: { from: 'quantity', when: { orderTypeId: [OrderType.tonnage] } }
    },
    kpo: { half: true },
    recycleOperatorId: collection.recycleOperatorId,
    quantity: { half: true },
    quantityTaken: { ...unlikely.quantityTaken, half: true, proposes: { from: 'quantity' } },
    amount: changingAmount,
    priceReasons,
    internalStoreId: collection.internalStoreId,
    receivingDate: { ...unlikely.receivingDate, help: 'orders.finish.receivingDate.help' }
  }
})

/** The data of the call, or, if it has none, those saved before. Both are checked alike: the error names each missing field. */
function finishDataOf(order: Order, input: Partial<FinishData>): FinishData {
  const fields = Object.keys(FinishSchema.properties) as (keyof FinishData)[]
  const isGiven = Object.keys(input).length > 0
  const data: unknown = isGiven ? input : Object.fromEntries(fields.map(field => [field, order[field]]))
  const fieldErrors = check(FinishSchema as Schema, data)
  return fieldErrors.length > 0 ? throwProblem('invalid', { fieldErrors }) : (data as FinishData)
}

/** The columns before the change as JSON, for undo. They are stored separately, because history stores names instead of ids. */
const columnsBefore = (order: Order, { status: _, ...patch }: OrderPatch): string =>
  JSON.stringify(Object.fromEntries(Object.keys(patch).map(column => [column, order[column as keyof Order] ?? null])))

/** Saves what was collected, by whom and where it was brought, and completes the order, in one step. */
export const finish = defineCommand(orders, {
  name: 'orders.finish',
  key: 'f',
  leadsTo: ['/orders/completed'],
  call: 'PUT /api/Admin/Orders/:id/set-realized',
  allowEmptyBody: true,
  selection: 'some',
  series: true,
  icon: 'flag',
  tone: 'success',
  undo: 'PUT /api/Admin/Orders/:id/undo',
  access: { ADMIN: { when: may('finish'), form: FinishForm } },
  effects: ['remove'],
  async run(context, { id }, input) {
    const { trx, now, addAuditParams } = context
    const order = await findOrder(trx, id)
    const data = finishDataOf(order, input)
    const { patch, ...more } = await changeOf(context, order, data)
    const driverId = patch.driverId ?? order.driverId ?? (await lockVehicle(trx, data.vehicleId))
    const day = data.receivingDate ?? order.receivingDate ?? dayOf(now)
    const end = { status: after('finish'), driverId, receivingDate: day, finishedAt: now }
    addAuditParams({ before: columnsBefore(order, { ...patch, ...end }) }, id)
    await saveChange(context, order, { ...more, patch: { ...patch, ...end } })
  }
})
