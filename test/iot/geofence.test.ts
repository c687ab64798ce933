/** Entries and exits: the events that a worker derives from the readings of sensors. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { foldFences } from '../../modules/iot/geofence/fold.ts'
import { type Ingest, startIngest } from '../../modules/iot/ingest/start.ts'
import { locate } from '../../modules/iot/locate.ts'
import { type FenceEvent, onFenceEvents } from '../../modules/iot/public.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type APoint, aCompany, aContainer, aPlace, aStore } from '../helper/factories.ts'
import { silent } from './fixtures/database.ts'

/** A failure prints its seed: `SEED=… npx vitest run test/iot/geofence.test.ts` begins with it. */
const firstSeed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const minute = 60_000

const heard: { added: readonly FenceEvent[]; removed: readonly FenceEvent[] }[] = []
const follower = onFenceEvents.fill(async (_trx, changes) => {
  heard.push(changes)
})

let test: TestApp
let staff: Person
let ingest: Ingest
let storeId: number
let placeId: number
const start = Date.UTC(2026, 3, 1)
const yard: APoint = { latitude: 51.5, longitude: 20.5 }
const away: APoint = { latitude: 51.6, longitude: 20.5 }
const site: APoint = { latitude: 51.7, longitude: 20.5 }

beforeAll(async () => {
  const [first, ...rest] = modules
  test = await anApp({}, [{ ...first!, extends: [...(first!.extends ?? []), follower] }, ...rest])
  staff = await test.signedInAs('ADMIN')
  storeId = (await aStore(test.services.db, { at: yard, reach: 0.01 })).id
  const company = await aCompany(test.services.db, { place: false })
  placeId = (await aPlace(test.services.db, { companyId: company.id, departmentId: company.departmentId, at: site })).id
  ingest = startIngest({
    databaseUrl: test.url,
    settings: { battery: { low: 3.6, critical: 3.4 }, oldestDays: 400 },
    now: () => new Date(start + 40 * 24 * 60 * minute),
    log: silent,
    onPositions: () => undefined,
    places: locate
  })
})
beforeEach(() => void heard.splice(0))
afterAll(async () => {
  await ingest.stop()
  await test.close()
})

interface Reading extends APoint {
  readonly ts: number
}

const send = (imei: string, readings: readonly Reading[]) => {
  const body = readings.map(({ ts, latitude, longitude }) => ({ ts, lat: latitude, lon: longitude, accuracy: 5 }))
  return ingest.receive({ topic: `containers/${imei}/telemetry`, payload: Buffer.from(JSON.stringify(body)) })
}
const stay = (at: APoint, from: number, to: number, every = 5): Reading[] =>
  Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, one) => ({
    ...at,
    ts: start + (from + one * every) * minute
  }))

type Told = { fence: number; fenceId: number; event: number; at: string; dwellSeconds: number | null }
const eventsOf = async ({ id }: { readonly id: number }): Promise<Told[]> =>
  (await staff.get(`/IoT/fence-events?ContainerId=${id}&limit=1000&OrderBy=at`)).body.data
const brief = (events: readonly Told[]) =>
  events
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || b.event - a.event || a.fence - b.fence)
    .map(({ fence, event, at, dwellSeconds }) => [
      fence,
      event,
      Math.round((Date.parse(at) - start) / minute),
      dwellSeconds === null ? null : dwellSeconds / 60
    ])

describe('events of stores and places', () => {
  it('are derived from readings once, and are sent to the extension point and the hub', async () => {
    const container = await aContainer(test.services.db)
    await send(container.imei, [
      ...stay(yard, 0, 30),
      ...stay(away, 40, 60),
      ...stay(site, 70, 100),
      ...stay(away, 110, 120)
    ])
    await foldFences(test.services)
    expect(brief(await eventsOf(container))).toEqual([
      [1, 1, 0, null],
      [1, 2, 10, 10],
      [1, 3, 40, 40],
      [2, 1, 70, null],
      [2, 2, 80, 10],
      [2, 3, 110, 40]
    ])
    const [entry] = await eventsOf(container)
    expect(entry).toMatchObject({ fenceId: storeId, containerNumber: container.container_number })
    expect(heard.flatMap(({ added }) => added)).toHaveLength(6)
    expect(heard.flatMap(({ removed }) => removed)).toEqual([])
    // the same again, and nothing new: nobody is told anything
    heard.splice(0)
    await send(container.imei, stay(yard, 0, 30))
    await test.services
      .db('iot.fence_marks')
      .insert({ container_id: container.id, from_ts: new Date(start), located: false })
    await foldFences(test.services)
    expect(heard).toEqual([])
    expect(await test.services.db('iot.fence_marks')).toEqual([])
  })

  it('say that a container stays once it has been there long enough, though its stay has only grown', async () => {
    const container = await aContainer(test.services.db)
    await send(container.imei, stay(yard, 0, 5, 1))
    await foldFences(test.services)
    expect(brief(await eventsOf(container))).toEqual([[1, 1, 0, null]])
    for (const at of [7, 9]) await send(container.imei, stay(yard, at, at))
    await foldFences(test.services)
    expect(brief(await eventsOf(container))).toHaveLength(1)
    await send(container.imei, stay(yard, 11, 11))
    await foldFences(test.services)
    expect(brief(await eventsOf(container))).toEqual([
      [1, 1, 0, null],
      [1, 2, 10, 10]
    ])
  })

  it('are removed when late readings disprove them', async () => {
    const container = await aContainer(test.services.db)
    await send(container.imei, [...stay(yard, 0, 30), ...stay(yard, 600, 630)])
    await foldFences(test.services)
    expect(brief(await eventsOf(container))).toHaveLength(2)
    heard.splice(0)
    // meanwhile it was elsewhere
    await send(container.imei, stay(away, 100, 300))
    await foldFences(test.services)
    expect(brief(await eventsOf(container))).toEqual([
      [1, 1, 0, null],
      [1, 2, 10, 10],
      [1, 3, 100, 100],
      [1, 1, 600, null],
      [1, 2, 610, 10]
    ])
    expect(heard.flatMap(({ removed }) => removed)).toEqual([])
    // it was away from the beginning, too
    heard.splice(0)
    await send(container.imei, stay(site, -60, -10))
    await foldFences(test.services)
    expect(brief(await eventsOf(container)).slice(0, 3)).toEqual([
      [2, 1, -60, null],
      [2, 2, -50, 10],
      [2, 3, 0, 60]
    ])
  })

  it('are derived although another container was deleted', async () => {
    const marks = { from_ts: new Date(start), located: false }
    await test.services.db('iot.fence_marks').insert({ container_id: 2_000_000_000, ...marks })
    const gone = {
      container_id: 2_000_000_000,
      first_ts: new Date(start),
      last_ts: new Date(start),
      sure_ts: new Date(start)
    }
    await test.services.db('iot.stays').insert({ ...gone, readings: 1, weight: 1, ...yard, store_id: storeId })
    await foldFences(test.services)
    expect(await test.services.db('iot.fence_marks')).toEqual([])
  })

  it('follow a border that is drawn anew', async () => {
    const container = await aContainer(test.services.db)
    await send(container.imei, stay(away, 0, 60))
    await foldFences(test.services)
    expect(await eventsOf(container)).toEqual([])
    const around = ([-1, 1, 1, -1] as const).map((east, at) => ({
      latitude: at < 2 ? 51.601 : 51.599,
      longitude: 20.5 + east / 1000
    }))
    const { body } = await staff.post('/api/Admin/Stores/internal', { name: 'Plac po drodze', borderPoints: around })
    await foldFences(test.services)
    expect((await eventsOf(container)).map(({ fenceId, event }) => [fenceId, event])).toEqual([
      [body.data.id, 1],
      [body.data.id, 2]
    ])
    await test.services.db('warehouse.internal_stores').where({ id: body.data.id }).delete()
  })

  it('are derived from stays that were not written by ingest, too', async () => {
    const since = new Date(start)
    const near = { reception_place_id: placeId, reception_place_distance: 20 }
    const container = await aContainer(test.services.db, { ...site, ...near, stay_first_ts: since })
    const end = { last_ts: new Date(start + 60 * minute), sure_ts: since, readings: 9, weight: 9 }
    await test.services.db('iot.stays').insert({ container_id: container.id, first_ts: since, ...end, ...site })
    await test.services.db.raw('select iot.mark_every_stay()')
    await foldFences(test.services)
    expect(brief(await eventsOf(container))).toEqual([
      [2, 1, 0, null],
      [2, 2, 10, 10]
    ])
  })

  it('do not depend on order, repetition and batches of readings, nor on when they are derived', async () => {
    for (let run = 0; run < 12; run++) {
      const seed = (firstSeed + run) >>> 0
      let state = Math.imul(seed, 2_654_435_761) >>> 0
      const next = (): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return state / 2 ** 32
      }
      const readings: Reading[] = []
      for (let at = 0, leg = 0; leg < 14; leg++) {
        const place = [yard, away, site][Math.floor(next() * 3)] as APoint
        for (const end = at + 5 + next() * 120; at < end; at += 2 + next() * 10) {
          const wander = (): number => (next() - 0.5) * 0.0002
          readings.push({
            latitude: place.latitude + wander(),
            longitude: place.longitude + wander(),
            ts: start + Math.round(at * minute)
          })
        }
        at += 5 + next() * 30
      }
      const [ordered, shuffled] = await Promise.all([aContainer(test.services.db), aContainer(test.services.db)])
      for (let at = 0; at < readings.length; at += 40) await send(ordered.imei, readings.slice(at, at + 40))
      await foldFences(test.services)

      const mixed = [...readings, ...readings.filter(() => next() < 0.2)]
      for (let at = mixed.length - 1; at > 0; at--) {
        // near neighbours as a rule, now and then anyone: late by minutes, or by days
        const other = Math.max(0, at - Math.floor(next() * (next() < 0.1 ? at : 12)))
        ;[mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!]
      }
      while (mixed.length > 0) {
        await send(shuffled.imei, mixed.splice(0, 1 + Math.floor(next() * 25)))
        if (next() < 0.4) await foldFences(test.services)
      }
      await foldFences(test.services)
      const expected = brief(await eventsOf(ordered))
      expect(expected.length, `seed ${seed}`).toBeGreaterThan(3)
      expect(brief(await eventsOf(shuffled)), `seed ${seed}`).toEqual(expected)
      // in and out take turns, and who follows the changes has what the table has
      for (const fence of [1, 2]) {
        const turns = expected.filter(([kind, event]) => kind === fence && event !== 2).map(([, event]) => event)
        expect(turns, `seed ${seed}`).toEqual(turns.map((_, at) => (at % 2 === 0 ? 1 : 3)))
      }
      const kept = new Map<string, number>()
      for (const { added, removed } of heard) {
        for (const event of removed) kept.set(JSON.stringify(event), (kept.get(JSON.stringify(event)) ?? 0) - 1)
        for (const event of added) kept.set(JSON.stringify(event), (kept.get(JSON.stringify(event)) ?? 0) + 1)
      }
      const followed = [...kept].filter(
        ([event, count]) => count === 1 && JSON.parse(event).containerId === shuffled.id
      )
      expect(followed.length, `seed ${seed}`).toBe(expected.length)
      expect(
        [...kept.values()].every(count => count === 0 || count === 1),
        `seed ${seed}`
      ).toBe(true)
      expect(storeId + placeId).toBeGreaterThan(0)
    }
  })
})
