/** Internal stores drawn on the map, and the containers that stand in them. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startIngest } from '../../modules/iot/ingest/start.ts'
import { locate } from '../../modules/iot/locate.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type APoint, aContainer, aStore } from '../helper/factories.ts'
import { silent } from './fixtures/database.ts'

let test: TestApp
let staff: Person
let yards = 0

beforeAll(async () => {
  test = await anApp()
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())

/** A place far from every other of this file. */
const aYard = (): APoint => ({ latitude: rounded(50 + ++yards / 10), longitude: 20 })
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
const square = ({ latitude, longitude }: APoint, reach: number): APoint[] =>
  [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1]
  ].map(([north = 0, east = 0]) => ({
    latitude: rounded(latitude + north * reach),
    longitude: rounded(longitude + east * reach)
  }))
const beside = ({ latitude, longitude }: APoint, by: number): APoint => ({
  latitude,
  longitude: rounded(longitude + by)
})

/** A container that stays there, as ingest stores it. */
async function stayingAt(at: APoint, storeId: number | null = null) {
  const since = new Date('2026-05-01T10:00:00Z')
  const container = await aContainer(test.services.db, { ...at, stay_first_ts: since, store_id: storeId })
  const stay = { container_id: container.id, first_ts: since, last_ts: since, sure_ts: since, readings: 1, weight: 1 }
  await test.services.db('iot.stays').insert({ ...stay, ...at, store_id: storeId })
  return container
}
const storeOf = async ({ id }: { readonly id: number }) =>
  (await staff.get(`/IoT/container/${id}`)).body.data.internalStoreName
const stayStoreOf = async ({ id }: { readonly id: number }) =>
  (await staff.get(`/IoT/container/${id}/history`)).body.data.at(-1).internalStoreName

const path = '/api/Admin/Stores/internal'
const draw = (id: number, body: object, who = staff) => who.put(`${path}/${id}`, body)

describe('a border that is drawn anew', () => {
  it('assigns the containers inside and releases the others at once', async () => {
    const at = aYard()
    const store = await aStore(test.services.db, { at })
    const [inside, near] = [await stayingAt(at, store.id), await stayingAt(beside(at, 0.003))]
    const away = await stayingAt(beside(at, 1))
    expect([await storeOf(inside), await storeOf(near)]).toEqual([store.name, null])

    const answer = await draw(store.id, { name: store.name, borderPoints: square(beside(at, 0.003), 0.001) })
    expect(answer.status).toBe(200)
    expect([await storeOf(inside), await storeOf(near), await storeOf(away)]).toEqual([null, store.name, null])
    expect([await stayStoreOf(inside), await stayStoreOf(near)]).toEqual([null, store.name])
    const stores = (await staff.get(path)).body.data as { id: number; containersAmount: number }[]
    expect(stores.find(({ id }) => id === store.id)?.containersAmount).toBe(1)
    const { body } = await staff.get(`${path}/${store.id}/borderPoints`)
    expect(body.data).toMatchObject(square(beside(at, 0.003), 0.001))
  })

  it('that changes nothing keeps name, position and version; a change is in the history', async () => {
    const at = aYard()
    const store = await aStore(test.services.db, { at })
    const border = square(at, 0.002)
    const first = await draw(store.id, { name: 'Plac  główny ', position: at, borderPoints: border })
    const drawn = (await staff.get(`${path}/${store.id}`)).body.data
    expect(drawn).toMatchObject({ name: 'Plac  główny', corners: 4, position: at, borderPoints: border })
    const again = await draw(store.id, { name: 'Plac  główny', position: at, borderPoints: border })
    expect(again.body).toMatchObject({ unchanged: true, data: { version: first.body.data.version } })
    const moved = await draw(store.id, { name: 'Plac  główny', borderPoints: border.slice(0, 3) })
    expect(moved.body.data.version).toBe(first.body.data.version + 1)
    const halved = (await staff.get(`${path}/${store.id}`)).body.data
    expect(halved).toMatchObject({ corners: 3, position: at })
    expect(halved.area / drawn.area).toBeCloseTo(0.5, 3)
    const { data } = (await staff.get(`${path}/${store.id}/history`)).body
    expect(data).toHaveLength(2)
    expect(JSON.stringify(data[0])).toContain('corners')
    const middle = await draw(store.id, { name: 'Plac  główny', position: null, borderPoints: border.slice(0, 3) })
    expect(middle.body.data.version).toBe(moved.body.data.version + 1)
    expect((await staff.get(`${path}/${store.id}`)).body.data.position).not.toEqual(at)
    const stale = await staff.call(
      'PUT',
      `${path}/${store.id}`,
      { name: 'X', borderPoints: border },
      { 'if-match': '"1"' }
    )
    expect(stale.status).toBe(409)
  })

  it.each([
    ['whose sides cross', (at: APoint) => [0, 2, 1, 3].map(corner => square(at, 0.001)[corner]), 422, 'borderPoints'],
    ['without any area', (at: APoint) => square(at, 0.000001), 422, 'borderPoints'],
    ['of two points', (at: APoint) => square(at, 0.001).slice(2), 400, 'borderPoints'],
    ['beyond the earth', () => square({ latitude: 95, longitude: 0 }, 1), 400, 'borderPoints.0.latitude']
  ])('is refused %s, at its field, and changes nothing', async (_, border, status, field) => {
    const at = aYard()
    const store = await aStore(test.services.db, { at })
    const container = await stayingAt(at, store.id)
    const { body } = await draw(store.id, { name: 'Inna nazwa', borderPoints: border(at) })
    expect(body.status).toBe(status)
    expect(body.Errors[0]).toEqual({ PropertyName: field, ErrorMessage: expect.any(String) })
    expect((await staff.get(`${path}/${store.id}`)).body.data).toMatchObject({ name: store.name, version: 1 })
    expect(await storeOf(container)).toBe(store.name)
  })

  it('has two codes: sides that cross, and a border around nothing', async () => {
    const at = aYard()
    const store = await aStore(test.services.db, { at })
    const crossed = [0, 2, 1, 3].map(corner => square(at, 0.001)[corner])
    expect((await draw(store.id, { name: 'A', borderPoints: crossed })).body.code).toBe('warehouse.borderCrosses')
    expect((await draw(store.id, { name: 'A', borderPoints: square(at, 0.000001) })).body.code).toBe(
      'warehouse.borderEmpty'
    )
  })

  it('is allowed to administrators only', async () => {
    const at = aYard()
    const store = await aStore(test.services.db, { at })
    const technician = await test.signedInAs('SERVICE_TECHNICAN')
    expect((await draw(store.id, { name: 'A', borderPoints: square(at, 1) }, technician)).status).toBe(403)
    const names = async (who: Person) =>
      (await who.get('/api/ui/pages/iot.map')).body.data.commands.map(({ name }: { name: string }) => name)
    expect(await names(technician)).toEqual(['iot.edit'])
    expect(await names(staff)).toEqual(['iot.edit', 'iot.addStore', 'iot.editStore', 'iot.closeStore'])
  })
})

describe('a new internal store', () => {
  it('has a level, is in the middle of its border, and takes in who stands there', async () => {
    const at = aYard()
    const container = await stayingAt(at)
    const { status, body } = await staff.post(path, { name: 'Nowy plac', borderPoints: square(at, 0.001) })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ storeName: 'Nowy plac', containersAmount: 0 })
    expect((await staff.get(`${path}/${body.data.id}`)).body.data).toMatchObject({ position: at })
    expect(await storeOf(container)).toBe('Nowy plac')
  })

  it('has a name of its own, in any letter case', async () => {
    const store = await aStore(test.services.db, { at: aYard() })
    const name = ` ${store.name.toUpperCase()} `
    const { body } = await staff.post(path, { name, borderPoints: square(aYard(), 0.001) })
    expect(body).toMatchObject({ status: 422, code: 'warehouse.storeExists', Errors: [{ PropertyName: 'name' }] })
  })
})

describe('borders that are drawn while readings come in', () => {
  it('leave every container in the store that its stay is in', async () => {
    const at = aYard()
    const store = await aStore(test.services.db, { at })
    const containers = await Promise.all(Array.from({ length: 12 }, () => aContainer(test.services.db)))
    let now = Date.UTC(2026, 4, 2)
    const ingest = startIngest({
      databaseUrl: test.url,
      settings: { battery: { low: 3.6, critical: 3.4 }, oldestDays: 400 },
      now: () => new Date(now),
      log: silent,
      onPositions: () => undefined,
      places: locate
    })
    try {
      for (let round = 0; round < 15; round++) {
        now += 3_600_000
        const drawn = draw(store.id, {
          name: store.name,
          borderPoints: square(beside(at, round % 2 ? 0 : 0.02), 0.001)
        })
        const sent = containers.map(({ imei }, one) => {
          const { latitude, longitude } = beside(at, (one + round) % 3 ? 0 : 0.02)
          const payload = Buffer.from(JSON.stringify({ ts: now, lat: latitude, lon: longitude }))
          return ingest.receive({ topic: `containers/${imei}/telemetry`, payload })
        })
        expect((await drawn).status).toBe(200)
        await Promise.all(sent)
        const { rows } = await test.services.db.raw(
          `select c.store_id, y.latitude, y.longitude, y.store_id as stay_store_id from iot.containers c
            join iot.stays y on y.container_id = c.id and y.first_ts = c.stay_first_ts where c.imei = any(?)`,
          [containers.map(({ imei }) => imei)]
        )
        expect(rows).toHaveLength(containers.length)
        const client = new pg.Client({ connectionString: test.url })
        await client.connect()
        const found = await locate(client, rows)
        await client.end()
        const stores = found.map(({ storeId }) => storeId)
        expect(rows.map((row: { store_id: number | null }) => row.store_id)).toEqual(stores)
        expect(rows.map((row: { stay_store_id: number | null }) => row.stay_store_id)).toEqual(stores)
        expect(new Set(stores).size).toBe(2)
      }
    } finally {
      await ingest.stop()
    }
  })
})
