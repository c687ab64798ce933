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

  it('a late reading elsewhere breaks the stay it falls into', async () => {
    const { imei, id } = await aContainer()
    const ingest = anIngest()
    for (const at of [9, 8, 6, 5]) await send(ingest, imei, { ts: now - at * minute, ...here })
    await send(ingest, imei, { ts: now - 7 * minute, ...north(600) })
    expect((await staysNow(id)).map(stay => stay.readings)).toEqual([2, 1, 2])
    await send(ingest, imei, { ts: now, ...here })
    expect((await staysNow(id)).map(stay => stay.readings)).toEqual([2, 1, 3])
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
