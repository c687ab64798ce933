import { Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { lockVehicle } from '../../fleet/public.ts'
import { throwPlanningError } from '../planning/errors.ts'
import { moveToRoute } from '../planning/stops.ts'
import { orderRows } from '../resource.ts'
import { after, may } from '../rules.ts'

const missing = { messages: { required: 'orders.realize.missing' } }

const Plan = defineForm({
  schema: Type.Object({
    vehicleId: Type.Integer({ ...Id, ...missing }),
    orderRealizationDate: Type.String({ ...Day, ...missing }),
    orderIds: Type.Array(Id, { minItems: 1, maxItems: 500 })
  }),
  fields: { vehicleId: { control: 'part:planning.vehicle' } }
})

interface Planned {
  readonly vehicleId: number
  readonly orderRealizationDate: string
}

/**
 * Accepted orders are given a day and a vehicle with its driver, and stand in its route. What the vehicle carries forbids
 * nothing: the picker shows it, and people decide.
 */
export const realize = defineCommand(orderRows)({
  name: 'orders.realize',
  call: 'PUT /api/Admin/Orders/set-realization',
  ids: 'orderIds',
  bulk: 'all',
  inline: true,
  icon: 'calendar-plus',
  selection: 'some',
  access: { ADMIN: { when: may('realize'), form: Plan } },
  effects: ['remove', 'deselect'],
  async runAll({ trx, now }, rows, { vehicleId, orderRealizationDate: day }: Planned) {
    if (day < dayOf(now)) refuseDay()
    const ids = rows.map(({ id }) => id)
    const driverId = await lockVehicle(trx, vehicleId)
    await query(
      trx,
      sql`update orders.orders set status = ${after('realize')}, vehicle_id = ${vehicleId}, driver_id = ${driverId},
          realization_date = ${day}::date
        where id = any(${ids}::int[])`
    )
    await moveToRoute(trx, ids, { vehicleId, day })
  }
})

const refuseDay = (): never =>
  throwPlanningError('dayPast', {
    fieldErrors: [{ path: 'orderRealizationDate', code: 'rule', params: {}, message: 'errors.orders.dayPast' }]
  })
