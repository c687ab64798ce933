/** The service page, and the round of the containers that are chosen there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxStops } from '../../modules/iot/service/round.ts'
import { metresBetween } from '../../src/kernel/database/earth.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aContainer, aStore } from '../helper/factories.ts'

let test: TestApp
let technician: Person
let stores: { id: number }[]

beforeAll(async () => {
  test = await anApp()
  technician = await test.signedInAs('SERVICE_TECHNICAN')
  stores = [
    await aStore(test.services.db, { name: 'Plac Północ', at: { latitude: 54, longitude: 20 } }),
    await aStore(test.services.db, { name: 'Plac Południe', at: { latitude: 50, longitude: 20 } })
  ]
})
afterAll(() => test.close())

const at = (latitude: number, store = 1, more: object = {}) =>
  aContainer(test.services.db, { latitude, longitude: 20, assigned_store_id: stores[store]?.id, ...more })
const round = async (...ids: number[]) => (await technician.get(`/IoT/service-round?ids=${ids.join()}`)).body
const numbersOf = (stops: { containerNumber: string }[]) => stops.map(({ containerNumber }) => containerNumber)

describe('a service round', () => {
  it('goes from the store that services most of them to the nearest next; without a position comes last', async () => {
    const [far, near, other, lost] = [
      await at(52),
      await at(50.1),
      await at(53, 0),
      await aContainer(test.services.db, { assigned_store_id: stores[1]?.id })
    ]
    const { data } = await round(lost.id, other.id, far.id, near.id)
    expect(data.start).toMatchObject({ id: stores[1]?.id, name: 'Plac Południe' })
    expect(numbersOf(data.stops)).toEqual([near, far, other, lost].map(row => row.container_number))
    const from = (one: number, two: number) =>
      Math.round(metresBetween({ latitude: one, longitude: 20 }, { latitude: two, longitude: 20 }))
    const ways = [from(50, 50.1), from(50.1, 52), from(52, 53)]
    expect(data.stops.map((stop: { metresFromPrevious: number }) => stop.metresFromPrevious)).toEqual([...ways, null])
    expect(data.metres).toBe(ways[0]! + ways[1]! + ways[2]!)
  })

  it('begins with the first that is chosen where no store services any', async () => {
    const made = [await at(51, 9), await at(50.5, 9), await at(52, 9)]
    const { data } = await round(...made.map(({ id }) => id))
    expect(data.start).toBeNull()
    expect(data.stops[0]).toMatchObject({ id: made[0]?.id, metresFromPrevious: null })
  })

  it.each(['', 'x', '1,,x', '0', '-1', '2147483648'])('of the ids %j is refused', async ids => {
    const { status, body } = await technician.get(`/IoT/service-round?ids=${ids}`)
    expect([status, body.Errors[0].PropertyName]).toEqual([400, 'ids'])
  })

  it('refuses too many containers, and one that does not exist', async () => {
    const many = Array.from({ length: maxStops + 1 }, (_, n) => n + 1)
    expect(await round(...many)).toMatchObject({
      status: 400,
      Errors: [{ ErrorMessage: expect.stringMatching(/200/) }]
    })
    expect((await round((await at(51)).id, 2_000_000)).status).toBe(404)
    const client = await test.signedInAs('CLIENT_ADMIN')
    expect((await client.get('/IoT/service-round?ids=1')).status).toBe(403)
  })
})

describe('the page of the service', () => {
  it('has the soonest critical battery first, any number may be chosen, and battery and status narrow it', async () => {
    const { list } = (await technician.get('/api/ui/pages/iot.service')).body.data
    expect(list).toMatchObject({ selection: 'many', sort: 'daysUntilCritical' })
    expect(
      list.commands.map(({ name, selection, bulk }: Record<string, string>) => [name, selection, bulk])
    ).toContainEqual(['iot.serviceRound', 'some', 'all'])
    const critical = await at(51, 1, { battery: 3.3, battery_status: 3, status: 7 })
    const found = async (query: string) => (await technician.get(`/IoT/containers-list?${query}`)).body
    expect((await found('BatteryStatus=3')).data).toMatchObject([{ id: critical.id, daysUntilCritical: 0 }])
    expect((await found('ContainerStatus=7')).total).toBe(1)
    expect((await found('ContainerStatus=11')).status).toBe(400)
  })
})
