/**
 * The order in which readings come does not matter. Random readings of one sensor are sent twice: to one container in the
 * order of their time, in one message; to its twin shuffled, repeated, cut into messages anyhow, by two processes of
 * ingest, one after another or all at once. Everything that is stored must be the same, and be what the pure rule says.
 *
 * Each run has new readings. A failure prints its seed: `SEED=… npx vitest run test/iot/ingest-order.test.ts` repeats it.
 */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Ingest } from '../../modules/iot/ingest/start.ts'
import { staysOf } from '../../modules/iot/ingest/stays.ts'
import type { Locate } from '../../modules/iot/ingest/types.ts'
import { aContainer, anIngest, minute, north, now, prepareTables, query, send, staysNow } from './fixtures/ingest.ts'

prepareTables()

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const runs = Number(process.env.RUNS ?? 40)

let storeId = 0
beforeAll(async () => {
  const [row] = await query(
    `insert into warehouse.internal_stores (name, latitude, longitude) values ('A yard', 52, 21) returning id`
  )
  storeId = row?.id
})

/** The yard ends 150 m north; the nearest place is as far as the latitude says. */
const inYard: Locate = async (_, points) =>
  points.map(({ latitude }) => ({
    storeId: latitude < north(150).lat ? storeId : null,
    receptionPlaceId: null,
    distance: latitude
  }))

/** Everything that follows from the readings of a container. */
async function everything(id: number) {
  const [present] = await query(
    `select status, last_active_at, heard_at, latitude, longitude, position_ts, battery, battery_ts, battery_status,
      stay_first_ts, store_id, reception_place_id, reception_place_distance, version
      from iot.containers where id = $1`,
    [id]
  )
  return {
    present,
    readings: await query(
      `select ts, latitude, longitude, accuracy, battery from iot.readings where container_id = $1 order by ts`,
      [id]
    ),
    stays: await query(
      `select first_ts, last_ts, latitude, longitude, readings, weight, settled_ts, sure_ts, store_id
        from iot.stays
        where container_id = $1 order by first_ts`,
      [id]
    ),
    visits: await query(
      `select store_id, first_ts, last_ts from iot.store_visits where container_id = $1 order by first_ts`,
      [id]
    ),
    history: await query(
      `select code, before, after from kernel.changes where resource_type = 'iot.container' and subject_id = $1`,
      [id]
    )
  }
}

interface Body {
  ts: number
  lat?: number
  lon?: number
  accuracy?: number
  battery?: number
}
const bodies = fc.uniqueArray(
  fc.record({
    ts: fc.integer({ min: 0, max: 120 }).map(at => now - at * minute),
    accuracy: fc.constantFrom(undefined, undefined, 0, 5, 20, 300),
    steps: fc.nat({ max: 1_000 }),
    battery: fc.option(fc.constantFrom(3.3, 3.5, 3.9), { nil: undefined }),
    life: fc.integer({ min: 0, max: 5 }).map(n => n === 0)
  }),
  { selector: one => one.ts, minLength: 1, maxLength: 60 }
)
const deliveries = fc.record({
  /** At rest, in a yard, in a town: how many steps of 15 m it wanders. */
  spread: fc.constantFrom(2, 5, 8, 14, 41),
  order: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
  repeats: fc.array(fc.nat(), { maxLength: 15 }),
  cuts: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 }),
  racing: fc.boolean()
})

it(`readings that are shuffled, repeated and late give the same stays as ordered ones (seed ${seed})`, async () => {
  const inOrder = anIngest(inYard)
  const two = [anIngest(inYard), anIngest(inYard)] as const
  await fc.assert(
    fc.asyncProperty(bodies, deliveries, async (all, { spread, order, repeats, cuts, racing }) => {
      const sent: Body[] = all.map(({ ts, steps, accuracy, battery, life }) => ({
        ts,
        ...(life ? {} : { ...north((steps % spread) * 15), ...(accuracy === undefined ? {} : { accuracy }) }),
        ...(battery === undefined ? {} : { battery })
      }))
      const ordered = [...sent].sort((a, b) => a.ts - b.ts)
      const one = await aContainer()
      await send(inOrder, one.imei, ordered)

      const left = [...sent, ...repeats.map(at => sent[at % sent.length])]
      const shuffled = order.concat(order).flatMap(at => left.splice(at % Math.max(1, left.length), 1))
      expect(left).toEqual([])
      const twin = await aContainer()
      const sending: Promise<void>[] = []
      for (let turn = 0; shuffled.length > 0; turn++) {
        const part = shuffled.splice(0, cuts[turn % cuts.length])
        sending.push(send(two[turn % 2] as Ingest, twin.imei, part.length === 1 ? part[0] : part))
        if (!racing) await sending.at(-1)
      }
      await Promise.all(sending)

      expect(await everything(twin.id)).toEqual(await everything(one.id))
      const positions = ordered.flatMap(({ ts, lat, lon, accuracy = null }) =>
        lat === undefined || lon === undefined ? [] : [{ ts, latitude: lat, longitude: lon, accuracy }]
      )
      expect(await staysNow(twin.id)).toEqual(
        staysOf(positions).map(({ firstTs, lastTs, latitude, longitude, readings }) => ({
          firstTs,
          lastTs,
          latitude,
          longitude,
          readings
        }))
      )
    }),
    // In time for its counterexample to be printed, however long that one takes to be made small.
    { numRuns: runs, seed, interruptAfterTimeLimit: Math.max(12_000, runs * 100) }
  )
})

it('a late reading counts as one of the readings in doubt, of which there are at most four', async () => {
  const trace = [...Array(20).fill(0), 100, 100, 100, 100, 100, 5_000, 5_000].map((metres, at) => ({
    ts: now - (40 - at) * minute,
    ...north(metres)
  }))
  const ordered = await aContainer()
  const ingest = anIngest()
  await send(ingest, ordered.imei, trace)
  for (let late = 19; late < trace.length; late++) {
    const twin = await aContainer()
    await send(
      ingest,
      twin.imei,
      trace.filter((_, at) => at !== late)
    )
    await send(ingest, twin.imei, trace[late])
    expect(await staysNow(twin.id), `reading ${late} came late`).toEqual(await staysNow(ordered.id))
  }
})
