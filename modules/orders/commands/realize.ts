import { Type } from '@sinclair/typebox'
import { defineCommand, defineForm } from '../../../src/kernel/command.ts'
import { dayOf } from '../../../src/kernel/days.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { query, sql } from '../../../src/kernel/sql.ts'
import { holdVehicle } from '../../fleet/public.ts'
import { fail } from '../planning/errors.ts'
import { moveToRoute } from '../planning/stops.ts'
import { orderRows } from '../rows.ts'
import { after, may } from '../rules.ts'

const missing = { says: { required: 'orders.realize.missing' } }

const Plan = defineForm({
  schema: Type.Object({
    vehicleId: Type.Integer({ ...Id, ...missing }),
    orderRealizationDate: Type.String({ ...Day, ...missing }),
    orderIds: Type.Array(Id, { minItems: 1, maxItems: 500 })
  }),
  fields: {
    vehicleId: { control: 'part:planning.vehicle' },
    orderRealizationDate: { control: 'day' }
  }
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
  bar: true,
  icon: 'calendar-plus',
  selection: 'some',
  for: { ADMIN: { when: may('realize'), form: Plan } },
  effects: ['remove', 'deselect'],
  async runAll({ trx, now }, rows, { vehicleId, orderRealizationDate: day }: Planned) {
    if (day < dayOf(now)) refuseDay()
    const ids = rows.map(({ id }) => id)
    const driverId = await holdVehicle(trx, vehicleId)
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
  fail('dayPast', {
    faults: [{ path: 'orderRealizationDate', code: 'rule', params: {}, message: 'errors.orders.dayPast' }]
  })
