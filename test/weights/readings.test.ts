/** What the agent of a scale reports: with a key of its scope, each reading once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { aStore } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let scaleId: number
let storeId: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  staff = await test.signedInAs('ADMIN')
  storeId = (await aStore(test.services.db, { at: { latitude: 51.1, longitude: 23.4 } })).id
  scaleId = (await staff.post('/api/Admin/Scales', { name: 'Waga 1', storeId })).body.data.id
})
afterAll(() => test.close())

const aKey = async (...scopes: string[]) =>
  (await staff.post('/api/Admin/ApiKeys', { name: `Waga ${scopes}`, scopes })).body.data.key as string
const one = (n: number, weight = 12_340) => ({
  key: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  ...{ weight, at: '2026-06-01T10:00:00Z', raw: `S S ${weight} kg` }
})
const report = (token: string, readings: object[], id = scaleId) =>
  test
    .nobody({ host: officeHost })
    .post(`/api/Scales/${id}/readings`, { readings }, { authorization: `Bearer ${token}` })
const stored = async () => (await staff.get(`/api/Admin/ScaleReadings?ScaleId=${scaleId}`)).body

describe('readings', () => {
  it('are stored once, whatever the agent repeats, and are the scale’s last', async () => {
    const key = await aKey('weights:write')
    expect((await report(key, [one(1), one(2, 8_000)])).body.data).toEqual({ stored: 2, known: 0 })
    expect((await report(key, [one(2, 8_000), one(3, 7_990)])).body.data).toEqual({ stored: 1, known: 1 })
    expect((await stored()).total).toBe(3)
    expect((await staff.get(`/api/Admin/Scales/${scaleId}`)).body.data).toMatchObject({ lastWeight: 7_990 })
  })

  it('need a key of their scope, and a scale that there is', async () => {
    expect((await report(await aKey('orders:write'), [one(10)])).status).toBe(403)
    const key = await aKey('weights:write')
    expect((await report(key, [one(10)], 2_000_000_000)).status).toBe(404)
    const { id } = (await staff.post('/api/Admin/Scales', { name: 'Stara waga', storeId })).body.data
    expect((await staff.call('DELETE', `/api/Admin/Scales/${id}`)).status).toBe(200)
    expect((await report(key, [one(10)], id)).status).toBe(404)
  })

  it.each<[string, object[], string]>([
    ['a negative mass', [one(20, -5)], 'readings.0.weight'],
    ['a mass that no vehicle has', [one(20, 100_001)], 'readings.0.weight'],
    ['a key that is none', [{ ...one(20), key: 'x' }], 'readings.0.key'],
    ['no readings', [], 'readings']
  ])('refuse %s, and store nothing', async (_, readings, field) => {
    const before = (await stored()).total
    const { status, body } = await report(await aKey('weights:write'), readings)
    expect([status, body.Errors[0].PropertyName]).toEqual([400, field])
    expect((await stored()).total).toBe(before)
  })

  it('of two agents at once are stored once', async () => {
    const key = await aKey('weights:write')
    const answers = await Promise.all(Array.from({ length: 6 }, () => report(key, [one(30), one(31)])))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(answers.reduce((sum, { body }) => sum + body.data.stored, 0)).toBe(2)
  })
})

describe('a scale', () => {
  it('has a name of its own in an open store', async () => {
    const taken = await staff.post('/api/Admin/Scales', { name: 'WAGA 1', storeId })
    expect([taken.status, taken.body.Errors[0].PropertyName]).toEqual([409, 'name'])
    expect((await staff.post('/api/Admin/Scales', { name: 'Waga 2', storeId: 2_000_000_000 })).status).toBe(422)
  })
})
