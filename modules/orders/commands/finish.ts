import { type Static, Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { checkFaults } from '../../../src/kernel/commands/validation.ts'
import { throwProblem } from '../../../src/kernel/http/errors.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { lockVehicle } from '../../fleet/public.ts'
import { reroute, revised } from '../apply-edit.ts'
import { collection, Kpo, OptionalDay, Quantity, Taken, Tonnage } from '../forms.ts'
import { Order } from '../model.ts'
import { orderRows } from '../resource.ts'
import { after, may } from '../rules.ts'

/** What must be known of an order that is finished, whether it comes with the call or was saved before. */
const FinishData = Type.Object({
  vehicleId: Id,
  tonnage: Tonnage,
  kpo: Type.String(Kpo),
  recycleOperatorId: Id,
  quantity: Quantity,
  quantityTaken: Taken,
  internalStoreId: Id,
  receivingDate: OptionalDay
})
type FinishData = Static<typeof FinishData>

const FinishForm = defineForm({
  schema: FinishData,
  load: '/api/Admin/Orders/:id/details',
  missingData: 'orders.missingData',
  context: ['orderTypeId'],
  fields: { ...collection, receivingDate: { help: 'orders.finish.receivingDate.help' } }
})

/** What was saved, judged as if it had come with the call; a fault names each field that is missing. */
function savedData(order: Order): FinishData {
  const named = Object.keys(FinishData.properties) as (keyof FinishData)[]
  const saved = Object.fromEntries(named.map(name => [name, order[name]]))
  const fieldErrors = checkFaults(FinishData as Schema, saved)
  return fieldErrors.length > 0 ? throwProblem('invalid', { fieldErrors }) : (saved as unknown as FinishData)
}

const isBare = (input: Partial<FinishData>): boolean => Object.keys(input).length === 0

async function finishOrder(context: CommandContext, id: number, input: Partial<FinishData>): Promise<void> {
  const { trx, now } = context
  const order = (await Order.query(trx).findById(id)) ?? throwProblem('notFound')
  const data = isBare(input) ? savedData(order) : (input as FinishData)
  const patch = await revised(context, order, data)
  const driverId = patch.driverId ?? order.driverId ?? (await lockVehicle(trx, data.vehicleId))
  const day = data.receivingDate ?? order.receivingDate ?? dayOf(now)
  await Order.query(trx)
    .findById(id)
    .patch({ ...patch, status: after('finish'), driverId, receivingDate: day, finishedAt: now })
  await reroute(trx, order, patch)
}

/** The work is done: what was taken, by whom and where to is saved, and the order completed, in one step. */
export const finish = defineCommand(orderRows)({
  name: 'orders.finish',
  call: 'PUT /api/Admin/Orders/:id/set-realized',
  allowEmptyBody: true,
  icon: 'flag',
  tone: 'success',
  selection: 'one',
  access: { ADMIN: { when: may('finish'), form: FinishForm } },
  effects: ['remove', 'deselect'],
  run: (context, { id }, input: Partial<FinishData>) => finishOrder(context, id, input)
})
