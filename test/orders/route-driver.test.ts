/** A driver who drives a vehicle on one day in place of its driver. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { firstUnticked } from '../../ui/parts/form/ticks.ts'
import type { Person, TestApp } from '../helper/app.ts'
import { aVehicle } from '../helper/factories.ts'
import { aPlanning, type Planning, tomorrow } from './fixtures/planning.ts'

let test: TestApp
let staff: Person
let itemId: number
let order: Planning['order']
let realize: Planning['realize']

beforeAll(async () => {
  ;({ test, staff, itemId, order, realize } = await aPlanning())
})
afterAll(() => test.close())

const later = '2026-06-05'
const vehicle = () => aVehicle(test.services.db, { items: [itemId] })
const driverOf = async (id: number): Promise<number> =>
  (await test.services.db('orders.orders').where({ id }).first()).driver_id
const setDriver = (orderIds: readonly number[], driverId: number) =>
  staff.put('/api/Admin/Orders/set-driver', { orderIds, driverId })
const routeIn = async (vehicleId: number, day = tomorrow) =>
  (await staff.get(`/api/Admin/Vehicles/${vehicleId}/route?day=${day}`)).body.route
const replan = (orderIds: readonly number[], change: object) =>
  staff.put('/api/Admin/Orders/change-plan', { orderIds, ...change })

/** Two orders of a vehicle, which another vehicle's driver drives tomorrow. */
async function aStandIn() {
  const [own, other] = [await vehicle(), await vehicle()]
  const ids = [await order(1), await order(2)] as const
  await realize(ids, own.id)
  expect((await setDriver(ids, other.driver_id)).status).toBe(200)
  return { ids, vehicleId: own.id, driverId: own.driver_id, standIn: other.driver_id, otherId: other.id }
}

describe('a driver for one day', () => {
  it('drives what is planned and what joins it; the vehicle keeps its driver on other days', async () => {
    const { ids, vehicleId, driverId, standIn } = await aStandIn()
    const [joining, another] = [await order(3), await order(4)]
    await realize([joining], vehicleId)
    await realize([another], vehicleId, later)
    expect(await Promise.all([...ids, joining, another].map(driverOf))).toEqual([standIn, standIn, standIn, driverId])
    expect(await routeIn(vehicleId)).toMatchObject({ driverOfDay: true, otherDriver: false, orders: 3 })
    expect(await routeIn(vehicleId, later)).toMatchObject({ driverOfDay: false, otherDriver: false })
    expect((await test.services.db('fleet.vehicles').where({ id: vehicleId }).first()).driver_id).toBe(driverId)
  })

  it('is shown and doubted where orders are planned for the day, and for that day alone', async () => {
    const { vehicleId, standIn, otherId, driverId } = await aStandIn()
    const rated = async (id: number, day: string) =>
      (await staff.get(`/api/Admin/Vehicles/matched-vehicles?OrdersId=${await order(1)}&VehicleId=${id}&day=${day}`))
        .body.data[0]
    const { registerNumber, ...ofDay } = await rated(vehicleId, tomorrow)
    expect(ofDay).toMatchObject({ driverId: standIn })
    expect(await rated(otherId, tomorrow)).toMatchObject({ driverId: standIn, driverElsewhere: [registerNumber] })
    expect(await rated(vehicleId, later)).toMatchObject({ driverId })
    const moved = await order(5)
    await realize([moved], (await vehicle()).id)
    const { body } = await staff.get(`/api/Admin/Orders/plan-doubts?ids=${moved}&day=&vehicleId=${otherId}`)
    expect(body.data.driverElsewhere).toContain(registerNumber)
  })

  it('who has another vehicle that day, or is absent, has to be ticked in the form', async () => {
    const { ids, otherId, standIn, driverId } = await aStandIn()
    const doubts = async (id: number) =>
      (await staff.get(`/api/Admin/Orders/plan-doubts?ids=${ids.join()}&driverId=${id}`)).body.data
    expect(await doubts(standIn)).toMatchObject({ driverElsewhere: null, driverAway: null })
    await realize([await order(3)], otherId)
    await test.services.db('fleet.absences').insert({ driver_id: driverId, from_day: tomorrow, to_day: tomorrow })
    const { register_number: plate } = await test.services.db('fleet.vehicles').where({ id: otherId }).first()
    expect(await doubts(standIn)).toMatchObject({ driverElsewhere: expect.stringContaining(plate), driverAway: null })
    expect(await doubts(driverId)).toMatchObject({ driverElsewhere: null, driverAway: expect.any(String) })
    const form: FormMetadata = (await staff.get('/api/ui/forms/orders.setDriver')).body.data
    expect(firstUnticked(form, { driverId }, tomorrow)).toBeUndefined()
    for (const doubt of ['driverElsewhere', 'driverAway'])
      expect(firstUnticked(form, { driverId, [doubt]: 'Anna Nowak' }, tomorrow)?.name).toBe('driverId')
  })

  it('who was notified before hears that the stops are off, and the other one is not notified yet', async () => {
    const { ids, vehicleId, driverId, standIn } = await aStandIn()
    const { db } = test.services
    const { id: routeId } = await db('orders.routes').where({ vehicle_id: vehicleId, day: tomorrow }).first()
    await db('orders.orders').whereIn('id', ids).update({ notification_sent: true })
    await db('orders.stops').where({ route_id: routeId }).update({ notified_driver_id: standIn, notified_sequence: 1 })
    await setDriver(ids, driverId)
    expect(await db('orders.withdrawn_stops').where({ route_id: routeId }).pluck('driver_id')).toEqual([
      standIn,
      standIn
    ])
    expect(await routeIn(vehicleId)).toMatchObject({ notified: 0, otherDriver: false })
  })

  it('ends with the vehicle’s own driver', async () => {
    const { ids, vehicleId, driverId } = await aStandIn()
    await setDriver(ids, driverId)
    expect(await Promise.all(ids.map(driverOf))).toEqual([driverId, driverId])
    expect(await routeIn(vehicleId)).toMatchObject({ driverOfDay: false, otherDriver: false })
  })

  it('is undone for order and route', async () => {
    const { ids, vehicleId, driverId } = await aStandIn()
    for (const id of ids) expect((await staff.put(`/api/Admin/Orders/${id}/undo`)).status).toBe(200)
    expect(await Promise.all(ids.map(driverOf))).toEqual([driverId, driverId])
    expect(await routeIn(vehicleId)).toMatchObject({ driverOfDay: false, otherDriver: false })
  })

  it('stays behind when an order goes to another day, and takes what comes from one', async () => {
    const { ids, vehicleId, driverId, standIn } = await aStandIn()
    await replan([ids[0]], { orderRealizationDate: later })
    expect([await driverOf(ids[0]), await driverOf(ids[1])]).toEqual([driverId, standIn])
    await replan([ids[0]], { orderRealizationDate: tomorrow })
    expect(await driverOf(ids[0])).toBe(standIn)
    await replan(ids, { vehicleId, orderRealizationDate: later })
    expect(await driverOf(ids[1])).toBe(driverId)
  })

  it('is written in the history, and must be a driver', async () => {
    const { ids } = await aStandIn()
    const { body } = await staff.get(`/api/Admin/Orders/${ids[0]}/history`)
    expect(body.data[0].statusDescription).toBe('Zmieniono kierowcę na ten dzień')
    // from whom to whom, by their present names
    const name = expect.stringMatching(/^[^\d]+ /)
    expect(body.data[0].changes).toContainEqual({ field: 'driver', before: name, after: name })
    expect((await setDriver(ids, staff.accountId)).body).toMatchObject({ status: 422, code: 'fleet.noDriver' })
  })
})
