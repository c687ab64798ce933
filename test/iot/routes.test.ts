import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locate } from '../../modules/iot/locate.ts'
import { metresBetween } from '../../src/kernel/database/earth.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, aContainer, aPlace, aStore } from '../helper/factories.ts'
import { aPhoto } from '../helper/photo.ts'

const yard = { latitude: 51.1, longitude: 23.4 }

let test: TestApp
let company: ACompany
let staff: Person
let technician: Person

beforeAll(async () => {
  test = await anApp({
    MAP_TILES_URL: 'https://tiles.example.com/{z}/{x}/{y}.png',
    MAP_TILES_ATTRIBUTION: '© somebody'
  })
  company = await aCompany(test.services.db, { place: false, name: 'Gumex' })
  ;[staff, technician] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('SERVICE_TECHNICAN')])
})
afterAll(() => test.close())

const placeAt = (at: { latitude: number; longitude: number }) =>
  aPlace(test.services.db, { companyId: company.id, departmentId: company.departmentId, at })

const stayed = (containerId: number, first: string, last: string, storeId: number | null = null) =>
  test.services.db('iot.stays').insert({
    container_id: containerId,
    first_ts: `${first}T00:00:00Z`,
    last_ts: `${last}T00:00:00Z`,
    ...yard,
    readings: 2,
    weight: 2,
    sure_ts: `${last}T00:00:00Z`,
    store_id: storeId
  })

describe('the map', () => {
  it('gets every container that has a position', async () => {
    const there = await aContainer(test.services.db, {
      // the mean of readings has more digits than anyone can see
      latitude: yard.latitude + 1.7e-8,
      longitude: yard.longitude - 1.7e-8,
      status: 1,
      battery: 3.9,
      battery_status: 1,
      last_active_at: new Date('2026-05-01T10:00:00.250Z')
    })
    await aContainer(test.services.db)
    const { status, body, headers } = await technician.get('/IoT/containers')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(body).toEqual({
      data: {
        list: [
          {
            id: there.id,
            containerNumber: there.container_number,
            ...yard,
            status: 1,
            currentBatteryLevel: 3.9,
            currentBatteryStatus: 1,
            lastActiveDate: '2026-05-01T10:00:00.250Z'
          }
        ]
      }
    })
  })

  it('is told where its tiles come from', async () => {
    const mapTypes = [{ name: 'road', urls: ['https://tiles.example.com/{z}/{x}/{y}.png'], attribution: '© somebody' }]
    expect((await technician.get('/api/ui/pages/iot.map')).body.data).toMatchObject({ part: 'map', data: { mapTypes } })
  })

  it('gets stores with the containers in them, and their borders point after point', async () => {
    const { db } = test.services
    const store = await aStore(db, { at: { latitude: 50, longitude: 20 }, reach: 0.5 })
    const empty = await aStore(db, { at: { latitude: 49, longitude: 20 }, reach: 0 })
    for (const _ of [1, 2]) await aContainer(db, { store_id: store.id })
    const { data } = (await staff.get('/api/Admin/Stores/internal')).body
    const named = (id: number) => data.find((one: { id: number }) => one.id === id)
    expect(named(store.id)).toEqual({
      id: store.id,
      storeId: store.id,
      name: store.name,
      storeName: store.name,
      containersAmount: 2,
      latitude: 50,
      longitude: 20
    })
    expect(named(empty.id).containersAmount).toBe(0)
    const border = (await technician.get(`/api/Admin/Stores/internal/${store.id}/borderPoints`)).body
    expect(border.data.map(({ latitude, longitude }: typeof yard) => [latitude, longitude])).toEqual([
      [50.5, 20.5],
      [50.5, 19.5],
      [49.5, 19.5],
      [49.5, 20.5]
    ])
    expect((await staff.get(`/api/Admin/Stores/internal/${empty.id}/borderPoints`)).body).toEqual({
      data: [],
      total: 0
    })
    expect((await staff.get('/api/Admin/Stores/internal/999999/borderPoints')).status).toBe(404)
  })

  it('gets the reception places that have coordinates', async () => {
    const { id } = await placeAt({ latitude: 52, longitude: 19 })
    await aPlace(test.services.db, { companyId: company.id, departmentId: company.departmentId })
    const { data } = (await technician.get('/api/Admin/reception-places/coordinates')).body
    expect(data).toContainEqual({
      id,
      address: expect.stringMatching(/^Chełm, /),
      companyName: 'Gumex',
      latitude: 52,
      longitude: 19,
      orderTypes: [1, 2, 3],
      isActive: true
    })
    expect(data.every((place: { latitude: number | null }) => place.latitude !== null)).toBe(true)
    const near = await aStore(test.services.db, { at: { latitude: 52.001, longitude: 19 }, name: 'Magazyn tuż obok' })
    const { data: measured } = (await technician.get('/api/Admin/reception-places/coordinates?distances=true')).body
    const { distances } = measured.find((place: { id: number }) => place.id === id)
    expect(distances[0]).toEqual({ name: near.name, distance: expect.closeTo(111, -1) })
    expect((await technician.get(`/api/Admin/Stores/reception-places/${id}/distances`)).body.data).toEqual(distances)
  })
})

describe('one container', () => {
  it('comes with its photos, newest first', async () => {
    const { id } = await aContainer(test.services.db)
    for (const name of ['old.jpg', 'new.jpg'])
      await aPhoto(test.services.db, { containerId: id, createdBy: staff.accountId, name })
    const { data } = (await technician.get(`/IoT/container/${id}`)).body
    expect(data).toMatchObject({ id, hasPhotos: true })
    expect(data.photos).toMatchObject([{ originalFileName: 'new.jpg' }, { originalFileName: 'old.jpg' }])
    expect((await staff.get('/IoT/container/999999')).status).toBe(404)
  })

  it('has a trail: its stays, oldest first, all or of the last days', async () => {
    const { id } = await aContainer(test.services.db)
    test.clock.now = new Date('2026-05-20T00:00:00Z')
    await stayed(id, '2026-05-10', '2026-05-15')
    await stayed(id, '2026-05-01', '2026-05-09')
    const whole = (await technician.get(`/IoT/container/${id}/history`)).body
    expect(whole).toEqual({
      data: [
        {
          id: expect.any(Number),
          firstActiveDate: '2026-05-01T00:00:00.000Z',
          lastActiveDate: '2026-05-09T00:00:00.000Z',
          ...yard,
          internalStoreName: null
        },
        expect.objectContaining({ firstActiveDate: '2026-05-10T00:00:00.000Z' })
      ],
      total: 2
    })
    const week = (await technician.get(`/IoT/container/${id}/history?days=7`)).body
    expect(week).toMatchObject({ data: [{ lastActiveDate: '2026-05-15T00:00:00.000Z' }], total: 1 })
    expect((await staff.get(`/IoT/container/${id}/history?days=3`)).body).toEqual({ data: [], total: 0 })
    expect((await staff.get(`/IoT/container/${id}/history?days=0`)).status).toBe(400)
  })

  it('has its battery over time: medians of equal times, at most 201, all or of the last days', async () => {
    const { id } = await aContainer(test.services.db)
    test.clock.now = new Date('2026-05-20T00:00:00Z')
    const at = (minutes: number): Date => new Date(Date.parse('2026-05-10T00:00:00Z') + minutes * 60_000)
    const row = (minutes: number, battery: number | null) => ({
      container_id: id,
      ts: at(minutes),
      received_at: at(minutes),
      battery
    })
    // three readings within the first two hundredth, one without a battery, then one every ten minutes
    await test.services.db('iot.readings').insert([row(0, 4), row(1, 3.2), row(2, 3.9), row(3, null)])
    await test.services.db('iot.readings').insert(Array.from({ length: 1000 }, (_, n) => row(100 + n * 10, 3.5)))
    const { data, total } = (await technician.get(`/IoT/container/${id}/battery`)).body
    expect(data[0]).toEqual({ at: '2026-05-10T00:00:00.000Z', volts: 3.9 })
    expect(data.length).toBe(total)
    expect(total).toBeLessThanOrEqual(201)
    expect(total).toBeGreaterThan(130)
    const week = (await staff.get(`/IoT/container/${id}/battery?days=7`)).body.data
    expect(week[0].at >= '2026-05-13T00:00:00.000Z').toBe(true)
    expect(week.length).toBeLessThanOrEqual(201)
    const silent = await aContainer(test.services.db)
    expect((await staff.get(`/IoT/container/${silent.id}/battery`)).body).toEqual({ data: [], total: 0 })
  })

  it('tells its times in internal stores: stays in one store are one visit', async () => {
    const { db } = test.services
    const { id } = await aContainer(db)
    const [one, two] = [await aStore(db, { at: yard }), await aStore(db, { at: yard })]
    await stayed(id, '2026-05-01', '2026-05-02', one.id)
    await stayed(id, '2026-05-03', '2026-05-04', one.id)
    await stayed(id, '2026-05-05', '2026-05-06')
    await stayed(id, '2026-05-07', '2026-05-08', two.id)
    const { data, total } = (await technician.get(`/api/Admin/GpsDevice/${id}/internal-store/history`)).body
    expect(total).toBe(2)
    expect(data).toMatchObject([
      { internalStoreName: two.name, lastGpsUTCDate: '2026-05-08T00:00:00.000Z' },
      {
        internalStoreName: one.name,
        firstGpsUTCDate: '2026-05-01T00:00:00.000Z',
        lastGpsUTCDate: '2026-05-04T00:00:00.000Z'
      }
    ])
  })

  it('may have any of eleven statuses, named in the caller’s language', async () => {
    const { data } = (await technician.get('/api/Admin/GpsDevice/statuses', { 'accept-language': 'en' })).body
    expect(data.map(({ gpsDeviceStatus }: { gpsDeviceStatus: number }) => gpsDeviceStatus)).toEqual([
      ...Array(11).keys()
    ])
    expect(data[9]).toEqual({ gpsDeviceStatus: 9, description: 'Damaged – beyond repair' })
    const polish = (await staff.get('/api/Admin/GpsDevice/statuses', { 'accept-language': 'pl' })).body.data
    expect(polish[1].description).toBe('Połączony')
  })
})

describe('where a point is', () => {
  it('is said by the border that holds it and the nearest place by true distance', async () => {
    const { db } = test.services
    await db('companies.reception_places').update({ latitude: null, longitude: null })
    // At 60° north a degree of longitude is half as long as one of latitude: by degrees the other one would be nearer.
    const [east, north] = [
      { latitude: 60, longitude: 21.6 },
      { latitude: 60.5, longitude: 20 }
    ]
    const [, northern] = [await placeAt(east), await placeAt(north)]
    const eastern = await placeAt({ latitude: 60, longitude: 20.9 })
    const store = await aStore(db, { at: { latitude: 60, longitude: 20 }, reach: 0.01 })
    const client = new pg.Client({ connectionString: test.url })
    await client.connect()
    const inside = { latitude: 60.005, longitude: 20.005 }
    const outside = { latitude: 60.4, longitude: 20 }
    const found = await locate(client, [inside, outside])
    await client.end()
    expect(found).toEqual([
      { storeId: store.id, receptionPlaceId: eastern.id, distance: expect.any(Number) },
      { storeId: null, receptionPlaceId: northern.id, distance: expect.any(Number) }
    ])
    expect(found[0]?.distance).toBeCloseTo(metresBetween(inside, { latitude: 60, longitude: 20.9 }), 1)
    expect(found[1]?.distance).toBeCloseTo(metresBetween(outside, north), 1)
  })

  it('is in no store whose border has fewer than three points', async () => {
    const { db } = test.services
    const store = await aStore(db, { at: { latitude: 40, longitude: 20 }, reach: 0.01 })
    const client = new pg.Client({ connectionString: test.url })
    await client.connect()
    const stores = async () => (await locate(client, [{ latitude: 40, longitude: 20 }])).map(({ storeId }) => storeId)
    expect(await stores()).toEqual([store.id])
    // What is left is a line from corner to corner, through the point.
    await db('warehouse.border_points').where({ internal_store_id: store.id }).whereIn('position', [1, 3]).delete()
    expect(await db('warehouse.border_points').where({ internal_store_id: store.id })).toHaveLength(2)
    expect(await stores()).toEqual([null])
    await client.end()
  })
})
