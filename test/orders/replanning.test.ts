/** What is planned changes: another day or vehicle, and planning that is taken back. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { planOfItsDay } from '../../modules/orders/planning/day-to-plan.ts'
import type { Person, TestApp } from '../helper/app.ts'
import { type PlannedRoutes, plannedRoutes } from './fixtures/planned-routes.ts'
import { aPlanning, type Planning, tomorrow } from './fixtures/planning.ts'

let test: TestApp
let staff: Person
let order: Planning['order']
let realize: Planning['realize']
let vehicle: PlannedRoutes['vehicle']
let stored: PlannedRoutes['stored']
let planned: PlannedRoutes['planned']
let notified: PlannedRoutes['notified']
let replan: PlannedRoutes['replan']
let undo: PlannedRoutes['undo']
let history: PlannedRoutes['history']
let stops: PlannedRoutes['stops']
let routeOf: PlannedRoutes['routeOf']
let edited: PlannedRoutes['edited']

beforeAll(async () => {
  const planning = await aPlanning()
  ;({ test, staff, order, realize } = planning)
  ;({ vehicle, stored, planned, notified, replan, undo, history, stops, routeOf, edited } = plannedRoutes(planning))
  // a driver is notified
  await test.begin()
})
afterAll(() => test.close())

const later = '2026-06-05'

describe('another day or vehicle', () => {
  it('of many orders at once keeps fields that are left out, and moves each order to its route', async () => {
    const [one, other] = [await planned(2), await planned(1)]
    const moved = [one.ids[1]!, other.ids[0]!]
    await notified(moved)
    const { status, body } = await replan(moved, { orderRealizationDate: later })
    expect([status, body.data.map((row: { realizationDate: string }) => row.realizationDate)]).toEqual([
      200,
      [later, later]
    ])
    expect(await stops(one.vehicleId)).toEqual([one.ids[0]])
    expect([await stops(one.vehicleId, later), await stops(other.vehicleId, later)]).toEqual([
      [one.ids[1]],
      [other.ids[0]]
    ])
    expect(await stored(moved[0]!)).toMatchObject({ vehicle_id: one.vehicleId, notification_sent: false })
    expect(await history(moved[0]!)).toMatchObject([
      { statusDescription: 'Zmieniono dzień lub pojazd' },
      { statusDescription: 'Skierowano do realizacji' }
    ])
  })

  it('to the same vehicle brings the driver that it has now, and until then nobody who drives it was notified', async () => {
    const { ids, vehicleId } = await planned(2)
    await notified(ids)
    const [{ id: routeId }, { driver_id: driverId }] = [await routeOf(vehicleId), await vehicle()]
    const summary = async () => (await staff.get(`/api/Admin/Orders/routes?ids=${routeId}`)).body.data[0]
    expect(await summary()).toMatchObject({ notified: 2 })
    await test.services.db('fleet.vehicles').where({ id: vehicleId }).update({ driver_id: driverId })
    expect(await summary()).toMatchObject({ notified: 0 })
    expect((await replan(ids.slice(0, 1), { vehicleId })).status).toBe(200)
    expect(await stored(ids[0]!)).toMatchObject({ driver_id: driverId, notification_sent: false })
    expect(await stops(vehicleId)).toEqual(ids)
  })

  it('sets the driver of the other vehicle, and does not change orders that were there already', async () => {
    const [other, one] = [await planned(1), await planned(1)]
    await notified([...one.ids, ...other.ids])
    const { status } = await replan([...one.ids, ...other.ids], { vehicleId: other.vehicleId })
    expect(status).toBe(200)
    expect(await stored(one.ids[0]!)).toMatchObject({ driver_id: other.driverId, notification_sent: false })
    expect(await stored(other.ids[0]!)).toMatchObject({ driver_id: other.driverId, notification_sent: true })
    expect(await history(other.ids[0]!)).toHaveLength(1)
    expect((await stops(other.vehicleId)).toSorted()).toEqual([...one.ids, ...other.ids].toSorted())
  })

  it('that are the same are no change', async () => {
    const { ids, vehicleId } = await planned(1)
    expect((await replan(ids, { vehicleId, orderRealizationDate: tomorrow })).body).toMatchObject({ unchanged: true })
  })

  it('must be said', async () => {
    const { ids } = await planned(1)
    const { status, body } = await replan(ids, {})
    expect([status, body.Errors]).toEqual([
      400,
      [{ PropertyName: 'orderRealizationDate', ErrorMessage: 'Wybierz nowy dzień, nowy pojazd albo jedno i drugie.' }]
    ])
  })

  it.each([0, 1, 3, 4, 5])('are refused of an order in status %d', async status => {
    const { vehicleId } = await planned(1)
    expect((await replan([await order(1, status)], { vehicleId })).body).toMatchObject({
      status: 409,
      detail: 'Dzień i pojazd można zmienić tylko w zamówieniu w realizacji.'
    })
  })

  it('of a vehicle that is not there is refused, and nothing is moved', async () => {
    const { ids, vehicleId } = await planned(1)
    expect((await replan(ids, { vehicleId: 2_000_000_000 })).status).toBe(422)
    expect(await stops(vehicleId)).toEqual(ids)
  })

  it('of orders that change places at the same time cause no deadlock', async () => {
    const [one, other] = [await planned(1), await planned(1)]
    const answers = await Promise.all([
      replan([...one.ids, ...other.ids], { orderRealizationDate: later }),
      replan([...other.ids], { vehicleId: one.vehicleId }),
      replan([...one.ids], { vehicleId: other.vehicleId })
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await test.services
      .db('orders.orders as o')
      .join('orders.stops as s', 's.order_id', 'o.id')
      .join('orders.routes as r', 'r.id', 's.route_id')
      .whereIn('o.id', [...one.ids, ...other.ids])
      .whereRaw('r.vehicle_id = o.vehicle_id and r.day = o.realization_date')
    expect(rows).toHaveLength(2)
  })
})

describe('undo of another plan', () => {
  it('gives each order its own vehicle, driver and day back, and its place in the route', async () => {
    const [one, other] = [await planned(3), await planned(1)]
    const [, second] = one.ids as [number, number, number]
    await replan([second, ...other.ids], { vehicleId: other.vehicleId, orderRealizationDate: later })
    expect(await stops(other.vehicleId, later)).toHaveLength(2)
    expect([(await undo(second)).status, (await undo(other.ids[0]!)).status]).toEqual([200, 200])
    expect(await stored(second)).toMatchObject({
      vehicle_id: one.vehicleId,
      driver_id: one.driverId,
      status: 2
    })
    expect([await stops(one.vehicleId), await stops(other.vehicleId), await stops(other.vehicleId, later)]).toEqual([
      one.ids,
      other.ids,
      []
    ])
    expect((await history(second))[0]).toMatchObject({ statusDescription: 'Cofnięto zmianę dnia lub pojazdu' })
  })

  it('leaves the driver as informed as before: what was known of the plan is known again', async () => {
    const { ids, vehicleId, driverId } = await planned(2)
    await notified(ids)
    await test.services
      .db('orders.stops')
      .whereIn('order_id', ids)
      .update({ notified_driver_id: driverId, notified_sequence: test.services.db.ref('sequence') })
    const [{ id: routeId }] = [await routeOf(vehicleId)]
    const summary = async () => (await staff.get(`/api/Admin/Orders/routes?ids=${routeId}`)).body.data[0]
    await replan(ids.slice(1), { orderRealizationDate: later })
    expect(await summary()).toMatchObject({ notified: 0, changed: true })
    expect((await undo(ids[1]!)).status).toBe(200)
    expect(await summary()).toMatchObject({ orders: 2, notified: 2, changed: false })
  })

  it('is refused once the driver was notified of the new plan, and after ten minutes', async () => {
    const { ids } = await planned(2)
    await replan(ids, { orderRealizationDate: later })
    await staff.post('/api/Admin/Orders/notify-driver', { orders: ids.slice(0, 1), channel: 1 })
    expect((await undo(ids[0]!)).body).toMatchObject({ status: 409, code: 'orders.undoNotified' })
    const before = test.clock.now
    test.clock.now = new Date(before.getTime() + 10 * 60_000 + 1)
    expect((await undo(ids[1]!)).body).toMatchObject({ status: 409, code: 'orders.undoTooLate' })
    test.clock.now = before
  })
})

it.each([
  ['orders.realize', 'orders.accepted', planOfItsDay],
  ['orders.replan', 'orders.inProgress', planOfItsDay],
  ['orders.setDriver', 'orders.day', planOfItsDay],
  ['orders.restore', 'orders.day', '/orders/accepted'],
  ['orders.cancel', 'orders.day', '/orders/canceled'],
  ['orders.finish', 'orders.day', '/orders/completed']
])('the success of %s offers to take it back, and leads to where the orders are then', async (name, page, to) => {
  const { body } = await staff.get(`/api/ui/pages/${page}`)
  const command = body.data.list.commands.find((one: { name: string }) => one.name === name)
  expect(command).toMatchObject({ undo: 'PUT /api/Admin/Orders/:id/undo', leadsTo: [to] })
})

describe('undo of planning', () => {
  it('takes back exactly what was planned: vehicle, driver, day and the place in the route', async () => {
    const { ids, vehicleId } = await planned(2)
    const joined = await order(3)
    await realize([joined], vehicleId)
    expect((await undo(joined)).status).toBe(200)
    expect(await stored(joined)).toMatchObject({
      status: 1,
      vehicle_id: null,
      driver_id: null,
      realization_date: null
    })
    expect(await stops(vehicleId)).toEqual(ids)
    expect(await history(joined)).toMatchObject([
      { statusDescription: 'Cofnięto skierowanie do realizacji' },
      { statusDescription: 'Skierowano do realizacji' }
    ])
  })

  it('gives back the vehicle that had been chosen before', async () => {
    const [chosen, { id: vehicleId }, id] = [await vehicle(), await vehicle(), await order(1)]
    await test.services.db('orders.orders').where({ id }).update({ vehicle_id: chosen.id, driver_id: chosen.driver_id })
    await realize([id, await order(2)], vehicleId)
    await undo(id)
    expect(await stored(id)).toMatchObject({
      vehicle_id: chosen.id,
      driver_id: chosen.driver_id,
      realization_date: null
    })
  })

  it('is refused once the driver was notified of it, also while the message is on its way', async () => {
    const { ids } = await planned(1)
    const { status } = await staff.post('/api/Admin/Orders/notify-driver', { orders: ids, channel: 1 })
    expect(status).toBe(200)
    expect((await undo(ids[0]!)).body).toMatchObject({ status: 409, code: 'orders.undoNotified' })
  })

  it('a message under way counts as notified, and is not queued twice', async () => {
    const { ids, driverId } = await planned(1)
    const { db } = test.services
    const send = () => staff.post('/api/Admin/Orders/notify-driver', { orders: ids, channel: 1 })
    const sent = async () =>
      Number((await db('notifications.messages').where({ account_id: driverId }).count())[0]!.count)
    expect((await send()).status).toBe(200)
    const ended = () => db('notifications.messages').where({ account_id: driverId }).whereNot({ status: 0 }).first()
    await vi.waitFor(async () => expect(await ended()).toBeDefined())
    await db('notifications.messages').where({ account_id: driverId }).update({ status: 0 })
    const { body } = await staff.get(`/api/Admin/Orders/notices?ids=${ids[0]}&channel=1`)
    expect(body.data[0]).toMatchObject({ notified: 1, sent: [] })
    expect([(await send()).status, await sent()]).toEqual([200, 1])
  })

  it('is refused once the order has moved on', async () => {
    const { ids } = await planned(2)
    await staff.put(`/api/Admin/Orders/${ids[0]}`, { ...(await edited(ids[0]!)), additionalInfo: 'PILNE' })
    expect((await undo(ids[0]!)).body).toMatchObject({ status: 409, code: 'orders.undoChanged' })
    expect((await undo(ids[1]!, await test.signedInAs('ADMIN'))).body.code).toBe('orders.undoAnothers')
    await test.services.db('orders.orders').where({ id: ids[1] }).update({ status: 5 })
    expect((await undo(ids[1]!)).status).toBe(409)
  })
})
