/** The day of a driver, as his phone reads it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { maxEventBytes, maxEvents } from '../../modules/driver/contract.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'
import { aDriving, type Driving, day, eventsFor, type Phone } from './fixtures/driving.ts'
import { stopOn } from './fixtures/told.ts'

let test: SharedApp
let driving: Driving
let phone: Phone

beforeAll(async () => {
  test = await aSharedApp()
  driving = await aDriving(test)
  phone = await driving.phone()
})

const event = eventsFor(() => test)

describe('the day of a driver', () => {
  it('has the own stops in order, and nothing of others', async () => {
    const [first, second] = [await driving.planned(), await driving.planned()]
    const others = await driving.planned(driving.otherVehicle.id)
    const later = await driving.planned(driving.vehicleId, '2026-06-03')
    const { db } = test.services
    await db('orders.comments').insert({ order_id: first, content: 'Brama od podwórza', created_at: test.clock.now })
    await db('orders.orders').where({ id: first }).update({ additional_info: 'Dzwonić', payment_type: 0 })
    const { status, body } = await phone.day()
    expect(status).toBe(200)
    const { routes, ...rest } = body.data
    expect(rest).toMatchObject({
      date: day,
      driver: { id: driving.driverId },
      language: 'pl',
      reasons: ['closed', 'blocked', 'none', 'wrongWaste', 'noCard'],
      limits: { events: maxEvents, eventBytes: maxEventBytes }
    })
    expect(rest.stores).toContainEqual(expect.objectContaining({ id: driving.storeId }))
    expect(routes).toHaveLength(1)
    expect(routes[0].vehicle.id).toBe(driving.vehicleId)
    const ids = routes[0].stops.map(({ orderId }: { orderId: number }) => orderId)
    expect(ids).toEqual(expect.arrayContaining([first, second]))
    expect(routes[0].stops.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      ids.map((_: number, at: number) => at + 1)
    )
    expect(await stopOn(phone, first)).toMatchObject({
      status: 2,
      quantity: 1,
      unit: 'pieces',
      type: 3,
      clientNote: 'Dzwonić',
      notes: [{ text: 'Brama od podwórza', internal: false }],
      cash: { amount: 108, perTonne: false },
      cards: [],
      place: { address: expect.any(String) },
      told: { outcome: 'waiting', events: [] }
    })
    expect(ids).not.toContain(others)
    expect(ids).not.toContain(later)
    const tomorrow = await phone.day('2026-06-03')
    expect(tomorrow.body.data.routes[0].stops.map(({ orderId }: { orderId: number }) => orderId)).toEqual([later])
    const today = await phone.call('GET', '/api/Driver/day')
    expect(today.body.data.date).toBe(day)
  })

  it('is 304 while nothing has changed; its plan has another version when the plan has, and not when something is told', async () => {
    const order = await driving.planned()
    const first = await phone.day()
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"/)
    const again = await phone.day(day, { 'if-none-match': etag })
    expect([again.status, again.body]).toEqual([304, ''])
    await phone.tell(event(order, 'arrived', {}))
    const told = await phone.day(day, { 'if-none-match': etag })
    expect([told.status, told.body.data.planVersion]).toEqual([200, first.body.data.planVersion])
    await test.services.db('orders.orders').where({ id: order }).update({ additional_info: 'Inaczej' })
    expect((await phone.day()).body.data.planVersion).not.toBe(first.body.data.planVersion)
  })

  it('of a day that there is not is refused at the field', async () => {
    const { status, body } = await phone.call('GET', '/api/Driver/day?date=2026-02-31')
    expect([status, body.Errors[0].PropertyName]).toEqual([400, 'date'])
  })
})
