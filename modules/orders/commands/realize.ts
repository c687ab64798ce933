import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { Order } from '../models.ts'
import { dayProposed, planOfItsDay } from '../planning/day-to-plan.ts'
import { dayDoubts, doubtRules, doubtSteps, vehicleDoubts } from '../planning/doubts.ts'
import { lockDriverOn } from '../planning/route-driver.ts'
import { moveToRoute } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'
import { OrderStatus } from '../schema.ts'
import { keepForUndo } from '../undo-data.ts'
import { notifyDriver } from './notify-driver.ts'

const missing = { messages: { required: 'orders.realize.missing' } }

const PlanForm = defineForm({
  schema: Type.Object({
    vehicleId: Type.Integer({ ...Id, ...missing }),
    orderRealizationDate: Type.String({ ...Day, ...missing }),
    orderIds: Type.Array(Id, { minItems: 1, maxItems: 500 })
  }),
  fields: {
    vehicleId: {
      control: 'part:orders.proposedVehicle',
      reads: { day: 'orderRealizationDate' },
      warn: vehicleDoubts
    },
    orderRealizationDate: {
      days: { from: 'today' },
      warn: [{ under: 'today', message: 'orders.realize.dayPast' }, ...dayDoubts]
    },
    ...doubtSteps
  },
  derive: [dayProposed, ...doubtRules]
})

/**
 * Plans accepted orders: they get a day, a vehicle with its driver, and a place in its route. The form begins with the wished day. What speaks
 * against a plan, such as an exceeded capacity, is not refused: the form asks for a tick, and people decide. A day in the past is not refused
 * either, because paperwork may be late; the form shows a warning. An undo gives back the vehicle that an order had before, if any.
 */
export const realize = defineCommand(orders, {
  name: 'orders.realize',
  call: 'PUT /api/Admin/Orders/set-realization',
  wire: { scope: 'orders:write', ids: 'orderIds' },
  selection: 'some',
  access: { ADMIN: { when: may('realize'), form: PlanForm } },
  ui: {
    icon: 'calendar-plus',
    key: 'd',
    effects: ['remove'],
    inline: true,
    leadsTo: [planOfItsDay],
    // the orders of that day whose drivers are not notified yet, also those that somebody else has planned
    leadsOn: {
      command: notifyDriver,
      to: '/orders/in-progress?view=day',
      fixed: { OrderStatus: OrderStatus.inProgress, NotificationSent: false, OrderBy: 'sequenceInRoute' },
      shared: { RealizationDate: 'realizationDate' }
    },
    undo: 'PUT /api/Admin/Orders/:id/undo'
  },
  async runAll({ trx }, rows, { vehicleId, orderRealizationDate: day }) {
    const ids = rows.map(({ id }) => id)
    const before = await Order.query(trx).whereIn('id', ids)
    await keepForUndo(
      trx,
      'orders.realize',
      before.map(({ id, vehicleId: was, driverId: its }) => ({
        orderId: id,
        columns: { vehicleId: was, driverId: its, realizationDate: null }
      }))
    )
    const driverId = await lockDriverOn(trx, vehicleId, day)
    const plan = { status: after('realize'), vehicleId, driverId, realizationDate: day }
    await Order.query(trx).whereIn('id', ids).patch(plan)
    await moveToRoute(trx, ids, { vehicleId, day })
  }
})
