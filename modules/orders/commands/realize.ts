import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { lockVehicle } from '../../fleet/public.ts'
import { Order } from '../models.ts'
import { planParams } from '../past-plan.ts'
import { moveToRoute } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'
import { OrderStatus } from '../schema.ts'
import { notifyDriver } from './notify-driver.ts'

const missing = { messages: { required: 'orders.realize.missing' } }

const PlanForm = defineForm({
  schema: Type.Object({
    vehicleId: Type.Integer({ ...Id, ...missing }),
    orderRealizationDate: Type.String({ ...Day, ...missing }),
    orderIds: Type.Array(Id, { minItems: 1, maxItems: 500 })
  }),
  fields: {
    vehicleId: { control: 'part:orders.proposedVehicle', reads: { day: 'orderRealizationDate' } },
    orderRealizationDate: {
      initial: 'nextWorkingDay',
      days: { from: 'today' },
      warn: [{ under: 'today', message: 'orders.realize.dayPast' }]
    }
  }
})

/**
 * Plans accepted orders: they get a day, a vehicle with its driver, and a place in its route. An exceeded capacity is not refused: the
 * picker shows it, and people decide. A day in the past is not refused either, because paperwork may be late; the form shows a warning.
 * For undo, history stores the vehicles that the orders had before.
 */
export const realize = defineCommand(orders, {
  name: 'orders.realize',
  call: 'PUT /api/Admin/Orders/set-realization',
  wire: { ids: 'orderIds' },
  selection: 'some',
  access: { ADMIN: { when: may('realize'), form: PlanForm } },
  ui: {
    icon: 'calendar-plus',
    key: 'd',
    effects: ['remove'],
    inline: true,
    leadsTo: ['/orders/in-progress'],
    // the orders of that day whose drivers are not notified yet, also those that somebody else has planned
    leadsOn: {
      command: notifyDriver,
      to: '/orders/in-progress?view=day',
      fixed: { OrderStatus: OrderStatus.inProgress, NotificationSent: false, OrderBy: 'sequenceInRoute' },
      shared: { RealizationDate: 'realizationDate' }
    },
    undo: 'PUT /api/Admin/Orders/:id/undo'
  },
  async runAll({ trx, addAuditParams }, rows, { vehicleId, orderRealizationDate: day }) {
    const ids = rows.map(({ id }) => id)
    const chosen = await Order.query(trx).whereIn('id', ids).whereNotNull('vehicle_id')
    for (const { id, vehicleId: was, driverId } of chosen) addAuditParams(planParams({ vehicleId: was, driverId }), id)
    const driverId = await lockVehicle(trx, vehicleId)
    const plan = { status: after('realize'), vehicleId, driverId, realizationDate: day }
    await Order.query(trx).whereIn('id', ids).patch(plan)
    await moveToRoute(trx, ids, { vehicleId, day })
  }
})
