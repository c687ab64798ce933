import { describe, expect, it } from 'vitest'
import { anImei } from './fixtures/database.ts'
import {
  aContainer,
  anIngest,
  here,
  minute,
  north,
  now,
  prepareTables,
  query,
  readings,
  rejected,
  send,
  state,
  staysNow
} from './fixtures/ingest.ts'

prepareTables()

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

  it('from before a change of the battery does not count for the battery, one from after it does', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    await send(ingest, imei, { ts: now - 60 * minute, ...here, battery: 3.3 })
    await query(
      `with who as (insert into users.accounts (email) values ($1) returning id),
          change as (insert into iot.battery_changes (container_id, changed_at, recorded_at, account_id)
            select $2, $3, $3, id from who returning id)
        update iot.containers set battery_change_id = change.id from change where containers.id = $2`,
      [`${imei}@example.com`, id, new Date(now - 30 * minute)]
    )
    await send(ingest, imei, { ts: now - 40 * minute, ...here, battery: 3.5 })
    expect(await state(id)).toMatchObject({ battery: 3.3, battery_status: 3 })
    await send(ingest, imei, { ts: now - 20 * minute, ...here, battery: 4.1 })
    expect(await state(id)).toMatchObject({ battery: 4.1, battery_status: 1 })
    await send(ingest, imei, { ts: now - 35 * minute, ...here, battery: 3.2 })
    expect(await state(id)).toMatchObject({ battery: 4.1, battery_status: 1 })
  })

  it('without a position keeps the present position', async () => {
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
    ['from the future', `{"ts":${now + 11 * minute}}`, 'future'],
    ['of a clock that has fallen back', '{"ts":1577836800000,"lat":52,"lon":21}', 'too_old']
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
    expect(await query(`select reason, payload from iot.rejected_readings where topic = 'elsewhere\uFFFD'`)).toEqual([
      { reason: 'topic', payload: '\uFFFD\uFFFDA' }
    ])
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
    await query('alter table iot.readings add constraint poison check (battery <> 6.66) not valid')
    try {
      const ingest = anIngest()
      await Promise.all(
        devices.map(one =>
          send(ingest, one.imei, [{ ts: now - 1 }, { ts: now, battery: one === poisoned ? 6.66 : 4 }, { ts: now - 2 }])
        )
      )
      expect(ingest.stats()).toMatchObject({ stored: 59, rejected: { unstorable: 1 } })
    } finally {
      await query('alter table iot.readings drop constraint poison')
    }
    expect(await rejected(poisoned.imei)).toMatchObject([{ reason: 'unstorable' }])
    expect(await readings(poisoned.id)).toHaveLength(2)
  })
})
