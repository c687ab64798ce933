import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import type { Database } from '../../../src/kernel/database/sql.ts'
import { orNotFound } from '../../../src/kernel/routes/route.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { Order } from '../models.ts'
import { planOfItsDay } from '../planning/day-to-plan.ts'
import { dayDoubts, doubtRules, doubtSteps, vehicleDoubts } from '../planning/doubts.ts'
import { drivenForADay, lockDriverOn } from '../planning/route-driver.ts'
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
      warn: [{ under: 'today', message: 'orders.realize.dayPast' }, ...dayDoubts]
    },
    vehicleId: {
      control: 'part:planning.vehicle',
      ofAll: true,
      reads: { day: 'orderRealizationDate' },
      warn: vehicleDoubts
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
 * Who will drive each order, by its id. With a vehicle named it is whoever drives that on the day. Otherwise orders keep their drivers,
 * except where one of both days has a driver of its own.
 */
async function driversOf(
  trx: Database,
  planned: readonly Order[],
  planOf: (order: Order) => Plan,
  isNamed: boolean
): Promise<ReadonlyMap<number, number | null>> {
  const drivers = new Map(planned.map(({ id, driverId }) => [id, driverId]))
  for (const { orderIds, vehicleId, day } of movesOf(planned, planOf)) {
    const changing = isNamed ? orderIds : await drivenForADay(trx, orderIds, { vehicleId, day })
    if (changing.length === 0) continue
    const driverId = await lockDriverOn(trx, vehicleId, day)
    for (const id of changing) drivers.set(id, driverId)
  }
  return drivers
}

/**
 * Gives planned orders another day, another vehicle with its driver, or both; what is left out stays. If a vehicle is named, all orders
 * get its present driver, even those that have the vehicle already. Changed orders move to their new routes, and count as not notified,
 * because the driver's message has the old day or vehicle. An undo gives each its day, vehicle and driver back.
 */
export const replan = defineCommand(orders, {
  name: 'orders.replan',
  call: 'PUT /api/Admin/Orders/change-plan',
  wire: { scope: 'orders:write', ids: 'orderIds' },
  selection: 'some',
  access: { ADMIN: { when: may('replan'), form: ReplanForm } },
  ui: {
    icon: 'calendar',
    leadsTo: [planOfItsDay],
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
    const drivers = await driversOf(trx, planned, planOf, vehicleId !== undefined)
    const changed = planned.filter(order => {
      const plan = planOf(order)
      const driverId = drivers.get(order.id)
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
    const given = {
      ...(vehicleId === undefined ? {} : { vehicleId }),
      ...(orderRealizationDate === undefined ? {} : { realizationDate: orderRealizationDate })
    }
    for (const driverId of new Set(drivers.values()))
      await Order.query(trx)
        .whereIn(
          'id',
          changed.map(({ id }) => id).filter(id => drivers.get(id) === driverId)
        )
        .patch({ ...given, driverId, notificationSent: false })
    await moveToRoutes(trx, movesOf(changed, planOf))
  }
})
