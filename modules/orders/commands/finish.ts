import { type Static, Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import { dayOf } from '../../../src/contract/days.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
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
  isPerTonne,
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
import { OrderStatus } from '../schema.ts'
import { keepForUndo } from '../undo-data.ts'
import { addDocument, ofContainers } from './add-document.ts'

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

/** Proposes the store, the recycler, and what the transfer card says, until a person has chosen or typed. */
const proposal = { kind: 'fetched', call: '/api/Admin/Orders/{id}/finish-proposal', untilNext: true } as const

/** Between these the tonnes agree with the transfer card. */
const ofCard = {
  control: 'hidden',
  readOnly: true,
  transient: { anyOf: [{ type: 'number' }, { type: 'null' }] }
} as const

/** The price is that of the order. Another quantity changes the amount alone, which the form says. */
const FinishForm = defineForm({
  schema: FinishSchema,
  load: '/api/Admin/Orders/:id/details',
  context: ['orderTypeId', 'realizationDate', 'createdAt', 'netPrice', 'vatRate', ...amountBefore],
  derive: [
    capacity,
    { ...amountOf('netPrice'), weighed: 'tonnage' },
    { kind: 'fetched', call: '/api/Admin/Orders/{id}/price-reasons', pick: 'data', to: 'priceReasons' },
    { kind: 'fetched', call: '/api/Admin/Orders/{id}/kpo-use?kpo={kpo}', pick: 'data.number', to: 'kpoOrder' },
    ...(['internalStoreId', 'kpo', 'tonnage', 'leastTonnage', 'mostTonnage'] as const).map(field => ({
      ...proposal,
      pick: `data.${field}`,
      to: field
    })),
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
    // what was ordered is not proposed: tonnes come from weigh tickets, else from what the receiver has confirmed, or are typed
    tonnage: {
      warn: [
        ...unlikely.tonnage.warn,
        { under: { field: 'leastTonnage' }, message: 'orders.unlikely.underCard', tick: true },
        { over: { field: 'mostTonnage' }, message: 'orders.unlikely.overCard', tick: true }
      ],
      half: true
    },
    leastTonnage: ofCard,
    mostTonnage: ofCard,
    kpo: { half: true, warn: [{ filled: ['kpo', 'kpoOrder'], message: 'orders.unlikely.kpoUsed' }] },
    kpoOrder: { control: 'hidden', readOnly: true, transient: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    recycleOperatorId: collection.recycleOperatorId,
    quantity: {
      label: 'orders.finish.quantity',
      labelWhen: { when: isPerTonne, label: 'orders.finish.quantity.ordered' },
      half: true
    },
    quantityTaken: { ...unlikely.quantityTaken, half: true, proposes: { from: 'quantity' } },
    amount: { ...changingAmount, labelWhen: { when: isPerTonne, label: 'orders.column.estimate' } },
    priceReasons,
    internalStoreId: collection.internalStoreId,
    receivingDate: {
      ...unlikely.receivingDate,
      proposes: { from: 'realizationDate', to: 'today' },
      help: 'orders.finish.receivingDate.help'
    }
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

/** The columns that the patch changes, as they are before. An undo takes the status from the history. */
const columnsBefore = (order: Order, { status: _, ...patch }: OrderPatch): OrderPatch =>
  Object.fromEntries(Object.keys(patch).map(column => [column, order[column as keyof Order] ?? null]))

/** Saves what was collected, by whom and where it was brought, and completes the order, in one step. */
export const finish = defineCommand(orders, {
  name: 'orders.finish',
  call: 'PUT /api/Admin/Orders/:id/set-realized',
  wire: { scope: 'orders:write', allowEmptyBody: true },
  selection: 'some',
  access: { ADMIN: { when: may('finish'), form: FinishForm } },
  ui: {
    icon: 'flag',
    tone: 'success',
    key: 'f',
    effects: ['remove'],
    series: true,
    about: true,
    leadsTo: ['/orders/completed'],
    leadsOn: {
      command: addDocument,
      to: '/orders/completed',
      fixed: { OrderStatus: OrderStatus.completed },
      shared: { OrderId: 'id' },
      when: ofContainers
    },
    undo: 'PUT /api/Admin/Orders/:id/undo'
  },
  async run(context, { id }, input) {
    const { trx, now } = context
    const order = await findOrder(trx, id)
    const data = finishDataOf(order, input)
    const { patch, ...more } = await changeOf(context, order, data)
    const driverId = patch.driverId ?? order.driverId ?? (await lockVehicle(trx, data.vehicleId))
    const day = data.receivingDate ?? order.receivingDate ?? dayOf(now)
    const end = { status: after('finish'), driverId, receivingDate: day, finishedAt: now }
    await keepForUndo(trx, 'orders.finish', [{ orderId: id, columns: columnsBefore(order, { ...patch, ...end }) }])
    await saveChange(context, order, { ...more, patch: { ...patch, ...end } })
  }
})
