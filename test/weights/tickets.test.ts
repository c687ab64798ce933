/** Weigh tickets: what they say, what they refuse, and what a finish takes from them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MassOrigin, TicketState } from '../../modules/weights/schema.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOperator, anOrder, aStore, aVehicle } from '../helper/factories.ts'
import { aScale } from '../helper/waste-factories.ts'

let test: TestApp
let staff: Person
let company: ACompany
let itemId: number
let storeId: number
let scaleId: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  test.clock.now = new Date('2026-06-01T10:00:00Z')
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(db, { name: 'Auto Serwis' })
  itemId = (await anItem(db, { orderTypeId: 2 })).id
  storeId = (await aStore(db, { at: { latitude: 51.1, longitude: 23.4 } })).id
  scaleId = (await aScale(db, storeId)).id
})
afterAll(() => test.close())

const path = '/api/Admin/WeighTickets'
const order = async (quantity = 4, status = 2) => {
  const { id } = await anOrder(test.services.db, { company, itemId, orderTypeId: 2, status })
  await test.services.db('orders.orders').where({ id }).update({ quantity })
  return id
}
const vehicle = async (more: object = {}) => {
  const { id } = await aVehicle(test.services.db)
  await test.services
    .db('fleet.vehicles')
    .where({ id })
    .update({ payload: 10, ...more })
  return id
}
let keys = 0
async function reading(weight: number, at = '2026-06-01T09:30:00Z', scale = scaleId): Promise<number> {
  keys += 1
  const key = `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`
  const { status } = await staff.post(`/api/Scales/${scale}/readings`, {
    readings: [{ key, weight, at, raw: `S S ${weight} kg` }]
  })
  expect(status).toBe(200)
  const { body } = await staff.get(`/api/Admin/ScaleReadings?ScaleId=${scale}&limit=1000`)
  return body.data.find((row: { weight: number }) => row.weight === weight).id
}
const add = async (body: object) =>
  staff.post(path, { storeId, vehicleId: await vehicle(), gross: 13_000, tare: 8_000, ...body })
const refusal = ({ status, body }: Awaited<ReturnType<typeof add>>) => [
  status,
  body.code,
  ...(body.Errors ?? []).map(({ PropertyName }: { PropertyName: string }) => PropertyName)
]
const history = async (id: number) => (await staff.get(`${path}/${id}/history`)).body.data

describe('a ticket', () => {
  it('of one order has gross, tare and net, and its whole load is the order’s', async () => {
    const orderId = await order()
    const { status, body } = await add({ orders: [{ orderId }] })
    expect([status, body.data]).toMatchObject([
      201,
      {
        ...{ gross: 13_000, tare: 8_000, net: 5_000, rest: null, state: TicketState.valid },
        ...{ source: MassOrigin.typed, tareOrigin: MassOrigin.typed, at: '2026-06-01T10:00:00.000Z' },
        orders: [{ orderId, mass: 5_000, company: 'Auto Serwis' }]
      }
    ])
    expect(body.data.number).toMatch(/^KW\/2026\/\d+$/)
    expect((await staff.get(`${path}?OrderId=${orderId}`)).body.total).toBe(1)
  })

  it('shares its load among orders by what was ordered, to the kilogram', async () => {
    const [one, other] = [await order(2), await order(1)]
    const { body } = await add({ gross: 13_001, orders: [{ orderId: one }, { orderId: other }] })
    const masses = Object.fromEntries(
      body.data.orders.map(({ orderId, mass }: { orderId: number; mass: number }) => [orderId, mass])
    )
    expect(masses).toEqual({ [one]: 3_334, [other]: 1_667 })
  })

  it('says where a rest of the load is from', async () => {
    const orders = [{ orderId: await order(), mass: 4_000 }]
    expect(refusal(await add({ orders }))).toEqual([422, 'weights.restUnexplained', 'restReason'])
    expect((await add({ orders, restReason: 'Opony z placu' })).body.data).toMatchObject({
      rest: 1_000,
      restReason: 'Opony z placu'
    })
  })

  it('has mass and time of the scale’s reading, and the tare of the vehicle', async () => {
    const grossReadingId = await reading(14_120)
    const vehicleId = await vehicle({ tare: 8_020 })
    const { body } = await add({ vehicleId, grossReadingId, gross: 14_120, tare: 8_020 })
    expect(body.data).toMatchObject({
      ...{ source: MassOrigin.scale, grossRead: 14_120, tareOrigin: MassOrigin.vehicle, net: 6_100 },
      at: '2026-06-01T09:30:00.000Z'
    })
  })

  it('with another mass than the scale’s says why, and keeps both, in its history, too', async () => {
    const vehicleId = await vehicle()
    const read = { vehicleId, grossReadingId: await reading(14_130), gross: 14_130 }
    const { id } = (await add(read)).body.data
    const typed = { storeId, ...read, gross: 14_100, tare: 8_000 }
    expect(refusal(await staff.put(`${path}/${id}`, typed))).toEqual([422, 'weights.noteMissing', 'note'])
    const { body } = await staff.put(`${path}/${id}`, { ...typed, note: 'Kierowca w kabinie' })
    expect(body.data).toMatchObject({ source: MassOrigin.typed, grossRead: 14_130, gross: 14_100 })
    const [{ changes }] = await history(id)
    expect(changes).toContainEqual(expect.objectContaining({ field: 'gross', before: 14_130, after: 14_100 }))
    expect(changes).toContainEqual(expect.objectContaining({ field: 'note', after: 'Kierowca w kabinie' }))
  })

  it.each<[string, () => object | Promise<object>, unknown[]]>([
    ['nothing that was weighed', () => ({ gross: 8_000 }), [422, 'weights.nothingWeighed', 'gross']],
    ['far more than the vehicle may carry', () => ({ gross: 28_001 }), [422, 'weights.beyondVehicle', 'gross']],
    ['a negative mass', () => ({ tare: -1 }), [400, 'kernel.invalid', 'tare']],
    ['a store that there is not', () => ({ storeId: 2_000_000_000 }), [422, 'warehouse.noStore', 'storeId']],
    [
      'a reading that there is not',
      () => ({ grossReadingId: 2_000_000_000 }),
      [422, 'weights.noReading', 'grossReadingId']
    ],
    ['a day that is to come', () => ({ at: '2026-06-02' }), [422, 'weights.weighedLater', 'at']],
    ['a day that there is not', () => ({ at: '2026-02-30' }), [400, 'kernel.invalid', 'at']],
    ['an instant that is to come', () => ({ at: '2026-06-01T10:00:01Z' }), [422, 'weights.weighedLater', 'at']],
    [
      'an order that nobody drives to',
      async () => ({ orders: [{ orderId: await order(1, 1) }] }),
      [422, 'weights.noOrder', 'orders.0.orderId']
    ],
    [
      'more for its orders than its load',
      async () => ({ orders: [{ orderId: await order(), mass: 5_001 }] }),
      [422, 'weights.moreThanLoad', 'orders']
    ]
  ])('refuses %s, at the field', async (_, more, expected) => {
    expect(refusal(await add(await more()))).toEqual(expected)
  })

  it('refuses the same order twice, and a reading of another store’s scale', async () => {
    const orderId = await order()
    expect(refusal(await add({ orders: [{ orderId }, { orderId }] }))).toEqual([
      422,
      'weights.orderTwice',
      'orders.1.orderId'
    ])
    const { db } = test.services
    const far = await aScale(db, (await aStore(db, { at: { latitude: 52, longitude: 21 } })).id)
    expect(refusal(await add({ grossReadingId: await reading(9_990, undefined, far.id) }))).toEqual([
      422,
      'weights.noReading',
      'grossReadingId'
    ])
  })

  it('can be corrected in its other fields after its vehicle was removed and its store closed', async () => {
    const { db } = test.services
    const own = await aStore(db, { at: { latitude: 51.2, longitude: 23.5 } })
    const vehicleId = await vehicle({ tare: 8_000 })
    const { body } = await add({ storeId: own.id, vehicleId })
    expect(body.data.tareOrigin).toBe(MassOrigin.vehicle)
    const { id } = body.data
    await db('fleet.vehicles').where({ id: vehicleId }).update({ removed_at: test.clock.now })
    await db('warehouse.internal_stores').where({ id: own.id }).update({ closed_at: test.clock.now })
    const correct = (data: object) => staff.put(`${path}/${id}`, { gross: 13_100, tare: 8_000, ...data })
    const kept = { storeId: own.id, vehicleId, gross: 13_100, tareOrigin: MassOrigin.vehicle }
    expect((await correct({ storeId: own.id, vehicleId, note: 'Mokre' })).body.data).toMatchObject(kept)
    // as the form sends it, whose choices do not have them any more
    const blank = { storeId: null, vehicleId: null, note: 'Bardzo mokre' }
    expect((await correct(blank)).body.data).toMatchObject({ ...kept, note: 'Bardzo mokre' })
    expect(refusal(await add({ storeId: own.id }))).toEqual([409, 'warehouse.storeClosed', 'storeId'])
    expect((await add({ vehicleId })).body.code).toBe('fleet.noVehicle')
    expect(refusal(await correct({ tare: 14_000 }))).toEqual([422, 'weights.nothingWeighed', 'gross'])
  })

  it('is corrected while it is valid, and withdrawn with a reason; then it no longer counts', async () => {
    const orderId = await order()
    const proposal = async () => (await staff.get(`/api/Admin/Orders/${orderId}/finish-proposal`)).body.data.tonnage
    expect(await proposal()).toBeNull()
    const vehicleId = await vehicle()
    const { id } = (await add({ vehicleId, orders: [{ orderId }] })).body.data
    expect(await proposal()).toBe(5)
    const corrected = { storeId, vehicleId, gross: 13_456, tare: 8_000, orders: [{ orderId }] }
    expect((await staff.put(`${path}/${id}`, corrected)).body.data).toMatchObject({
      net: 5_456,
      at: '2026-06-01T10:00:00.000Z'
    })
    expect(await proposal()).toBe(5.46)
    const { body } = await staff.get(`/api/Admin/Orders/${orderId}/finish-proposal`)
    expect(body.data.weighedTonnage).toBe(5.456)
    expect((await staff.put(`${path}/${id}/withdraw`, { reason: 'Nie ten pojazd' })).body.data).toMatchObject({
      state: TicketState.withdrawn,
      withdrawReason: 'Nie ten pojazd'
    })
    expect(await proposal()).toBeNull()
    expect((await staff.put(`${path}/${id}`, corrected)).status).toBe(409)
    expect((await staff.put(`${path}/${id}/withdraw`, { reason: 'Jeszcze raz' })).status).toBe(409)
    expect((await history(id)).map((row: { statusDescription: string }) => row.statusDescription)).toEqual([
      'Wycofano kwit wagowy: Nie ten pojazd',
      'Poprawiono kwit wagowy',
      'Wystawiono kwit wagowy'
    ])
  })

  it('of several loads for one order adds up, and the finish takes the sum', async () => {
    const { db } = test.services
    const orderId = await order()
    await add({ orders: [{ orderId }] })
    await add({ gross: 10_500, orders: [{ orderId }] })
    const { tonnage } = (await staff.get(`/api/Admin/Orders/${orderId}/finish-proposal`)).body.data
    expect(tonnage).toBe(7.5)
    const finish = {
      ...{ vehicleId: await vehicle(), tonnage, kpo: 'KPO/1', recycleOperatorId: (await anOperator(db)).id },
      ...{ quantity: 4, quantityTaken: 4, internalStoreId: storeId }
    }
    const { status } = await staff.put(`/api/Admin/Orders/${orderId}/set-realized`, finish)
    expect([status, (await db('orders.orders').where({ id: orderId }).first()).tonnage]).toEqual([200, 7.5])
  })

  it('keeps its store from being removed', async () => {
    const { db } = test.services
    const store = await aStore(db, { at: { latitude: 50, longitude: 20 } })
    await add({ storeId: store.id })
    expect((await staff.call('DELETE', `/api/Admin/Stores/internal/${store.id}`)).status).toBe(409)
  })
})
