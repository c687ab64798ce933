/** What drivers tell of their stops: taken once, in any order; kept for the office to decide where the plan has changed. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DriverEvent, maxEventBytes, maxEvents } from '../../modules/driver/contract.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'
import { aDriving, type Driving, day, eventsFor, type Phone } from './fixtures/driving.ts'
import { toldOn, toldToOffice } from './fixtures/told.ts'

let test: SharedApp
let driving: Driving
let phone: Phone

beforeAll(async () => {
  test = await aSharedApp()
  driving = await aDriving(test)
  phone = await driving.phone()
})

const event = eventsFor(() => test)
const results = (answers: readonly { result: string; reason?: string }[]) =>
  answers.map(({ result, reason }) => (reason ? `${result} ${reason}` : result))

const aStopDone = (orderId: number): DriverEvent[] => [
  event(orderId, 'arrived', {}, { position: { latitude: 51.1, longitude: 23.4, accuracy: 8 } }),
  event(orderId, 'loaded', { quantity: 1, tyres: { passenger: 40, truck: 2 } }),
  event(orderId, 'weighed', { kilograms: 830 }),
  event(orderId, 'signed', { name: 'Anna Lis', path: 'M1 1 L20 20 c1 1 2 2 3 3' }),
  event(orderId, 'card', { number: '000017/2026' }),
  event(orderId, 'unloaded', { storeId: driving.storeId })
]

describe('events', () => {
  it('are applied once, whatever is repeated and in which order it comes', async () => {
    const order = await driving.planned()
    const all = aStopDone(order)
    const [first = [], second = []] = [all.slice(0, 4).reverse(), all.slice(2)]
    expect(results(await phone.tell(...first))).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(results(await phone.tell(...second, ...second))).toEqual([
      ...['duplicate', 'duplicate', 'applied', 'applied'],
      ...['duplicate', 'duplicate', 'duplicate', 'duplicate']
    ])
    expect(results(await phone.tell(...all))).toEqual(all.map(() => 'duplicate'))
    expect(await toldOn(phone, order)).toMatchObject({
      outcome: 'done',
      quantity: 1,
      tyres: { passenger: 40, truck: 2 },
      kilograms: 830,
      signature: { name: 'Anna Lis' },
      kpo: '000017/2026',
      unloadedStoreId: driving.storeId,
      conflicts: []
    })
    const rows = await toldToOffice(driving, order)
    expect(rows).toHaveLength(all.length)
    expect(rows).toContainEqual(expect.objectContaining({ kind: 3, signer: 'Anna Lis', state: 0 }))
    expect(rows).toContainEqual(expect.objectContaining({ kind: 1, quantity: 1, tyres: 'osobowe: 40, ciężarowe: 2' }))
    expect(rows).toContainEqual(expect.objectContaining({ kind: 7, storeName: expect.any(String) }))
  })

  it('are what a finish proposes: mass, number and store', async () => {
    const order = await driving.planned()
    const proposed = async () => (await driving.staff.get(`/api/Admin/Orders/${order}/finish-proposal`)).body.data
    expect(await proposed()).toMatchObject({ kpo: null, tonnage: null })
    await phone.tell(...aStopDone(order))
    expect(await proposed()).toMatchObject({
      kpo: '000017/2026',
      tonnage: 0.83,
      internalStoreId: driving.storeId
    })
  })

  it('of two phones of one driver at once, each repeating, make one state', async () => {
    const order = await driving.planned()
    const other = await driving.phone()
    const all = aStopDone(order)
    const answers = await Promise.all([
      phone.tell(...all),
      other.tell(...[...all].reverse()),
      phone.tell(...all.slice(3)),
      other.tell(...all.slice(0, 3))
    ])
    expect(answers.flat().filter(({ result }) => result === 'applied')).toHaveLength(all.length)
    expect(answers.flat().filter(({ result }) => result === 'refused' || result === 'conflict')).toEqual([])
    expect(await toldToOffice(driving, order)).toHaveLength(all.length)
    expect(await toldOn(other, order)).toEqual(await toldOn(phone, order))
  })

  it('under a known id with another body are refused, also another driver’s, and change nothing', async () => {
    const order = await driving.planned()
    const loaded = event(order, 'loaded', { quantity: 1 })
    const more = { ...loaded, data: { quantity: 9 } } as DriverEvent
    expect(results(await phone.tell(loaded, more))).toEqual(['applied', 'refused otherBody'])
    expect(results(await phone.tell(more))).toEqual(['refused otherBody'])
    const theirs = await driving.phone(driving.otherVehicle.driver_id)
    const own = await driving.planned(driving.otherVehicle.id)
    expect(results(await theirs.tell({ ...loaded, orderId: own } as DriverEvent))).toEqual(['refused otherBody'])
    // the time of sending is another one at each try
    const later = { ...loaded, sentAt: new Date(test.clock.now.getTime() + 60_000).toISOString() } as DriverEvent
    expect(results(await phone.tell(later))).toEqual(['duplicate'])
    expect((await toldOn(phone, order)).quantity).toBe(1)
  })

  it('that are wrong are said one by one, in words, and the others are taken', async () => {
    const order = await driving.planned()
    const foreign = await driving.planned(driving.otherVehicle.id)
    const good = event(order, 'arrived', {})
    const { status, body } = await phone.send([
      { id: randomUUID() },
      event(order, 'signed', { name: 'Anna', path: 'M1 1' }),
      event(foreign, 'arrived', {}),
      event(2_000_000_000, 'arrived', {}),
      event(order, 'unloaded', { storeId: 2_000_000_000 }),
      { ...event(order, 'weighed', { kilograms: 1 }), data: { kilograms: 1, more: { deep: { deeper: '' } } } },
      good
    ])
    expect(status).toBe(200)
    expect(body.data.map(({ result, reason, field }: Record<string, unknown>) => [result, reason, field])).toEqual([
      ['refused', 'malformed', 'type'],
      ['refused', 'signature', 'data.path'],
      ['refused', 'notYours', 'orderId'],
      ['refused', 'notYours', 'orderId'],
      ['refused', 'noStore', 'data.storeId'],
      ['refused', 'malformed', 'data.more'],
      ['applied', undefined, undefined]
    ])
    expect(body.data[1].detail).toBe('Podpis jest pusty.')
    expect(await toldToOffice(driving, foreign)).toEqual([])
  })

  it('of a call that is none are refused as a whole: no list, no id, more than fit', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, () => ({ id: randomUUID(), orderId: 1, type: 'arrived', at: day, sentAt: day }))
    const fieldOf = async (body: unknown) => {
      const answer = await phone.call('POST', '/api/Driver/events', body)
      return [answer.status, answer.body.Errors?.[0]?.PropertyName]
    }
    expect(await fieldOf({})).toEqual([400, 'events'])
    expect(await fieldOf({ events: [] })).toEqual([400, 'events'])
    expect(await fieldOf({ events: [{ id: 'x' }] })).toEqual([400, 'events.0.id'])
    expect(await fieldOf({ events: many(maxEvents + 1) })).toEqual([400, 'events'])
    const tooLarge = await phone.call('POST', '/api/Driver/events', {
      events: [{ id: randomUUID(), note: 'x'.repeat(maxEventBytes) }]
    })
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'kernel.tooLarge'])
  })

  it('come a thousand at once', async () => {
    const order = await driving.planned()
    const thousand = Array.from({ length: maxEvents }, () => event(order, 'arrived', {}))
    expect(JSON.stringify({ events: thousand }).length).toBeLessThan(maxEventBytes)
    const answers = await phone.tell(...thousand)
    expect(new Set(results(answers))).toEqual(new Set(['applied']))
    expect((await toldOn(phone, order)).events).toHaveLength(maxEvents)
  })

  it('of a wrong clock are taken, with both times; tomorrow and 1970 are put where they were', async () => {
    const order = await driving.planned()
    const { now } = test.clock
    const hour = 3_600_000
    const by = (offset: number, ago: number) => ({
      at: new Date(now.getTime() + offset - ago).toISOString(),
      sentAt: new Date(now.getTime() + offset).toISOString()
    })
    const tomorrow = event(order, 'loaded', { quantity: 1 }, by(24 * hour, hour))
    const of1970 = event(order, 'failed', { reason: 'closed' }, by(-now.getTime() + 5 * hour, 2 * hour))
    expect(results(await phone.tell(tomorrow, of1970))).toEqual(['applied', 'applied'])
    // the failure was two hours ago, the load one hour
    expect(await toldOn(phone, order)).toMatchObject({
      outcome: 'done',
      doneAt: new Date(now.getTime() - hour).toISOString()
    })
    const rows = await toldToOffice(driving, order)
    expect(rows[0]).toMatchObject({ kind: 1, at: tomorrow.at, clockOffset: -24 * 3_600 })
  })
})

describe('a plan that has changed meanwhile', () => {
  const changes: readonly (readonly [string, string, (order: number) => Promise<unknown>])[] = [
    ['canceled', 'canceled', order => driving.staff.put(`/api/Admin/Orders/${order}/cancel`, { reasonForCancel: 'x' })],
    ['finished', 'finished', order => test.services.db('orders.orders').where({ id: order }).update({ status: 3 })],
    ['taken out', 'unplanned', order => driving.staff.put(`/api/Admin/Orders/${order}/set-accepted`)],
    [
      'given to another driver',
      'otherDriver',
      order =>
        driving.staff.put('/api/Admin/Orders/change-plan', {
          orderIds: [order],
          vehicleId: driving.otherVehicle.id,
          orderRealizationDate: day
        })
    ]
  ]
  it.each(changes)('an event of an order that was %s is kept for the office', async (_what, reason, change) => {
    const order = await driving.planned()
    await phone.day()
    await change(order)
    const [arrived, loaded] = [event(order, 'arrived', {}), event(order, 'loaded', { quantity: 1 })]
    expect(results(await phone.tell(arrived, loaded))).toEqual([`conflict ${reason}`, `conflict ${reason}`])
    expect(results(await phone.tell(arrived))).toEqual(['duplicate'])
    const rows = await toldToOffice(driving, order)
    expect(rows.map(({ state }: { state: number }) => state)).toEqual([1, 1])
    const waiting = (await driving.staff.get('/api/Admin/DriverEvents?State=1&limit=1000')).body.data
    const ids = rows.map(({ id }: { id: number }) => id)
    expect(waiting.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining(ids))
    const [second, first] = ids
    expect((await driving.staff.put(`/api/Admin/DriverEvents/${first}/accept`)).status).toBe(200)
    expect((await driving.staff.put(`/api/Admin/DriverEvents/${second}/reject`)).status).toBe(200)
    expect((await driving.staff.put(`/api/Admin/DriverEvents/${second}/accept`)).status).toBe(409)
    expect((await toldToOffice(driving, order)).map(({ state }: { state: number }) => state).toSorted()).toEqual([2, 3])
    const { body } = await driving.staff.get(`/api/Admin/DriverEvents/${first}/history`)
    expect(body.data).toHaveLength(1)
  })

  it('is counted by the bell', async () => {
    const counted = async () => {
      const { body } = await driving.staff.get('/api/Notifications')
      return body.data.find(({ notificationType }: { notificationType: number }) => notificationType === 17).count
    }
    const before = await counted()
    const order = await driving.planned()
    await phone.day()
    await driving.staff.put(`/api/Admin/Orders/${order}/set-accepted`)
    await phone.tell(event(order, 'arrived', {}))
    expect(await counted()).toBe(before + 1)
  })

  it('of an order that the driver never was shown is refused', async () => {
    const order = await driving.planned()
    await driving.staff.put(`/api/Admin/Orders/${order}/set-accepted`)
    expect(results(await phone.tell(event(order, 'arrived', {})))).toEqual(['refused notYours'])
  })
})
