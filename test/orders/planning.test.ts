import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveToRoute } from '../../modules/orders/planning/stops.ts'
import { warningsOf } from '../../src/contract/warning.ts'
import type { Person, TestApp } from '../helper/app.ts'
import { type ACompany, aStore, aVehicle } from '../helper/factories.ts'
import { aPlanning, east, type Planning, today, tomorrow } from './fixtures/planning.ts'

let test: TestApp
let company: ACompany
let staff: Person
let itemId: number
let order: Planning['order']
let realize: Planning['realize']

beforeAll(async () => {
  ;({ test, company, staff, itemId, order, realize } = await aPlanning())
})
afterAll(() => test.close())

const vehicle = () => aVehicle(test.services.db, { items: [itemId] })
const restore = (id: number) => staff.call('PUT', `/api/Admin/Orders/${id}/set-accepted`)
const stored = (id: number) => test.services.db('orders.orders').where({ id }).first()
const finish = (id: number) => test.services.db('orders.orders').where({ id }).update({ status: 3 })
/** `order:number` of each stop. */
async function route(vehicleId: number, day = tomorrow): Promise<[number, number][]> {
  const { body } = await staff.get(`/api/Admin/Vehicles/${vehicleId}/route?day=${day}`)
  return body.data.map(({ orderId, sequence }: { orderId: number; sequence: number }) => [orderId, sequence])
}

describe('pushing to realization', () => {
  it('gives one order the vehicle, its driver, the day and a place in the route', async () => {
    const [id, { id: vehicleId, driver_id, register_number }] = [await order(1), await vehicle()]
    const { status, body } = await realize([id], vehicleId)
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { id, currentStatus: 2, vehicle: `${register_number}, MAN TGS`, sequenceInRoute: 1 }
    ])
    expect(await stored(id)).toMatchObject({ status: 2, vehicle_id: vehicleId, driver_id })
    expect((await staff.get(`/api/Admin/Orders/${id}/details`)).body.data.realizationDate).toBe(tomorrow)
    expect((await staff.get(`/api/Admin/Orders/${id}/history`)).body.data[0].statusDescription).toBe(
      'Skierowano do realizacji'
    )
  })

  it('puts many into the route, nearest next from the store, unknown places last', async () => {
    const { id: vehicleId } = await vehicle()
    const [lost, far, near, middle] = [await order(), await order(5), await order(1), await order(3)]
    expect((await realize([lost, far, near, middle], vehicleId)).status).toBe(200)
    expect(await route(vehicleId)).toEqual([
      [near, 1],
      [middle, 2],
      [far, 3],
      [lost, 4]
    ])
  })

  it('begins at the store that the orders are assigned to', async () => {
    const { db } = test.services
    const store = await aStore(db, { at: east(6) })
    const { id: vehicleId } = await vehicle()
    const [near, far] = [await order(1), await order(5)]
    await db('orders.orders').where({ id: near }).update({ internal_store_id: store.id })
    await realize([near, far], vehicleId)
    // out of the way of the other tests
    await db('warehouse.internal_stores').where({ id: store.id }).update({ latitude: 0, longitude: 0 })
    expect(await route(vehicleId)).toEqual([
      [far, 1],
      [near, 2]
    ])
  })

  it('of many with one that is not accepted changes nothing', async () => {
    const { id: vehicleId } = await vehicle()
    const [good, bad] = [await order(1), await order(2, 0)]
    const { body } = await realize([good, bad], vehicleId)
    expect(body).toMatchObject({
      status: 409,
      detail: 'Skierować do realizacji można tylko przyjęte zamówienie.',
      current: { id: bad }
    })
    expect(await stored(good)).toMatchObject({ status: 1, vehicle_id: null, version: 1 })
    expect(await route(vehicleId)).toEqual([])
  })

  it.each([
    ['a vehicle', () => [undefined, tomorrow] as const, ['vehicleId']],
    ['a day', () => [1, null as never] as const, ['orderRealizationDate']],
    ['both', () => [undefined, ''] as const, ['vehicleId', 'orderRealizationDate']]
  ])('without %s is told to choose both', async (_what, given, fields) => {
    const [vehicleId, day] = given()
    const { status, body } = await realize([await order()], vehicleId, day)
    expect(status).toBe(400)
    expect(body.detail).toBe('Wybierz datę i pojazd.')
    expect(body.Errors).toEqual(fields.map(field => ({ PropertyName: field, ErrorMessage: 'Wybierz datę i pojazd' })))
  })

  it.each([today, '2026-05-31', '2025-12-01'])(
    'may be for %s: papers come late, and the order is overdue',
    async day => {
      const { id: vehicleId } = await vehicle()
      const id = await order(1)
      const { status, body } = await realize([id], vehicleId, day)
      expect([status, body.data[0].realizationDate]).toEqual([200, day])
      expect(await route(vehicleId, day)).toEqual([[id, 1]])
    }
  )

  it('warns beside the field of a day that is over, and of no other', async () => {
    const { body } = await staff.get('/api/ui/pages/orders.accepted')
    const metadata = body.data.list.commands.find(({ name }: { name: string }) => name === 'orders.realize')
    const { warn } = metadata.form.fields.find(({ name }: { name: string }) => name === 'orderRealizationDate')
    const said = (day: string | null) =>
      warningsOf(warn, day, {}, today).map(({ message }) => test.services.messages.say('pl', message))
    expect([said('2026-05-31'), said(today), said(tomorrow), said(null)]).toEqual([
      ['Ten dzień już minął.'],
      [],
      [],
      []
    ])
  })

  it('to a vehicle that does not carry the item is allowed', async () => {
    const { id: vehicleId } = await aVehicle(test.services.db)
    expect((await realize([await order()], vehicleId)).status).toBe(200)
  })

  it('to a vehicle or of an order that is not there is refused', async () => {
    expect((await realize([await order()], 2_000_000_000)).status).toBe(422)
    expect((await realize([2_000_000_000], 1)).status).toBe(404)
  })

  it('stands open over the accepted orders and asks for everything but the orders, which are chosen there', async () => {
    const { body } = await staff.get('/api/ui/pages/orders.accepted')
    const metadata = body.data.list.commands.find(({ name }: { name: string }) => name === 'orders.realize')
    expect(metadata).toMatchObject({ inline: true, action: { ids: 'orderIds' } })
    const shown = metadata.form.fields.filter(({ control }: { control?: string }) => control !== 'hidden')
    expect(shown.map(({ name }: { name: string }) => name)).toEqual(['vehicleId', 'orderRealizationDate'])
    expect(metadata.form.schema.required).toEqual(['vehicleId', 'orderRealizationDate'])
  })

  it('by two at once for one vehicle and day plans both, each stop with its own number', async () => {
    const { id: vehicleId } = await vehicle()
    const orders = await Promise.all([1, 2, 3, 4, 5, 6].map(steps => order(steps)))
    const [a, b, c] = [orders.slice(0, 2), orders.slice(2, 4), orders.slice(4)]
    const answers = await Promise.all([realize(a, vehicleId), realize(b, vehicleId), realize(c, vehicleId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await route(vehicleId)).toEqual(orders.map((id, i) => [id, i + 1]))
  })

  it('numbers the routes of a day from 1, and each route keeps its number', async () => {
    const day = '2026-07-01'
    const vehicles = await Promise.all([1, 2, 3, 4, 5].map(vehicle))
    const numberOf = async (id: number) => (await staff.get(`/api/Admin/Orders/${id}/details`)).body.data.route
    const orders = await Promise.all(vehicles.map(() => order(1)))
    const answers = await Promise.all(orders.map((id, at) => realize([id], vehicles[at]!.id, day)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const numbers = await Promise.all(orders.map(numberOf))
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5])
    expect(answers.map(({ body }) => body.data[0].route)).toEqual(numbers)
    const [joining, nextDay] = [await order(2), await order(2)]
    await realize([joining], vehicles[2]!.id, day)
    await realize([nextDay], vehicles[4]!.id, '2026-07-02')
    expect([await numberOf(joining), await numberOf(nextDay)]).toEqual([numbers[2], 1])
  })

  it('of routes that exchange orders at the same time causes no deadlock', async () => {
    const { db } = test.services
    const [left, right] = [await vehicle(), await vehicle()]
    const [a, b] = [await order(1), await order(2)]
    await realize([a], left.id)
    await realize([b], right.id)
    const move = (id: number, vehicleId: number) =>
      db.transaction(trx => moveToRoute(trx, [id], { vehicleId, day: tomorrow }))
    await Promise.all([move(a, right.id), move(b, left.id)])
    expect([await route(left.id), await route(right.id)]).toEqual([[[b, 1]], [[a, 1]]])
  })

  it('continues after the finished stops, which keep their numbers', async () => {
    const { id: vehicleId } = await vehicle()
    const [first, second, third] = [await order(2), await order(3), await order(4)]
    await realize([first, second, third], vehicleId)
    await finish(first)
    await finish(second)
    const [back, between] = [await order(1), await order(3.4)]
    await realize([back, between], vehicleId)
    expect(await route(vehicleId)).toEqual([
      [first, 1],
      [second, 2],
      [between, 3],
      [third, 4],
      [back, 5]
    ])
  })
})

describe('restoring to accepted', () => {
  it('clears vehicle, driver and day, and numbers the rest of the route', async () => {
    const { id: vehicleId } = await vehicle()
    const [first, second, third] = [await order(1), await order(2), await order(3)]
    await realize([first, second, third], vehicleId)
    await test.services.db('orders.orders').where({ id: second }).update({ notification_sent: true })
    const { status, body } = await restore(second)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ currentStatus: 1, vehicle: null, route: null, notificationSent: false })
    expect(await stored(second)).toMatchObject({ vehicle_id: null, driver_id: null, realization_date: null })
    expect(await route(vehicleId)).toEqual([
      [first, 1],
      [third, 2]
    ])
  })

  it('keeps the plan, so that it can be taken back', async () => {
    const { id: vehicleId, driver_id } = await vehicle()
    const id = await order(1)
    await realize([id], vehicleId)
    await restore(id)
    const kept = await test.services.db('orders.undo').where({ order_id: id }).first()
    expect(kept).toMatchObject({
      code: 'orders.restore',
      columns: { vehicleId, driverId: driver_id, realizationDate: tomorrow }
    })
  })

  it('takes an order that never stood in a route', async () => {
    expect((await restore(await order(1, 2))).status).toBe(200)
  })

  it('is refused unless the order is in progress', async () => {
    expect((await restore(await order(1, 1))).body).toMatchObject({
      status: 409,
      detail: 'Przywrócić do przyjętych można tylko zamówienie w realizacji.'
    })
  })
})

describe('planning', () => {
  it('is for administrators', async () => {
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
    const id = await order(1, 2)
    const calls = await Promise.all([
      client.put('/api/Admin/Orders/set-realization', { orderIds: [id], vehicleId: 1, orderRealizationDate: tomorrow }),
      client.call('PUT', `/api/Admin/Orders/${id}/set-accepted`),
      client.get(`/api/Admin/Orders/${id}/internal-stores`),
      client.get(`/api/Admin/Vehicles/matched-vehicles?OrdersId=${id}`),
      client.get(`/api/Admin/Vehicles/1/route?day=${tomorrow}`)
    ])
    expect(calls.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })
})
