/** Batteries that people record as changed: what counts from then on, what history says, and the way back. */
import { beforeAll, describe, expect, it } from 'vitest'
import { keepForecasts } from '../../modules/iot/battery/keep.ts'
import { BatteryTrend } from '../../modules/iot/schema.ts'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { aKey, send } from '../files/fixtures/uploading.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aContainer } from '../helper/factories.ts'
import { aPng } from '../helper/files.ts'

const dayMs = 86_400_000

let test: SharedApp
let technician: Person
let staff: Person
/** The field that says what can be undone reads the database's clock. */
const today = (): string => dayOf(test.clock.now)

beforeAll(async () => {
  test = await aSharedApp()
  ;[technician, staff] = await Promise.all([test.signedInAs('SERVICE_TECHNICAN'), test.signedInAs('ADMIN')])
  test.clock.now = new Date()
})

const container = (given = {}) => aContainer(test.services.db, given)
const change = (id: number, changedDate: string, more = {}, who = technician) =>
  who.post(`/IoT/container/${id}/battery`, { changedDate, ...more })
const undo = (id: number, who = technician) => who.call('DELETE', `/IoT/container/${id}/battery`)
const one = async (id: number) => (await technician.get(`/IoT/container/${id}`)).body.data
const history = async (id: number) => (await staff.get(`/IoT/container/${id}/changes`)).body.data

describe('a changed battery', () => {
  it('is recorded by the technician with the day, who it was, and its history', async () => {
    const { id } = await container()
    const { status, body } = await change(id, today())
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ batteryChangedDate: today(), batteryChangedToday: true })
    expect((await one(id)).batteryChangedBy).toMatch(/\S+ \S+/)
    const [entry] = await history(id)
    expect(entry.statusDescription).toBe('Wymieniono baterię')
    expect(entry.changes).toEqual([{ field: 'batteryChangedDate', before: null, after: today() }])
  })

  it.each([
    ['in the future', 1, 'Wymiana nie może mieć daty z przyszłości.'],
    [
      'before the change that is recorded',
      -3,
      'Zapisana jest już późniejsza wymiana. Podaj późniejszy dzień albo najpierw ją cofnij.'
    ]
  ])('cannot be %s', async (_, days, sentence) => {
    const { id } = await container()
    await change(id, addDays(today(), -2))
    const { status, body } = await change(id, addDays(today(), days))
    expect(status).toBe(400)
    expect(body.Errors).toEqual([expect.objectContaining({ PropertyName: 'changedDate', ErrorMessage: sentence })])
    expect((await one(id)).batteryChangedDate).toBe(addDays(today(), -2))
  })

  it('keeps its photos with the container', async () => {
    const { id } = await container()
    const key = await aKey(technician, 'bateria.png', `photos/${id}`)
    await send(test, key, aPng())
    expect((await change(id, today(), { blobFileNames: [key.blobName] })).status).toBe(200)
    expect((await one(id)).photos).toMatchObject([{ originalFileName: 'bateria.png' }])
    await undo(id)
    expect((await one(id)).photos).toHaveLength(1)
    const other = await container()
    const lost = await change(other.id, today(), { blobFileNames: [key.blobName] })
    expect([lost.status, lost.body.code]).toEqual([422, 'files.notUploaded'])
    expect((await one(other.id)).batteryChangedDate).toBeNull()
  })

  it('is undone until the end of the day, and the change before it counts again', async () => {
    const { id } = await container()
    await change(id, addDays(today(), -5), {}, staff)
    await change(id, today())
    expect((await undo(id, staff)).body.data).toMatchObject({ batteryChangedDate: addDays(today(), -5) })
    expect((await history(id))[0]).toMatchObject({
      statusDescription: 'Cofnięto wymianę baterii',
      changes: [{ field: 'batteryChangedDate', before: today(), after: addDays(today(), -5) }]
    })
    await test.services
      .db('iot.battery_changes')
      .where({ container_id: id })
      .update({ recorded_at: new Date(test.clock.now.getTime() - dayMs) })
    expect((await one(id)).batteryChangedToday).toBe(false)
    expect((await undo(id)).status).toBe(409)
    expect((await one(id)).batteryChangedDate).toBe(addDays(today(), -5))
  })
})

describe('a change of a battery', () => {
  it.each(['DRIVER', 'CLIENT_ADMIN', 'CLIENT'] as const)('is refused to a %s, as is its undo', async role => {
    const { id } = await container()
    await change(id, today())
    const person = await test.signedInAs(role)
    const refusals = [await change(id, today(), {}, person), await undo(id, person)]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403])
    expect((await person.get('/api/ui/forms/iot.changeBattery')).status).toBe(404)
    expect((await one(id)).batteryChangedDate).toBe(today())
    expect(await test.services.db('iot.battery_changes').where({ container_id: id })).toHaveLength(1)
  })
})

describe('the forecast of a changed battery', () => {
  const readings = (containerId: number, ago: number, volts: readonly number[]) =>
    test.services.db('iot.readings').insert(
      volts.map((battery, at) => ({
        container_id: containerId,
        ts: new Date(test.clock.now.getTime() - ago * dayMs - (volts.length - at) * 600_000),
        received_at: test.clock.now,
        battery
      }))
    )
  const forecast = async (id: number) => {
    await keepForecasts(test.services)
    const { batteryTrend, daysUntilCritical } = await one(id)
    return { batteryTrend, daysUntilCritical }
  }
  const medians = async (id: number): Promise<string[]> =>
    (await test.services.db('iot.battery_days').where({ container_id: id }).orderBy('day').select('volts')).map(
      ({ volts }) => Number(volts).toFixed(2)
    )

  it('begins anew at once, and from readings since the change; undone, it is as it was', async () => {
    const { id } = await container({ battery: 3.5, battery_status: 2 })
    for (let ago = 1; ago <= 12; ago++) await readings(id, ago, [3.48 + 0.01 * ago, 3.48 + 0.01 * ago])
    const before = await forecast(id)
    expect(before.batteryTrend).toBe(BatteryTrend.falling)
    const none = { batteryTrend: BatteryTrend.unknown, daysUntilCritical: null }

    const answer = await change(id, today())
    expect(answer.body.data).toMatchObject(none)
    expect(await forecast(id)).toEqual(none)
    expect(await medians(id)).toEqual([])

    await undo(id)
    expect(await forecast(id)).toEqual(before)
    expect(await medians(id)).toHaveLength(12)
  })

  it('of an earlier day counts whole days after it', async () => {
    const { id } = await container({ battery: 4, battery_status: 1 })
    for (let ago = 9; ago <= 12; ago++) await readings(id, ago, [3.45])
    for (let ago = 1; ago <= 7; ago++) await readings(id, ago, [4.1])
    await readings(id, 8, [3.45, 3.45, 4.1])
    await forecast(id)
    expect(await medians(id)).toHaveLength(12)
    await change(id, addDays(today(), -8))
    await forecast(id)
    expect(await medians(id)).toEqual(Array(7).fill('4.10'))
  })
})
