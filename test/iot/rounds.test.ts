/** Rounds that are worked: begun by a person, decided stop by stop, and kept by the server for that person alone. */
import { beforeAll, describe, expect, it } from 'vitest'
import { longLegMetres } from '../../modules/iot/rules.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aContainer, aStore } from '../helper/factories.ts'

let test: SharedApp
let technician: Person
let other: Person
let storeId: number

beforeAll(async () => {
  test = await aSharedApp()
  ;[technician, other] = [await test.signedInAs('SERVICE_TECHNICAN'), await test.signedInAs('ADMIN')]
  storeId = (await aStore(test.services.db, { name: 'Plac Wschód', at: { latitude: 50, longitude: 20 } })).id
})

const at = (latitude: number | null) => aContainer(test.services.db, { latitude, longitude: latitude && 20 })
const begin = (containerIds: number[], more = {}, who = technician) =>
  who.post('/IoT/rounds', { containerIds, ...more })
const current = async (who = technician) => (await who.get('/IoT/rounds/current')).body.data
const decide = (id: number, containerId: number, state: number, note?: string) =>
  technician.put(`/IoT/rounds/${id}/stop`, { containerId, state, ...(note === undefined ? {} : { note }) })
const numbers = (stops: { containerNumber: string }[]) => stops.map(({ containerNumber }) => containerNumber)

describe('a round that is worked', () => {
  it('begins at a store or a position, keeps its order, and is its person’s alone', async () => {
    const [near, far, lost] = [await at(50.1), await at(51), await at(null)]
    const ids = [lost.id, far.id, near.id]
    const { status, body } = await begin(ids, { startStoreId: storeId })
    expect([status, body.data.stops, body.data.done]).toEqual([201, 3, 0])
    const round = await current()
    expect(round).toMatchObject({ id: body.data.id, startStoreName: 'Plac Wschód' })
    expect(numbers(round.stops)).toEqual([near, far, lost].map(row => row.container_number))
    expect(round.stops.map((stop: { state: number }) => stop.state)).toEqual([0, 0, 0])
    expect(await current(other)).toBeNull()
    expect((await other.put(`/IoT/rounds/${round.id}/end`)).status).toBe(404)

    await begin(ids, { latitude: 52, longitude: 20 })
    const fromHere = await current()
    expect(numbers(fromHere.stops)).toEqual([far, near, lost].map(row => row.container_number))
    expect(fromHere.startStoreName).toBeNull()
    expect(fromHere.stops[0].metresFromPrevious).toBeGreaterThan(110_000)
  })

  it('keeps what was done at each stop, with its note; what was not possible says why', async () => {
    const made = [await at(50.1), await at(50.2)]
    const { id } = (await begin(made.map(row => row.id))).body.data
    const [first, second] = made.map(row => row.id) as [number, number]
    expect((await decide(id, first, 1)).body.data).toMatchObject({ done: 1, notPossible: 0 })
    const refused = await decide(id, second, 2)
    expect([refused.status, refused.body.Errors]).toEqual([
      400,
      [expect.objectContaining({ PropertyName: 'note', ErrorMessage: 'Napisz, dlaczego się nie dało.' })]
    ])
    await decide(id, second, 2, 'Brama zamknięta')
    expect((await current()).stops).toMatchObject([
      { state: 1, note: null, decidedDate: expect.any(String) },
      { state: 2, note: 'Brama zamknięta' }
    ])
    expect((await decide(id, second, 2, 'Brama zamknięta')).body.unchanged).toBe(true)
    expect((await decide(id, second, 0)).body.data).toMatchObject({ done: 1, notPossible: 0 })
    expect((await current()).stops[1]).toMatchObject({ state: 0, decidedDate: null })
    expect((await decide(id, (await at(50)).id, 1)).status).toBe(422)
  })

  it('ends, or is ended by the next one, and is then left as it is', async () => {
    const { id: containerId } = await at(50.1)
    const { id } = (await begin([containerId])).body.data
    const next = (await begin([containerId])).body.data
    const late = await decide(id, containerId, 1)
    expect([late.status, late.body.code]).toEqual([409, 'iot.roundEnded'])
    expect((await current()).id).toBe(next.id)
    expect((await technician.put(`/IoT/rounds/${next.id}/end`)).body.data.endedDate).toEqual(expect.any(String))
    expect(await current()).toBeNull()
  })

  it('refuses a container and a store that are not there', async () => {
    expect((await begin([2_000_000])).status).toBe(404)
    const { status, body } = await begin([(await at(50)).id], { startStoreId: 2_000_000 })
    expect([status, body.Errors[0].PropertyName]).toEqual([400, 'startStoreId'])
  })
})

describe('every call of rounds', () => {
  it.each(['DRIVER', 'CLIENT_ADMIN', 'CLIENT'] as const)('is refused to a %s, and nothing changes', async role => {
    const { id: containerId } = await at(50.1)
    const { id } = (await begin([containerId])).body.data
    const person = await test.signedInAs(role)
    const calls = await Promise.all([
      person.get(`/IoT/service-round?ids=${containerId}`),
      person.get('/IoT/rounds/current'),
      person.post('/IoT/rounds', { containerIds: [containerId] }),
      person.put(`/IoT/rounds/${id}/stop`, { containerId, state: 1 }),
      person.put(`/IoT/rounds/${id}/end`)
    ])
    expect(calls.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    for (const described of ['forms/iot.decideStop', 'pages/iot.round'])
      expect((await person.get(`/api/ui/${described}`)).status).toBe(404)
    expect(await current()).toMatchObject({ id, stops: [{ state: 0 }] })
  })

  it('is about the caller’s own round: another’s is not there, for an administrator neither', async () => {
    const { id: containerId } = await at(50.1)
    const { id } = (await begin([containerId])).body.data
    expect((await other.put(`/IoT/rounds/${id}/stop`, { containerId, state: 1 })).status).toBe(404)
    expect((await other.put(`/IoT/rounds/${id}/end`)).status).toBe(404)
    expect(await current()).toMatchObject({ id, stops: [{ state: 0 }] })
  })
})

describe('a leg of a round', () => {
  it('is far over a hundred kilometres', async () => {
    // a degree of latitude is 111.2 km
    const degrees = longLegMetres / 111_195
    const made = [await at(50 + degrees * 0.99), await at(50 + degrees * 2.01)]
    const { data } = (
      await technician.get(`/IoT/service-round?ids=${made.map(row => row.id).join()}&startStoreId=${storeId}`)
    ).body
    expect(data.stops.map((stop: { isFar: boolean }) => stop.isFar)).toEqual([false, true])
  })
})
