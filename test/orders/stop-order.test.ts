/** The stops of a route in the order that people choose. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person, TestApp } from '../helper/app.ts'
import { type PlannedRoutes, plannedRoutes } from './fixtures/planned-routes.ts'
import { aPlanning, type Planning } from './fixtures/planning.ts'

let test: TestApp
let staff: Person
let order: Planning['order']
let realize: Planning['realize']
let stored: PlannedRoutes['stored']
let planned: PlannedRoutes['planned']
let notified: PlannedRoutes['notified']
let reorder: PlannedRoutes['reorder']
let history: PlannedRoutes['history']
let stops: PlannedRoutes['stops']
let routeOf: PlannedRoutes['routeOf']

beforeAll(async () => {
  const planning = await aPlanning()
  ;({ test, staff, order, realize } = planning)
  ;({ stored, planned, notified, reorder, history, stops, routeOf } = plannedRoutes(planning))
})
afterAll(() => test.close())

describe('the stops in an order that people choose', () => {
  it('are numbered so, history says from what to what, and only of those that moved', async () => {
    const { ids, vehicleId } = await planned(3)
    const [a, b, c] = ids as [number, number, number]
    const { version } = await routeOf(vehicleId)
    await notified([a, b, c])
    const before = await stored(a)
    expect((await reorder([a, c, b], version)).status).toBe(200)
    const stillTold = await Promise.all([a, b, c].map(async id => (await stored(id)).notification_sent))
    expect(stillTold).toEqual([true, false, false])
    expect(await stops(vehicleId)).toEqual([a, c, b])
    expect(await history(b)).toMatchObject([
      {
        statusDescription: 'Zmieniono kolejność na trasie',
        changes: expect.arrayContaining([expect.objectContaining({ before: 2, after: 3 })])
      },
      {}
    ])
    expect(await history(a)).toHaveLength(1)
    expect((await stored(a)).version).toBe(before.version)
    expect(await routeOf(vehicleId)).toMatchObject({ by_hand: true, version: version + 1 })
  })

  it('keep that order when others join and leave; a joining stop adds the least distance', async () => {
    const { ids, vehicleId } = await planned(3)
    const [a, b, c] = ids as [number, number, number]
    await reorder([c, b, a], (await routeOf(vehicleId)).version)
    const between = await order(2.5)
    await realize([between], vehicleId)
    expect(await stops(vehicleId)).toEqual([c, between, b, a])
    await staff.put(`/api/Admin/Orders/${b}/set-accepted`)
    expect(await stops(vehicleId)).toEqual([c, between, a])
  })

  it('follow the rules again once they are put into the rules’ order', async () => {
    const { ids, vehicleId } = await planned(2)
    await reorder(ids.toReversed(), (await routeOf(vehicleId)).version)
    await reorder(ids, (await routeOf(vehicleId)).version)
    expect(await routeOf(vehicleId)).toMatchObject({ by_hand: false })
  })

  it('by two at once: one is saved whole, and the other gets a conflict', async () => {
    const { ids, vehicleId } = await planned(4)
    const [a, b, c, d] = ids as [number, number, number, number]
    const colleague = await test.signedInAs('ADMIN')
    const { version } = await routeOf(vehicleId)
    const wanted = [
      [d, c, b, a],
      [b, a, d, c]
    ]
    const answers = await Promise.all([reorder(wanted[0]!, version), reorder(wanted[1]!, version, colleague)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = answers.findIndex(({ status }) => status === 200)
    expect(await stops(vehicleId)).toEqual(wanted[won])
    expect(answers[1 - won]?.body).toMatchObject({ code: 'orders.routeChanged' })
    expect((await routeOf(vehicleId)).version).toBe(version + 1)
  })

  it('while another order joins are refused, or keep it', async () => {
    const { ids, vehicleId } = await planned(3)
    const joining = await order(1.5)
    const { version } = await routeOf(vehicleId)
    const [answer] = await Promise.all([reorder(ids.toReversed(), version), realize([joining], vehicleId)])
    const after = await stops(vehicleId)
    expect(after.toSorted()).toEqual([...ids, joining].toSorted())
    const kept = after.filter(id => id !== joining)
    expect([answer.status, kept]).toEqual(answer.status === 200 ? [200, ids.toReversed()] : [409, ids])
  })

  it.each<[string, (ids: number[]) => Promise<number[]>]>([
    ['some of them', async ids => ids.slice(1)],
    ['those of another route, too', async ids => [...ids, ...(await planned(1)).ids]]
  ])('must be all of the route’s, and not %s', async (_what, given) => {
    const { ids, vehicleId } = await planned(2)
    const { version } = await routeOf(vehicleId)
    expect((await reorder(await given(ids), version)).body).toMatchObject({ status: 409, code: 'orders.routeChanged' })
    expect(await stops(vehicleId)).toEqual(ids)
  })

  it('do not change finished stops, which keep their numbers', async () => {
    const { ids, vehicleId } = await planned(3)
    const [a, b, c] = ids as [number, number, number]
    await test.services.db('orders.orders').where({ id: a }).update({ status: 3 })
    const { version } = await routeOf(vehicleId)
    expect((await reorder([a, c, b], version)).body).toMatchObject({
      status: 409,
      detail: 'Ułożyć można tylko punkty, które są jeszcze w realizacji.'
    })
    expect((await reorder([c, b], version)).status).toBe(200)
    expect(await stops(vehicleId)).toEqual([a, c, b])
  })
})
