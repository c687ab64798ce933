import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ingest, startIngest } from '../../modules/iot/ingest/start.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aContainer } from '../helper/factories.ts'
import { anImei, silent } from './fixtures/database.ts'

let test: TestApp
let ingest: Ingest
let staff: Person
let technician: Person
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  ;[staff, technician] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('SERVICE_TECHNICAN')])
  ingest = startIngest({
    databaseUrl: test.url,
    settings: { battery: { low: 3.6, critical: 3.4 }, oldestDays: 400 },
    now: () => test.clock.now,
    log: silent,
    onPositions: () => undefined
  })
})
afterAll(async () => {
  await ingest.stop()
  await test.close()
})

const minute = 60_000
const ago = (minutes: number) => test.clock.now.getTime() - minutes * minute
const send = (imei: string, body: unknown) =>
  ingest.receive({
    topic: `containers/${imei}/telemetry`,
    payload: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  })
const list = async (query = '') => (await staff.get(`/IoT/rejected-readings?limit=100${query}`)).body
const of = async (imei: string) => (await list()).data.filter((row: { imei: string }) => row.imei === imei)
const readingsOf = (id: number) =>
  test.services
    .db('iot.readings')
    .where({ container_id: id })
    .orderBy('ts')
    .select('ts', 'latitude', 'accuracy', 'battery')

describe('rejected readings', () => {
  it('are listed, newest first, with reason, device and the message as it came', async () => {
    const imei = anImei()
    await send(imei, '<img src=x onerror=alert(1)>')
    test.clock.now = new Date(test.clock.now.getTime() + minute)
    await send(imei, { ts: ago(0), lat: 91, lon: 4 })
    expect(await of(imei)).toMatchObject([
      { reason: 9, payload: JSON.stringify({ ts: ago(0), lat: 91, lon: 4 }), topic: `containers/${imei}/telemetry` },
      { reason: 3, payload: '<img src=x onerror=alert(1)>', replayedDate: null, canReplay: false }
    ])
    expect((await technician.get('/IoT/rejected-readings')).status).toBe(200)
  })

  it('come page by page, and by reason', async () => {
    const imei = anImei()
    await send(imei, [{ ts: 1 }, { ts: 2 }, { ts: 3, battery: 'full' }])
    const old = await list('&Reason=8')
    expect(old.total).toBe(old.data.length)
    expect(new Set(old.data.map((row: { reason: number }) => row.reason))).toEqual(new Set([8]))
    const ids = old.data.map((row: { id: number }) => row.id)
    const pages = await Promise.all(
      ids.map((_: number, at: number) => staff.get(`/IoT/rejected-readings?Reason=8&limit=1&page=${at + 1}`))
    )
    expect(pages.map(({ body }) => body.data[0].id)).toEqual(ids)
    expect((await staff.get('/IoT/rejected-readings?Reason=99')).status).toBe(400)
  })
})

describe('a replay', () => {
  it('is refused until the sensor is known, and then stores all its readings at their time, once', async () => {
    const imei = anImei()
    await send(imei, [
      { ts: ago(30), lat: 52, lon: 21, accuracy: 5, battery: 3.9 },
      { ts: ago(10), lat: 52.1, lon: 21, battery: 3.5 },
      { ts: ago(20) }
    ])
    const [row] = await of(imei)
    const url = `/IoT/rejected-readings/${row.id}/replay`
    expect(await staff.post(url)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('urządzenie jest nadal nieznane') }
    })

    const { id } = await aContainer(test.services.db, { imei })
    await send(imei, { ts: ago(5), lat: 52.2, lon: 21, battery: 3.7 })
    await send(imei, { ts: ago(10), lat: 52.1, lon: 21, battery: 3.5 })
    expect((await of(imei)).map((one: { canReplay: boolean }) => one.canReplay)).toEqual([true, true, true])
    expect(await technician.post(url)).toMatchObject({ status: 200, body: { data: { id: row.id, canReplay: false } } })
    expect(await readingsOf(id)).toEqual([
      { ts: new Date(ago(30)), latitude: 52, accuracy: 5, battery: 3.9 },
      { ts: new Date(ago(20)), latitude: null, accuracy: null, battery: null },
      { ts: new Date(ago(10)), latitude: 52.1, accuracy: null, battery: 3.5 },
      { ts: new Date(ago(5)), latitude: 52.2, accuracy: null, battery: 3.7 }
    ])
    const trail = (await staff.get(`/IoT/container/${id}/history`)).body.data
    expect(trail.map((stay: { latitude: number }) => stay.latitude)).toEqual([52, 52.1, 52.2])
    expect((await staff.get(`/IoT/container/${id}`)).body.data).toMatchObject({
      latitude: 52.2,
      currentBatteryLevel: 3.7
    })

    for (const one of await of(imei)) {
      expect(one.replayedDate).toBe(test.clock.now.toISOString())
      expect((await staff.post(`/IoT/rejected-readings/${one.id}/replay`)).status).toBe(409)
    }
    expect(await readingsOf(id)).toHaveLength(4)
  })

  it('stores what a clock that was behind took for the future, once the clock is right; what still is stays', async () => {
    const imei = anImei()
    const { id } = await aContainer(test.services.db, { imei })
    const right = test.clock.now
    test.clock.now = new Date(right.getTime() - 60 * minute)
    const ts = right.getTime() - minute
    await send(imei, { ts, lat: 52, lon: 21, battery: 3.9 })
    await send(imei, { ts: right.getTime() + 2 * 60 * minute, lat: 52, lon: 21 })
    const [far, near] = await of(imei)
    expect([near, far]).toMatchObject([
      { reason: 7, canReplay: true },
      { reason: 7, canReplay: true }
    ])
    expect(await staff.post(`/IoT/rejected-readings/${near.id}/replay`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('nadal w przyszłości') }
    })
    expect(await readingsOf(id)).toEqual([])

    test.clock.now = right
    expect((await staff.post(`/IoT/rejected-readings/${near.id}/replay`)).status).toBe(200)
    expect(await readingsOf(id)).toMatchObject([{ ts: new Date(ts), latitude: 52, battery: 3.9 }])
    expect((await of(imei)).map((one: { canReplay: boolean }) => one.canReplay)).toEqual([true, false])
    expect(await of(imei)).toHaveLength(2)
    expect((await staff.post(`/IoT/rejected-readings/${far.id}/replay`)).status).toBe(409)
  })

  it('of two people at once stores each reading once', async () => {
    const imei = anImei()
    await send(
      imei,
      Array.from({ length: 300 }, (_, at) => ({ ts: ago(at), lat: 52, lon: 21 }))
    )
    const { id } = await aContainer(test.services.db, { imei })
    const [first, second] = await of(imei)
    const answers = await Promise.all([
      staff.post(`/IoT/rejected-readings/${first.id}/replay`),
      technician.post(`/IoT/rejected-readings/${second.id}/replay`)
    ])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await readingsOf(id)).toHaveLength(300)
    expect(await test.services.db('iot.stays').where({ container_id: id }).pluck('readings')).toEqual([300])
  })
})
