/** What history keeps of an order does not grow with the number of orders that one call changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { down, up } from '../../migrations/160_order_undo.ts'
import { orders } from '../../modules/orders/resource.ts'
import { modules } from '../../src/modules.ts'
import type { Person, TestApp } from '../helper/app.ts'
import { aVehicle } from '../helper/factories.ts'
import { aPlanning, type Planning, tomorrow } from './fixtures/planning.ts'

let test: TestApp
let staff: Person
let itemId: number
let order: Planning['order']

beforeAll(async () => {
  ;({ test, staff, itemId, order } = await aPlanning())
  await test.begin()
})
afterAll(() => test.close())

const vehicle = () => aVehicle(test.services.db, { items: [itemId] })

/** Orders with a vehicle that somebody chose for them, so that an undo of their planning has something to give back. */
async function someOrders(count: number, status: number): Promise<number[]> {
  const { db } = test.services
  const { id, driver_id } = await vehicle()
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) ids.push(await order(n % 5, status))
  await db('orders.orders').whereIn('id', ids).update({ vehicle_id: id, driver_id })
  return ids
}

async function planned(count: number): Promise<{ ids: number[]; vehicleId: number }> {
  const [ids, { id: vehicleId }] = [await someOrders(count, 1), await vehicle()]
  await done(
    staff.put('/api/Admin/Orders/set-realization', { orderIds: ids, vehicleId, orderRealizationDate: tomorrow })
  )
  return { ids, vehicleId }
}

async function done(call: ReturnType<Person['put']>): Promise<void> {
  const { status, body } = await call
  expect([status, status === 200 ? '' : body]).toEqual([200, ''])
}

/** Each makes one call about so many orders. */
const bulk: Readonly<Record<string, (count: number) => Promise<number[]>>> = {
  'orders.realize': async count => (await planned(count)).ids,
  'orders.replan': async count => {
    const [{ ids }, { id: vehicleId }] = [await planned(count), await vehicle()]
    await done(
      staff.put('/api/Admin/Orders/change-plan', { orderIds: ids, vehicleId, orderRealizationDate: '2026-06-03' })
    )
    return ids
  },
  'orders.setDriver': async count => {
    const [{ ids }, { driver_id: driverId }] = [await planned(count), await vehicle()]
    await done(staff.put('/api/Admin/Orders/set-driver', { orderIds: ids, driverId }))
    return ids
  },
  'orders.reorder': async count => {
    const { ids, vehicleId } = await planned(count)
    const { version } = await test.services.db('orders.routes').where({ vehicle_id: vehicleId }).first('version')
    await done(staff.put('/api/Admin/Orders/set-sequence', { orderIds: ids.toReversed(), routeVersion: version }))
    return ids
  },
  'orders.notifyDriver': async count => {
    const { ids } = await planned(count)
    await done(staff.post('/api/Admin/Orders/notify-driver', { orders: ids, channel: 1 }))
    return ids
  }
}

/** Bytes of the largest entry of the command; digits of ids apart, as these are longer or shorter. A stop that keeps its number has no entry. */
async function largestEntry(code: string, ids: readonly number[]): Promise<number> {
  const rows = await test.services
    .db('kernel.changes')
    .where({ resource_type: 'orders.order', code })
    .whereIn('subject_id', [...ids])
  expect(rows.length).toBeGreaterThan(ids.length / 2)
  const bytes = rows.map(({ params, before, after }) =>
    JSON.stringify({ params, before, after }).replaceAll(/\d+/g, '0')
  )
  return Math.max(...bytes.map(text => text.length))
}

describe('an entry of history', () => {
  it.each(Object.keys(bulk))('of %s is as long among 12 orders as among two', async code => {
    const call = bulk[code]!
    expect(await largestEntry(code, await call(12))).toBe(await largestEntry(code, await call(2)))
  })

  it('of every command that takes several orders at once is looked at here', () => {
    const commands = modules.flatMap(module => module.commands ?? [])
    const several = commands.filter(
      command => command.kind === 'rows' && command.resource === orders && command.wire.ids
    )
    expect(several.map(({ name }) => name).sort()).toEqual(Object.keys(bulk).sort())
  })
})

describe('an undo that was possible before the upgrade', () => {
  const stored = (id: number) =>
    test.services.db('orders.orders').where({ id }).first('vehicle_id', 'driver_id', 'realization_date', 'tonnage')

  it('gives back what the history had, in each of the forms that it was written in', async () => {
    const { db } = test.services
    const { ids } = await planned(2)
    const [first, second] = ids as [number, number]
    const [third, fourth] = (await planned(2)).ids as [number, number]
    const [chosen, others] = [await vehicle(), await vehicle()]
    const plan = await stored(fourth)
    await done(staff.put(`/api/Admin/Orders/${fourth}/set-accepted`))
    const paramsOf = async (id: number) =>
      (
        await db('kernel.changes')
          .where({ subject_id: id, resource_type: 'orders.order' })
          .orderBy('id', 'desc')
          .first()
      ).params
    await down(db)
    expect(await paramsOf(fourth)).toEqual({
      vehicleId: plan.vehicle_id,
      driverId: plan.driver_id,
      realizationDate: plan.realization_date
    })
    const before = JSON.stringify({
      [first]: { vehicleId: chosen.id, driverId: chosen.driver_id },
      [second]: { vehicleId: others.id, driverId: null }
    })
    await db('kernel.changes')
      .where({ code: 'orders.realize' })
      .whereIn('subject_id', [...ids, third])
      .update({ params: JSON.stringify({ before }) })
    await up(db)
    for (const id of [...ids, third, fourth]) await done(staff.put(`/api/Admin/Orders/${id}/undo`))
    const none = { vehicle_id: null, driver_id: null, realization_date: null }
    expect(await stored(first)).toMatchObject({ ...none, vehicle_id: chosen.id, driver_id: chosen.driver_id })
    expect(await stored(second)).toMatchObject({ ...none, vehicle_id: others.id })
    expect(await stored(third)).toMatchObject(none)
    expect(await stored(fourth)).toEqual(plan)
  })
})
