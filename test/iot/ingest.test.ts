import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Ingest, startIngest } from '../../modules/iot/ingest/start.ts'
import { staysOf } from '../../modules/iot/ingest/stays.ts'
import type { Changed, Locate } from '../../modules/iot/ingest/terms.ts'
import { aDatabase } from '../helper/database.ts'
import { anImei, secret, silent, type Tables, tablesIn } from './fixtures/database.ts'

const now = Date.UTC(2026, 4, 4, 12)
const minute = 60_000
const metre = 1 / 111_195
const here = { lat: 52, lon: 21 }
const north = (metres: number) => ({ lat: here.lat + metres * metre, lon: here.lon })

let db: Tables
const running: Ingest[] = []
let changed: Changed[] = []
beforeAll(async () => {
  db = tablesIn(await aDatabase())
})
afterEach(async () => {
  for (const ingest of running.splice(0)) await ingest.stop()
  changed = []
})
afterAll(() => db.close())

function anIngest(places?: Locate): Ingest {
  const ingest = startIngest({
    databaseUrl: db.url,
    settings: { battery: { low: 3.6, critical: 3.4 } },
    now: () => new Date(now),
    log: silent,
    onPositions: list => changed.push(...list),
    ...(places ? { places } : {})
  })
  running.push(ingest)
  return ingest
}

const send = (ingest: Ingest, imei: string, body: unknown) =>
  ingest.receive({ topic: `containers/${imei}/telemetry`, payload: Buffer.from(JSON.stringify(body)) })

async function aContainer(status = 0): Promise<{ imei: string; id: number }> {
  const imei = anImei()
  const [id] = await db.containers([imei], status)
  return { imei, id: id as number }
}

const readings = (id: number) =>
  db.query('select ts, latitude, longitude, battery::float8 from iot.readings where container_id = $1 order by ts', [
    id
  ])
const state = async (id: number) => (await db.query('select * from iot.containers where id = $1', [id]))[0]
const rejected = (imei: string) =>
  db.query('select reason, payload, topic from iot.rejected_readings where imei = $1 order by id', [imei])
const staysNow = async (id: number) =>
  (await db.query('select * from iot.stays where container_id = $1 order by first_ts', [id])).map(row => ({
    firstTs: row.first_ts.getTime(),
    lastTs: row.last_ts.getTime(),
    latitude: row.latitude,
    longitude: row.longitude,
    readings: row.readings
  }))

describe('a reading', () => {
  it('is committed when receive resolves, and moves the present state', async () => {
    const { imei, id } = await aContainer()
    await send(anIngest(), imei, { ts: now, ...here, battery: 3.55 })
    expect(await readings(id)).toEqual([{ ts: new Date(now), latitude: 52, longitude: 21, battery: 3.55 }])
    expect(await state(id)).toMatchObject({
      status: 1,
      latitude: 52,
      longitude: 21,
      battery_status: 2,
      last_active_at: new Date(now),
      version: 2
    })
  })

  it('is stored once, however often it comes', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    await Promise.all(
      Array.from({ length: 5 }, () =>
        send(ingest, imei, [
          { ts: now, ...here },
          { ts: now, ...here }
        ])
      )
    )
    await send(ingest, imei, { ts: now, ...here })
    expect(await readings(id)).toHaveLength(1)
    expect(await staysNow(id)).toMatchObject([{ readings: 1 }])
    expect(ingest.stats()).toMatchObject({ stored: 1, repeated: 10, waiting: 0 })
  })

  it('that is late is stored in its place and does not move the present state back', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    await send(ingest, imei, { ts: now, ...here, battery: 3.7 })
    const before = await state(id)
    await send(ingest, imei, { ts: now - minute, ...north(1_000), battery: 3.2 })
    expect(await state(id)).toEqual(before)
    expect((await readings(id)).map(row => row.ts.getTime())).toEqual([now - minute, now])
    expect((await staysNow(id)).map(stay => stay.firstTs)).toEqual([now - minute, now])
    expect(ingest.stats().late).toBe(1)
  })

  it('late, but newer than the last position and battery, brings both', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    await send(ingest, imei, { ts: now - 2 * minute, ...here, battery: 3.7 })
    await send(ingest, imei, { ts: now })
    await send(ingest, imei, { ts: now - minute, ...north(500), battery: 3.3 })
    expect(await state(id)).toMatchObject({
      latitude: north(500).lat,
      battery_status: 3,
      last_active_at: new Date(now),
      position_ts: new Date(now - minute)
    })
  })

  it.each([
    [3.39, 3],
    [3.4, 2],
    [3.59, 2],
    [3.6, 1],
    [undefined, 0]
  ])('with battery %s gives battery status %s', async (battery, status) => {
    const { imei, id } = await aContainer()
    await send(anIngest(), imei, { ts: now, battery })
    expect((await state(id))?.battery_status).toBe(status)
  })

  it.each([
    [0, 1],
    [1, 1],
    [2, 1],
    [4, 4],
    [9, 9]
  ])('makes status %s into %s', async (from, to) => {
    const { imei, id } = await aContainer(from)
    await send(anIngest(), imei, { ts: now })
    expect((await state(id))?.status).toBe(to)
  })

  it('that only shows life keeps the position', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    await send(ingest, imei, { ts: now - minute, ...here })
    await send(ingest, imei, { ts: now })
    expect(await state(id)).toMatchObject({ latitude: 52, last_active_at: new Date(now) })
    expect(await readings(id)).toHaveLength(2)
  })
})

describe('what cannot be stored is kept with its reason', () => {
  it.each([
    ['unreadable', 'nonsense', 'unreadable'],
    ['absurd', '{"ts":1777895940000,"lat":91,"lon":4}', 'position'],
    ['from the future', `{"ts":${now + 11 * minute}}`, 'future']
  ])('%s', async (_, payload, reason) => {
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    await ingest.receive({ topic: `containers/${imei}/telemetry`, payload: Buffer.from(payload) })
    expect(await rejected(imei)).toEqual([{ reason, payload, topic: `containers/${imei}/telemetry` }])
    expect(await readings(id)).toEqual([])
    expect(ingest.stats().rejected).toEqual({ [reason]: 1 })
  })

  it('from an unknown device', async () => {
    const imei = anImei()
    await send(anIngest(), imei, { ts: now })
    expect(await rejected(imei)).toMatchObject([{ reason: 'unknown_device' }])
  })

  it('from a topic that is no sensor’s, with a NUL and half a character', async () => {
    await anIngest().receive({ topic: 'elsewhere\0', payload: Buffer.from([0, 0xc5, 0x41]) })
    expect(await db.query(`select reason, payload from iot.rejected_readings where topic = 'elsewhere\uFFFD'`)).toEqual(
      [{ reason: 'topic', payload: '\uFFFD\uFFFDA' }]
    )
  })

  it('beside good readings of the same message', async () => {
    const { imei, id } = await aContainer()
    await send(anIngest(), imei, [{ ts: now }, { ts: 'soon' }, { ts: now - 1 }])
    expect(await readings(id)).toHaveLength(2)
    expect(await rejected(imei)).toMatchObject([{ reason: 'ts' }])
  })

  it('a reading that the database refuses stops no other', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, () => aContainer()))
    const [poisoned] = devices
    if (!poisoned) throw new Error('no devices')
    await db.query('alter table iot.readings add constraint poison check (battery <> 6.66) not valid')
    try {
      const ingest = anIngest()
      await Promise.all(
        devices.map(one =>
          send(ingest, one.imei, [{ ts: now - 1 }, { ts: now, battery: one === poisoned ? 6.66 : 4 }, { ts: now - 2 }])
        )
      )
      expect(ingest.stats()).toMatchObject({ stored: 59, rejected: { unstorable: 1 } })
    } finally {
      await db.query('alter table iot.readings drop constraint poison')
    }
    expect(await rejected(poisoned.imei)).toMatchObject([{ reason: 'unstorable' }])
    expect(await readings(poisoned.id)).toHaveLength(2)
  })
})

describe('stays', () => {
  it('gather readings within 50 m', async () => {
    const { imei, id } = await aContainer()
    await send(anIngest(), imei, [
      { ts: now - 4 * minute, ...here },
      { ts: now - 3 * minute, ...north(49) },
      { ts: now - 2 * minute, ...north(51) },
      { ts: now - minute, ...north(60) }
    ])
    expect(await staysNow(id)).toMatchObject([
      { firstTs: now - 4 * minute, lastTs: now - 3 * minute, readings: 2 },
      { firstTs: now - 2 * minute, lastTs: now - minute, readings: 2 }
    ])
  })

  it('a late reading elsewhere breaks the stay it falls into', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    for (const at of [9, 8, 6, 5]) await send(ingest, imei, { ts: now - at * minute, ...here })
    await send(ingest, imei, { ts: now - 7 * minute, ...north(300) })
    expect((await staysNow(id)).map(stay => stay.readings)).toEqual([2, 1, 2])
    await send(ingest, imei, { ts: now, ...here })
    expect((await staysNow(id)).map(stay => stay.readings)).toEqual([2, 1, 3])
  })

  it('are the same in whatever order, batches and connections the readings came', async () => {
    const positions = fc.uniqueArray(
      fc.record({
        ts: fc.integer({ min: 0, max: 60 }).map(at => now - at * minute),
        metres: fc.integer({ min: 0, max: 12 }).map(n => n * 15),
        life: fc.boolean()
      }),
      { selector: one => one.ts, minLength: 1, maxLength: 25 }
    )
    const order = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 4 })), { minLength: 25, maxLength: 25 })
    const two = [anIngest(), anIngest()] as const
    await fc.assert(
      fc.asyncProperty(positions, order, fc.boolean(), async (all, picks, racing) => {
        const { imei, id } = await aContainer()
        const bodies = all.map(({ ts, metres, life }) => (life && metres > 100 ? { ts } : { ts, ...north(metres) }))
        const left = [...bodies]
        const sent: Promise<void>[] = []
        for (let turn = 0; left.length > 0; turn++) {
          const [at, many] = picks[turn % picks.length] as [number, number]
          const part = left.splice(at % left.length, many)
          const sending = send(two[turn % 2] as Ingest, imei, part)
          sent.push(sending)
          if (!racing) await sending
        }
        await Promise.all(sent)
        const inOrder = [...bodies].sort((a, b) => a.ts - b.ts)
        const places = inOrder.flatMap(body =>
          'lat' in body ? [{ ts: body.ts, latitude: body.lat, longitude: body.lon }] : []
        )
        expect(await staysNow(id)).toEqual(staysOf(places))
        const last = places.at(-1)
        const open = staysOf(places).at(-1)
        expect(await state(id)).toMatchObject({
          last_active_at: new Date(inOrder.at(-1)?.ts ?? 0),
          latitude: last?.latitude ?? null,
          position_ts: last ? new Date(last.ts) : null,
          stay_first_ts: open ? new Date(open.firstTs) : null,
          stay_latitude: open?.latitude ?? null
        })
      }),
      { numRuns: 60, seed: 20260504 }
    )
  })
})

describe('whereabouts', () => {
  const inYard: Locate = async (_, points) =>
    points.map(({ latitude }) => ({
      storeId: latitude < 52.001 ? storeId : null,
      receptionPlaceId: null,
      distance: latitude
    }))
  let storeId = 0
  beforeAll(async () => {
    const [row] = await db.query(
      `insert into warehouse.internal_stores (name, latitude, longitude) values ('A yard', 52, 21) returning id`
    )
    storeId = row?.id
  })

  it('follow the present stay, and make the visits of stores', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest(inYard)
    await send(ingest, imei, [
      { ts: now - 9 * minute, ...here },
      { ts: now - 8 * minute, ...north(80) }
    ])
    expect(await state(id)).toMatchObject({ store_id: storeId, reception_place_distance: north(80).lat })
    await send(ingest, imei, { ts: now - 5 * minute, ...north(900) })
    await send(ingest, imei, { ts: now - 3 * minute, ...here })
    await send(ingest, imei, { ts: now - 4 * minute, ...north(20) })
    expect((await state(id))?.store_id).toBe(storeId)
    expect(
      await db.query(
        'select store_id, first_ts, last_ts from iot.store_visits where container_id = $1 order by first_ts',
        [id]
      )
    ).toEqual([
      { store_id: storeId, first_ts: new Date(now - 9 * minute), last_ts: new Date(now - 8 * minute) },
      { store_id: storeId, first_ts: new Date(now - 4 * minute), last_ts: new Date(now - 3 * minute) }
    ])
  })
})

it('tells the newest state of each container that changed', async () => {
  const { imei, id } = await aContainer()
  const ingest = anIngest()
  await send(ingest, imei, { ts: now - minute, ...here })
  await send(ingest, imei, { ts: now, ...north(10), battery: 3.5 })
  await send(ingest, imei, { ts: now - 2 * minute, ...north(500) })
  await ingest.stop()
  expect(changed).toEqual([
    {
      id,
      latitude: north(10).lat,
      longitude: 21,
      battery: 3.5,
      batteryStatus: 2,
      status: 1,
      lastActiveAt: new Date(now)
    }
  ])
})

it('knows a sensor by its secret', async () => {
  const { imei } = await aContainer()
  const ingest = anIngest()
  expect(await ingest.authenticate(imei, secret)).toBe(true)
  expect(await ingest.authenticate(imei, `${secret} `)).toBe(false)
  expect(await ingest.authenticate(anImei(), secret)).toBe(false)
  await db.query('update iot.containers set secret_hash = null where imei = $1', [imei])
  expect(await ingest.authenticate(imei, '')).toBe(false)
})

it('holds its messages while the database refuses, and loses none', async () => {
  const { imei, id } = await aContainer()
  const ingest = anIngest()
  await send(ingest, imei, { ts: now - minute })
  await db.query('alter table iot.readings rename to readings_away')
  const sending = send(ingest, imei, { ts: now })
  await expect
    .poll(
      async () =>
        (
          await db.query(
            `select 1 from pg_stat_activity where application_name = 'opony-ingest' and query = 'rollback'`
          )
        ).length
    )
    .toBe(1)
  expect(ingest.stats().waiting).toBe(1)
  await db.query('alter table iot.readings_away rename to readings')
  await sending
  expect(await readings(id)).toHaveLength(2)
})

it('survives the loss of its connections in the middle of work', async () => {
  const { imei, id } = await aContainer()
  const ingest = anIngest()
  const sent: Promise<void>[] = []
  for (let round = 0; round < 4; round++) {
    for (let at = 0; at < 25; at++) sent.push(send(ingest, imei, { ts: now - round * 25 - at, ...here }))
    await expect
      .poll(
        async () =>
          (
            await db.query(
              `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'opony-ingest'`
            )
          ).length,
        { interval: 1, timeout: 5_000 }
      )
      .toBeGreaterThan(0)
  }
  await Promise.all(sent)
  expect(await readings(id)).toHaveLength(100)
  expect(await staysNow(id)).toMatchObject([{ readings: 100, firstTs: now - 99, lastTs: now }])
})
