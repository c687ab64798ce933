import { beforeAll, describe, expect, it } from 'vitest'
import type { Locate } from '../../modules/iot/ingest/types.ts'
import {
  aContainer,
  anIngest,
  here,
  minute,
  north,
  now,
  prepareTables,
  query,
  send,
  state,
  staysNow
} from './fixtures/ingest.ts'

prepareTables()

describe('stays', () => {
  it('gather readings within 50 m', async () => {
    const { imei, id } = await aContainer()
    await send(anIngest(), imei, [
      { ts: now - 4 * minute, ...here, accuracy: 3 },
      { ts: now - 3 * minute, ...north(49), accuracy: 3 },
      { ts: now - 2 * minute, ...north(100), accuracy: 3 },
      { ts: now - minute, ...north(90), accuracy: 3 }
    ])
    expect(await staysNow(id)).toMatchObject([
      { firstTs: now - 4 * minute, lastTs: now - 3 * minute, readings: 2 },
      { firstTs: now - 2 * minute, lastTs: now - minute, readings: 2 }
    ])
  })

  it('a late reading elsewhere divides the stay of its time', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    for (const at of [9, 8, 6, 5]) await send(ingest, imei, { ts: now - at * minute, ...here })
    await send(ingest, imei, { ts: now - 7 * minute, ...north(600) })
    expect((await staysNow(id)).map(stay => stay.readings)).toEqual([2, 1, 2])
    await send(ingest, imei, { ts: now, ...here })
    expect((await staysNow(id)).map(stay => stay.readings)).toEqual([2, 1, 3])
  })
})

it('a late reading in doubt has its stay read once, however long that is', async () => {
  const { imei, id } = await aContainer()
  const ingest = anIngest()
  const count = 12_000
  const at = (number: number) => now - (count - number) * 1_000
  await send(
    ingest,
    imei,
    Array.from({ length: 20 }, (_, number) => ({ ts: at(number), ...here }))
  )
  await query(
    `insert into iot.readings (container_id, ts, received_at, latitude, longitude)
      select $1, to_timestamp($2::float8 / 1000) + n * interval '1 second', now(), 52, 21 from generate_series(20, $3 - 1) n`,
    [id, at(0), count]
  )
  const last = new Date(at(count - 1))
  await query('update iot.stays set readings = $2, last_ts = $3, sure_ts = $3 where container_id = $1', [
    id,
    count,
    last
  ])
  await query('update iot.containers set last_active_at = $2, position_ts = $2 where id = $1', [id, last])
  await query('analyze iot.readings')
  const before = await readingsRead()
  await send(ingest, imei, { ts: at(6_000) + 500, ...north(120) })
  // A connection says what it has read when it ends, at the latest.
  await ingest.stop()
  await expect.poll(readingsRead).toBeGreaterThan(before + count - 1)
  expect((await readingsRead()) - before).toBeLessThan(1.5 * count)
  expect((await staysNow(id)).map(({ readings }) => readings)).toEqual([count + 1])
})

/** Rows of readings that the database has looked at. */
async function readingsRead(): Promise<number> {
  const [row] = await query(`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables
    where relname like 'readings_%'`)
  return row?.read
}

describe('whereabouts', () => {
  const inYard: Locate = async (_, points) =>
    points.map(({ latitude }) => ({
      storeId: latitude < 52.001 ? storeId : null,
      receptionPlaceId: null,
      distance: latitude
    }))
  let storeId = 0
  beforeAll(async () => {
    const [row] = await query(
      `insert into warehouse.internal_stores (name, latitude, longitude) values ('A yard', 52, 21) returning id`
    )
    storeId = row?.id
  })

  it('follow the present stay, and make the visits of stores', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest(inYard)
    await send(ingest, imei, [
      { ts: now - 9 * minute, ...here },
      { ts: now - 8 * minute, ...north(40) }
    ])
    expect(await state(id)).toMatchObject({ store_id: storeId, reception_place_distance: here.lat })
    await send(ingest, imei, { ts: now - 5 * minute, ...north(900) })
    await send(ingest, imei, { ts: now - 3 * minute, ...here })
    await send(ingest, imei, { ts: now - 4 * minute, ...north(20) })
    expect((await state(id))?.store_id).toBe(storeId)
    expect(
      await query(
        'select store_id, first_ts, last_ts from iot.store_visits where container_id = $1 order by first_ts',
        [id]
      )
    ).toEqual([
      { store_id: storeId, first_ts: new Date(now - 9 * minute), last_ts: new Date(now - 8 * minute) },
      { store_id: storeId, first_ts: new Date(now - 4 * minute), last_ts: new Date(now - 3 * minute) }
    ])
  })
})
