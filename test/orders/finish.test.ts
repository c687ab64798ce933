import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aVehicle } from '../helper/factories.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let desk: OrderFixture

beforeAll(async () => {
  desk = await anOrderFixture()
})
afterAll(() => desk.test.close())

const finish = (id: number, body?: object, who = desk.staff) =>
  who.call('PUT', `/api/Admin/Orders/${id}/set-realized`, body)
const save = (id: number, more: object) =>
  desk.staff.put(`/api/Admin/Orders/${id}`, {
    receptionPlace: desk.company.placeId,
    orderTypeItemId: desk.itemId,
    ...more
  })

describe('finishing', () => {
  it('saves what was taken and completes the order in one call', async () => {
    const id = await desk.driven()
    const { status, body } = await finish(id, desk.finishData)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ currentStatus: 3, receptionCount: '2/2', finishedAt: '2026-06-01' })
    expect(await desk.details(id)).toMatchObject({
      ...desk.finishData,
      driverId: desk.driverId,
      receivingDate: '2026-06-01',
      netValue: 200
    })
    const [line] = await desk.history(id)
    expect(line?.statusDescription).toBe('Zakończono zamówienie')
    expect(line?.changes).toContainEqual({ field: 'kpo', before: null, after: 'KPO/2026/17' })
  })

  it('in two calls, as the documents have it, leaves the same order', async () => {
    const [once, twice] = [await desk.driven(), await desk.driven()]
    await finish(once, { ...desk.finishData, receivingDate: '2026-05-31' })
    expect((await save(twice, { ...desk.finishData, receivingDate: '2026-05-31' })).status).toBe(200)
    expect((await finish(twice)).status).toBe(200)
    const alike = async (id: number) => {
      const { id: _id, number: _number, version: _version, sequenceInRoute: _turn, ...rest } = await desk.details(id)
      return rest
    }
    expect(await alike(twice)).toEqual(await alike(once))
  })

  it('without a body names each field that was not saved', async () => {
    const { status, body } = await finish(await desk.driven())
    expect(status).toBe(400)
    expect(body.Errors.map((error: { PropertyName: string }) => error.PropertyName)).toEqual([
      'tonnage',
      'kpo',
      'recycleOperatorId',
      'quantityTaken',
      'internalStoreId'
    ])
  })

  it.each(['vehicleId', 'tonnage', 'kpo', 'recycleOperatorId', 'quantity', 'quantityTaken', 'internalStoreId'])(
    'with a body needs %s, and changes nothing without it',
    async field => {
      const id = await desk.driven()
      const { status, body } = await finish(id, { ...desk.finishData, [field]: undefined })
      expect([status, body.Errors[0].PropertyName]).toEqual([400, field])
      expect(await desk.details(id)).toMatchObject({ currentStatus: 2, kpo: null })
    }
  )

  it.each([
    ['quantity', 1.5],
    ['quantityTaken', 1.5],
    ['quantityTaken', -1],
    ['tonnage', 1.255],
    ['kpo', '  ']
  ])('refuses %s %j', async (field, value) => {
    const { status, body } = await finish(await desk.driven(), { ...desk.finishData, [field]: value })
    expect([status, body.Errors[0].PropertyName]).toEqual([400, field])
  })

  it('by another vehicle names its driver, and is a stop of its route', async () => {
    const id = await desk.driven()
    const other = await aVehicle(desk.test.services.db)
    await finish(id, { ...desk.finishData, vehicleId: other.id })
    expect(await desk.details(id)).toMatchObject({ vehicleId: other.id, driverId: other.driver_id, currentStatus: 3 })
    const { body } = await desk.staff.get(`/api/Admin/Vehicles/${other.id}/route?day=2026-06-02`)
    expect(body.data).toMatchObject([{ orderId: id }])
  })

  it('is refused as a whole when one thing is wrong', async () => {
    const id = await desk.driven()
    expect((await finish(id, { ...desk.finishData, internalStoreId: 2_000_000_000 })).status).toBe(422)
    expect((await finish(id, { ...desk.finishData, receivingDate: '2026-06-02' })).status).toBe(400)
    expect(await desk.details(id)).toMatchObject({ currentStatus: 2, version: 2, kpo: null })
  })

  it.each([0, 1, 3, 4, 5])('is refused in status %d', async status => {
    expect((await finish(await desk.order(status), desk.finishData)).body).toMatchObject({
      status: 409,
      detail: 'Zakończyć można tylko zamówienie w realizacji.'
    })
  })

  it('is not for clients', async () => {
    expect((await finish(await desk.driven(), desk.finishData, desk.client)).status).toBe(403)
  })
})

describe('correcting', () => {
  const correct = (id: number, body: object, who = desk.staff) => who.put(`/api/Admin/Orders/${id}/correct`, body)
  const completed = () => desk.order(3, { tonnage: 1, receiving_date: '2026-05-30', kpo: 'KPO/1' })

  it('changes tonnage and day of a completed order, and nothing else', async () => {
    const id = await completed()
    const before = await desk.details(id)
    expect((await correct(id, { orderId: id, tonnage: 2.75, receivingDate: '2026-05-31' })).status).toBe(200)
    expect(await desk.details(id)).toEqual({ ...before, tonnage: 2.75, receivingDate: '2026-05-31', version: 3 })
    expect((await desk.history(id))[0]).toMatchObject({
      statusDescription: 'Poprawiono zamówienie',
      changes: [
        { field: 'tonnage', before: 1, after: 2.75 },
        { field: 'receivingDate', before: '2026-05-30', after: '2026-05-31' }
      ]
    })
  })

  it('needs no tonnage', async () => {
    const id = await completed()
    expect((await correct(id, { receivingDate: '2026-05-31' })).status).toBe(200)
    expect((await desk.details(id)).tonnage).toBe(1)
  })

  it.each([
    ['tonnage', { tonnage: 2.755 }],
    ['tonnage', { tonnage: '2,75' }],
    ['receivingDate', { receivingDate: '2026-06-02' }],
    ['orderId', { orderId: 1_000_000 }],
    ['kpo', { kpo: 'KPO/2' }],
    ['netPrice', { netPrice: 1 }]
  ])('refuses %s of %j', async (field, body) => {
    const answer = await correct(await completed(), body)
    expect([answer.status, answer.body.Errors[0].PropertyName]).toEqual([400, field])
  })

  it.each([0, 1, 2, 4, 5])('is refused in status %d', async status => {
    const { body } = await correct(await desk.order(status), { tonnage: 1 })
    expect(body).toMatchObject({ status: 409, detail: 'Poprawić można tylko zrealizowane zamówienie.' })
  })

  it('is not for clients', async () => {
    expect((await correct(await completed(), { tonnage: 1 }, desk.client)).status).toBe(403)
  })
})
