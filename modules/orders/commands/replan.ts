import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { orNotFound } from '../../../src/kernel/routes/route.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { lockVehicle } from '../../fleet/public.ts'
import { Order } from '../models.ts'
import { doubtRules, doubtSteps, doubtWarnings } from '../planning/doubts.ts'
import { type Move, moveToRoutes } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'
import { keepForUndo } from '../undo-data.ts'

const ReplanForm = defineForm({
  schema: Type.Object({
    orderRealizationDate: Type.Optional(Day),
    vehicleId: Type.Optional(Id),
    orderIds: Type.Array(Id, { minItems: 1, maxItems: 500 })
  }),
  fields: {
    orderRealizationDate: {
      from: 'realizationDate',
      ofAll: true,
      days: { from: 'today' },
      help: 'orders.replan.unchanged',
      warn: [{ under: 'today', message: 'orders.realize.dayPast' }]
    },
    vehicleId: {
      control: 'part:planning.vehicle',
      ofAll: true,
      reads: { day: 'orderRealizationDate' },
      warn: doubtWarnings
    },
    ...doubtSteps
  },
  derive: doubtRules
})

interface Plan {
  readonly vehicleId: number
  readonly day: string
}

/** Groups planned orders by the route that they move to. */
function movesOf(planned: readonly Order[], planOf: (order: Order) => Plan): Move[] {
  const moves = new Map<string, Move>()
  for (const order of planned) {
    const { vehicleId, day } = planOf(order)
    const key = `${vehicleId} ${day}`
    moves.set(key, { vehicleId, day, orderIds: [...(moves.get(key)?.orderIds ?? []), order.id] })
  }
  return [...moves.values()]
}

/**
 * Gives planned orders another day, another vehicle with its driver, or both; what is left out stays. If a vehicle is named, all orders
 * get its present driver, even those that have the vehicle already. Changed orders move to their new routes, and count as not notified,
 * because the driver's message has the old day or vehicle. An undo gives each its day, vehicle and driver back.
 */
export const replan = defineCommand(orders, {
  name: 'orders.replan',
  call: 'PUT /api/Admin/Orders/change-plan',
  wire: { ids: 'orderIds' },
  selection: 'some',
  access: { ADMIN: { when: may('replan'), form: ReplanForm } },
  ui: {
    icon: 'calendar',
    // the view by days shows the orders in their new routes, whatever the list was filtered by
    leadsTo: ['/orders/in-progress?view=day'],
    undo: 'PUT /api/Admin/Orders/:id/undo'
  },
  async runAll({ trx }, rows, { vehicleId, orderRealizationDate }) {
    if (vehicleId === undefined && orderRealizationDate === undefined)
      refuseField('orderRealizationDate', 'orders.replan.missing')
    const ids = rows.map(({ id }) => id)
    const planned = await Order.query(trx).whereIn('id', ids).orderBy('id')
    const planOf = (order: Order): Plan => ({
      vehicleId: vehicleId ?? orNotFound(order.vehicleId),
      day: orderRealizationDate ?? orNotFound(order.realizationDate)
    })
    const driver = vehicleId === undefined ? {} : { vehicleId, driverId: await lockVehicle(trx, vehicleId) }
    const changed = planned.filter(order => {
      const plan = planOf(order)
      const { driverId = order.driverId } = driver
      return plan.vehicleId !== order.vehicleId || plan.day !== order.realizationDate || driverId !== order.driverId
    })
    if (changed.length === 0) return
    await keepForUndo(
      trx,
      'orders.replan',
      changed.map(({ id, vehicleId: was, driverId, realizationDate }) => ({
        orderId: id,
        columns: { vehicleId: was, driverId, realizationDate }
      }))
    )
    const day = orderRealizationDate === undefined ? {} : { realizationDate: orderRealizationDate }
    await Order.query(trx)
      .whereIn(
        'id',
        changed.map(({ id }) => id)
      )
      .patch({ ...driver, ...day, notificationSent: false })
    await moveToRoutes(trx, movesOf(changed, planOf))
  }
})
