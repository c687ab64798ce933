import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { driverChoices, lockDriver } from '../../fleet/public.ts'
import { Order } from '../models.ts'
import { planOfItsDay } from '../planning/day-to-plan.ts'
import { driverDoubts, driverRules, driverSteps } from '../planning/doubts.ts'
import { handOver, nameDriver } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'
import { keepForUndo } from '../undo-data.ts'

const DriverForm = defineForm({
  schema: Type.Object({
    driverId: Id,
    orderIds: Type.Array(Id, { minItems: 1, maxItems: 500 })
  }),
  fields: {
    driverId: {
      label: 'orders.order.driver',
      options: driverChoices,
      help: 'orders.setDriver.help',
      warn: driverDoubts
    },
    ...driverSteps
  },
  derive: driverRules
})

/**
 * Gives the routes that the orders are in another driver for their day; the vehicle keeps its own for all other days. The orders get this
 * driver, who is not notified yet, and so does whatever is planned into these routes later. The vehicle's own driver ends it. A driver
 * who is absent or has another vehicle that day is not refused: the form asks for a tick.
 */
export const setDriver = defineCommand(orders, {
  name: 'orders.setDriver',
  call: 'PUT /api/Admin/Orders/set-driver',
  wire: { scope: 'orders:write', ids: 'orderIds' },
  selection: 'some',
  access: { ADMIN: { when: may('setDriver'), form: DriverForm } },
  ui: { icon: 'user', leadsTo: [planOfItsDay], undo: 'PUT /api/Admin/Orders/:id/undo' },
  async runAll({ trx }, rows, { driverId }) {
    await lockDriver(trx, driverId)
    const ids = rows.map(({ id }) => id)
    const before = await Order.query(trx).whereIn('id', ids)
    await keepForUndo(
      trx,
      'orders.setDriver',
      before.map(order => ({ orderId: order.id, columns: { driverId: order.driverId } }))
    )
    await nameDriver(trx, ids, driverId)
    await handOver(trx, ids)
  }
})
