/** Readings by month: nothing is lost when they are split, when months are made late, and when old ones go. */
import type { Knex } from 'knex'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as byMonth from '../../migrations/048_readings_by_month.ts'
import { keepReadingMonths, monthOf } from '../../modules/iot/reading-months.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { aDatabase } from '../helper/database.ts'
import {
  aContainer,
  anIngest,
  databaseUrl,
  here,
  minute,
  north,
  now,
  prepareTables,
  query,
  rejected,
  send,
  staysNow
} from './fixtures/ingest.ts'

const partitions = async (of: (text: string) => Promise<{ name: string }[]>): Promise<string[]> => {
  const rows = await of(`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'iot.readings'::regclass order by 1`)
  return rows.map(({ name }) => name)
}

describe('the step that splits the readings', () => {
  let db: Knex
  let drop: () => Promise<void>
  beforeAll(async () => {
    const made = await aDatabase()
    db = openDatabase({ url: made.url, poolSize: 2 })
    drop = made.drop
  })
  afterAll(async () => {
    await db.destroy()
    await drop()
  })

  it('keeps every reading of every month, and so does the way back', async () => {
    const digest = async () =>
      (
        await db.raw(`select count(*)::int as n, md5(string_agg(r::text, '|' order by container_id, ts)) as sum from (
        select container_id, ts, received_at, latitude, longitude, battery, accuracy from iot.readings) r`)
      ).rows[0]
    await db.transaction(trx => byMonth.down(trx))
    await db.raw(`insert into iot.readings
      select g % 7, '2024-01-31 23:59:00Z'::timestamptz + g * interval '13 hours', now(), 52 + g * 0.001, 21, 3.7, g % 50
      from generate_series(1, 1500) g`)
    const before = await digest()
    expect(before.n).toBe(1_500)
    await db.transaction(trx => byMonth.up(trx))
    expect(await digest()).toEqual(before)
    const names = await partitions(async text => (await db.raw(text)).rows)
    expect(names).toEqual(expect.arrayContaining(['readings_2024_02', 'readings_2026_04', 'readings_other']))
    expect((await db.raw('select count(*)::int as n from iot.readings_other')).rows[0].n).toBe(0)
    await db.transaction(trx => byMonth.down(trx))
    expect(await digest()).toEqual(before)
    await db.transaction(trx => byMonth.up(trx))
    expect(await digest()).toEqual(before)
  })
})

describe('months', () => {
  prepareTables()
  const at = (text: string) => Date.parse(text)
  const stored = async (id: number): Promise<string[]> =>
    (
      await query(
        'select ts, tableoid::regclass::text as place from iot.readings where container_id = $1 order by ts',
        [id]
      )
    ).map(({ ts, place }) => `${ts.toISOString().slice(0, 7)} ${place}`)

  it('are made three ahead, once', async () => {
    await keepReadingMonths(databaseUrl(), new Date('2030-11-15T00:00:00Z'), 0)
    await keepReadingMonths(databaseUrl(), new Date('2030-11-15T00:00:00Z'), 0)
    expect(await partitions(query)).toEqual(
      expect.arrayContaining(['2030_11', '2030_12', '2031_01', '2031_02'].map(month => `readings_${month}`))
    )
  })

  it('take over readings that arrived before them; a late reading of any month is stored once', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest(undefined, 0)
    const old = [at('2019-05-31T23:59:59Z'), at('2019-06-01T00:00:00Z')]
    await send(ingest, imei, { ts: now, ...here })
    await send(
      ingest,
      imei,
      old.map(ts => ({ ts, ...north(5_000) }))
    )
    expect(await stored(id)).toEqual([
      '2019-05 iot.readings_other',
      '2019-06 iot.readings_other',
      '2026-05 iot.readings_other'
    ])
    await query(`select iot.add_readings_month('2019-06-01')`)
    expect((await stored(id))[1]).toBe('2019-06 iot.readings_2019_06')
    await send(
      ingest,
      imei,
      old.map(ts => ({ ts, ...north(5_000) }))
    )
    expect(await stored(id)).toEqual([
      '2019-05 iot.readings_other',
      '2019-06 iot.readings_2019_06',
      '2026-05 iot.readings_other'
    ])
    expect((await staysNow(id)).map(({ readings }) => readings)).toEqual([2, 1])
  })

  it('are dropped as a whole when all their days are over; their stays remain', async () => {
    for (const month of ['2026-02-01', '2026-03-01', '2026-05-01'])
      await query(`select iot.add_readings_month($1)`, [month])
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    const times = ['2025-12-31T23:59:59Z', '2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-04-10T00:00:00Z']
    await send(
      ingest,
      imei,
      [...times.map(at), now].map(ts => ({ ts, ...here }))
    )
    await keepReadingMonths(databaseUrl(), new Date(now), 0)
    expect(await stored(id)).toHaveLength(5)
    await keepReadingMonths(databaseUrl(), new Date(now), 2)
    expect(await stored(id)).toEqual([
      '2026-03 iot.readings_2026_03',
      '2026-04 iot.readings_other',
      '2026-05 iot.readings_2026_05'
    ])
    expect(await partitions(query)).not.toContain('readings_2026_02')
    const whole = { firstTs: at('2025-12-31T23:59:59Z'), lastTs: now }
    expect(await staysNow(id)).toMatchObject([{ ...whole, readings: 5 }])
    await send(ingest, imei, { ts: now - minute, ...north(700) })
    expect(await staysNow(id)).toMatchObject([{ ...whole, readings: 6 }])
    const late = [at('2026-02-28T23:59:59.999Z'), at('2026-03-01T00:00:00Z')].map(ts => ({ ts, ...here }))
    for (let times = 0; times < 2; times++) await send(ingest, imei, late)
    expect(await stored(id)).toHaveLength(4)
    const refused = { reason: 'too_old', payload: JSON.stringify(late[0]) }
    expect(await rejected(imei)).toMatchObject([refused, refused])
    expect(await staysNow(id)).toMatchObject([{ ...whole, readings: 6 }])
    await send(ingest, imei, { ts: now + minute, ...here })
    expect(await staysNow(id)).toMatchObject([{ firstTs: whole.firstTs, lastTs: now + minute, readings: 7 }])
  })
  it.each([
    // In Warsaw these are the first hours of May and of January.
    ['2026-04-30T23:59:59Z', 2, '2026-02-01'],
    ['2026-05-01T00:00:00Z', 2, '2026-03-01'],
    ['2026-12-31T23:30:00Z', 1, '2026-11-01'],
    ['2027-01-01T00:00:00Z', 1, '2026-12-01'],
    ['2026-03-31T12:00:00Z', 1, '2026-02-01']
  ])('are those of UTC: at %s, keeping %i, from %s on', (present, keep, from) => {
    expect(monthOf(new Date(present), -keep).toISOString()).toBe(`${from}T00:00:00.000Z`)
  })
})

describe('months that may not go', () => {
  prepareTables()
  const old = '2026-01-10T12:00:00Z'

  /** A container with a reading of January and one of May. */
  async function anOldAndANewReading() {
    const made = await aContainer()
    await query(`select iot.add_readings_month('2026-01-01')`)
    const ingest = anIngest()
    await send(ingest, made.imei, [
      { ts: Date.parse(old), ...here },
      { ts: now, ...here }
    ])
    return { ...made, ingest }
  }
  const kept = async (id: number) => (await query('select ts from iot.readings where container_id = $1', [id])).length

  it('stay when a clock jumps ahead of the newest reading, and where no sensor has ever sent', async () => {
    await keepReadingMonths(databaseUrl(), new Date(now), 1)
    const { id } = await anOldAndANewReading()
    for (const jumped of ['2031-05-04T12:00:00Z', '2003-05-04T12:00:00Z'])
      await keepReadingMonths(databaseUrl(), new Date(jumped), 5)
    expect(await kept(id)).toBe(2)
    await keepReadingMonths(databaseUrl(), new Date('2031-05-04T12:00:00Z'), 3)
    expect(await kept(id)).toBe(1)
    await keepReadingMonths(databaseUrl(), new Date('2003-05-04T12:00:00Z'), 3)
    expect((await query('select since from iot.kept_readings'))[0]?.since).toEqual(new Date('2026-02-01T00:00:00Z'))
  })

  it('are dropped once by several workers, and wait for a reader without blocking ingest', async () => {
    await query(`update iot.kept_readings set since = '-infinity'`)
    const { id, imei, ingest } = await anOldAndANewReading()
    const reader = new pg.Client({ connectionString: databaseUrl() })
    reader.on('error', () => undefined)
    await reader.connect()
    await reader.query('begin')
    await reader.query('select count(*) from iot.readings')
    const trying = keepReadingMonths(databaseUrl(), new Date(now), 2)
    const outcome = trying.then(
      () => 'done',
      error => error.code
    )
    // the reader stays until the end: ingest would fail after five seconds behind a change that waits for it
    await send(ingest, imei, { ts: now + minute, ...here })
    expect(await outcome).toBe('55P03')
    expect(await kept(id)).toBe(3)
    await reader.query('commit')
    await reader.end()
    await Promise.all([1, 2, 3].map(() => keepReadingMonths(databaseUrl(), new Date(now), 2)))
    expect(await kept(id)).toBe(2)
  })
})
