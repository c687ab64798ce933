/** What drivers tell of their stops: taken once, in any order; kept for the office to decide where the plan has changed. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DriverEvent, maxEventBytes, maxEvents, type StopState } from '../../modules/driver/contract.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'
import { aJpeg, aPdf, aPng } from '../helper/files.ts'
import { aDriving, anEvent, type Driving, day, type Phone } from './fixtures/driving.ts'

let test: SharedApp
let driving: Driving
let phone: Phone

beforeAll(async () => {
  test = await aSharedApp()
  driving = await aDriving(test)
  phone = await driving.phone()
})

const event: typeof anEvent extends (app: SharedApp, ...rest: infer R) => infer E ? (...rest: R) => E : never = (
  ...rest
) => anEvent(test, ...rest)

const stopOf = async (orderId: number, of: Phone = phone) => {
  const { body } = await of.day()
  const stops = body.data.routes.flatMap((route: { stops: { orderId: number; told: StopState }[] }) => route.stops)
  return stops.find((stop: { orderId: number }) => stop.orderId === orderId)
}
const toldOf = async (orderId: number): Promise<StopState> => (await stopOf(orderId)).told
const results = (answers: readonly { result: string; reason?: string }[]) =>
  answers.map(({ result, reason }) => (reason ? `${result} ${reason}` : result))
const told = async (orderId: number) =>
  (await driving.staff.get(`/api/Admin/Orders/${orderId}/driver-events?limit=1000`)).body.data

const aStopDone = (orderId: number): DriverEvent[] => [
  event(orderId, 'arrived', {}, { position: { latitude: 51.1, longitude: 23.4, accuracy: 8 } }),
  event(orderId, 'loaded', { quantity: 1, tyres: { passenger: 40, truck: 2 } }),
  event(orderId, 'weighed', { kilograms: 830 }),
  event(orderId, 'signed', { name: 'Anna Lis', path: 'M1 1 L20 20 c1 1 2 2 3 3' }),
  event(orderId, 'card', { number: '000017/2026' }),
  event(orderId, 'unloaded', { storeId: driving.storeId })
]

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
    expect(await stopOf(first)).toMatchObject({
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
    expect(await toldOf(order)).toMatchObject({
      outcome: 'done',
      quantity: 1,
      tyres: { passenger: 40, truck: 2 },
      kilograms: 830,
      signature: { name: 'Anna Lis' },
      kpo: '000017/2026',
      unloadedStoreId: driving.storeId,
      conflicts: []
    })
    const rows = await told(order)
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
    expect(await told(order)).toHaveLength(all.length)
    expect((await stopOf(order, other)).told).toEqual(await toldOf(order))
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
    expect((await toldOf(order)).quantity).toBe(1)
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
    expect(await told(foreign)).toEqual([])
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
    expect((await toldOf(order)).events).toHaveLength(maxEvents)
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
    expect(await toldOf(order)).toMatchObject({
      outcome: 'done',
      doneAt: new Date(now.getTime() - hour).toISOString()
    })
    const rows = await told(order)
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
    const rows = await told(order)
    expect(rows.map(({ state }: { state: number }) => state)).toEqual([1, 1])
    const waiting = (await driving.staff.get('/api/Admin/DriverEvents?State=1&limit=1000')).body.data
    const ids = rows.map(({ id }: { id: number }) => id)
    expect(waiting.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining(ids))
    const [second, first] = ids
    expect((await driving.staff.put(`/api/Admin/DriverEvents/${first}/accept`)).status).toBe(200)
    expect((await driving.staff.put(`/api/Admin/DriverEvents/${second}/reject`)).status).toBe(200)
    expect((await driving.staff.put(`/api/Admin/DriverEvents/${second}/accept`)).status).toBe(409)
    expect((await told(order)).map(({ state }: { state: number }) => state).toSorted()).toEqual([2, 3])
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

describe('a photo', () => {
  it('comes before or after its event, once, and the office sees it with the event', async () => {
    const order = await driving.planned()
    const [before, after] = [randomUUID(), randomUUID()]
    expect(await phone.photo(before, aJpeg())).toMatchObject({
      status: 200,
      body: { data: { id: before, size: aJpeg().length } }
    })
    await phone.tell(
      event(order, 'photo', { photoId: before, kind: 'before' }),
      event(order, 'photo', { photoId: after, kind: 'papers' })
    )
    const stored = async () => new Map((await toldOf(order)).photos.map(photo => [photo.id, photo.stored]))
    expect(await stored()).toEqual(
      new Map([
        [before, true],
        [after, false]
      ])
    )
    expect((await phone.photo(after, aPng(), 'image/png')).status).toBe(200)
    expect((await stored()).get(after)).toBe(true)
    const again = await phone.photo(after, aPng(), 'image/png')
    expect([again.status, again.body.data.id]).toEqual([200, after])
    const rows = await told(order)
    for (const row of rows) {
      expect(row.picture).toBe(`/api/Admin/DriverEvents/${row.id}/picture`)
      const { body } = await driving.staff.get(row.picture)
      const { statusCode, headers } = await test.app.inject({ url: new URL(body.data.fileUrl).pathname })
      expect([statusCode, String(headers['content-type'])]).toEqual([200, expect.stringMatching(/^image\/(png|jpeg)$/)])
    }
  })

  it('that is sent twice at once is stored once', async () => {
    const id = randomUUID()
    const answers = await Promise.all([phone.photo(id, aJpeg()), phone.photo(id, aJpeg())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await test.services.db('driver.photos').where({ key: id })).toHaveLength(1)
    expect(await test.services.db('files.files').where('original_name', 'like', `${id}%`)).toHaveLength(1)
  })

  it('is refused in words: too large, no picture, another driver’s id, no id', async () => {
    const size = 40 * 1_048_576
    const large = await phone.call('PUT', `/api/Driver/photos/${randomUUID()}`, aJpeg(), {
      'content-type': 'image/jpeg',
      'content-length': String(size)
    })
    expect([large.status, large.body.code, large.body.detail]).toEqual([
      413,
      'files.size',
      expect.stringContaining('10')
    ])
    const pdf = await phone.photo(randomUUID(), aPdf())
    expect([pdf.status, pdf.body.code]).toEqual([415, 'files.content'])
    const said = await phone.photo(randomUUID(), aPdf(), 'application/pdf')
    expect([said.status, said.body.code]).toEqual([415, 'kernel.mediaType'])
    const id = randomUUID()
    await phone.photo(id, aJpeg())
    const theirs = await driving.phone(driving.otherVehicle.driver_id)
    const taken = await theirs.photo(id, aJpeg())
    expect([taken.status, taken.body.code]).toEqual([409, 'driver.photoTaken'])
    expect((await phone.photo('x', aJpeg())).status).toBe(404)
  })
})
