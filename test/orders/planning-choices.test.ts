/** What planning is offered: vehicles for the chosen orders, and the internal stores of an order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person, TestApp } from '../helper/app.ts'
import { anItem, aStore, aVehicle } from '../helper/factories.ts'
import { aPlanning, east, type Planning, today, tomorrow } from './fixtures/planning.ts'

let test: TestApp
let staff: Person
let itemId: number
let order: Planning['order']
let realize: Planning['realize']

beforeAll(async () => {
  ;({ test, staff, itemId, order, realize } = await aPlanning())
})
afterAll(() => test.close())

describe('vehicles for orders', () => {
  const matched = async (query: string) => (await staff.get(`/api/Admin/Vehicles/matched-vehicles?${query}`)).body

  it('come with those that carry every item first, and what the orders weigh', async () => {
    const other = (await anItem(test.services.db)).id
    const both = await aVehicle(test.services.db, { items: [itemId, other], plate: 'ZZ 2' })
    const one = await aVehicle(test.services.db, { items: [itemId], plate: 'AA 1' })
    const [first, second] = [await order(), await order(null, 1, other)]
    const { data, total } = await matched(`OrdersId=${first}&OrdersId=${second}`)
    expect(data[0]).toEqual({
      id: both.id,
      brand: 'MAN',
      model: 'TGS',
      registerNumber: 'ZZ 2',
      driverId: both.driver_id,
      driver: expect.stringMatching(/^Anna Nowak/),
      matched: true,
      missing: [],
      capacity: 1.5,
      day: null,
      days: 0,
      load: 3,
      stops: 0,
      plannedLoad: 0,
      nearest: null,
      driverElsewhere: [],
      driverAway: false,
      outOfService: false,
      proposed: null
    })
    expect(data[1]).toMatchObject({ id: one.id, matched: false, missing: [expect.stringContaining('Pozycja')] })
    expect(total).toBe(data.length)
    expect((await matched(`ordersid=${first}`)).data[0]).toMatchObject({ id: one.id, matched: true, load: 1.5 })
  })

  it('are asked for what the orders weigh in their lists, too', async () => {
    const tonnage = (await anItem(test.services.db, { orderTypeId: 2 })).id
    const ids = [await order(), await order(null, 1, tonnage)]
    await test.services.db('orders.orders').where({ id: ids[1] }).update({ quantity: 7, order_type_id: 2 })
    const loads: number[] = []
    for (const id of ids) loads.push((await staff.get(`/api/Admin/Orders?OrderId=${id}`)).body.data[0].load)
    expect(loads).toEqual([1.5, 7])
    const { data } = await matched(ids.map(id => `OrdersId=${id}`).join('&'))
    expect(data[0].load).toBe(8.5)
  })

  it('come with the most room left that day first, whatever their plates', async () => {
    const [full, free] = [
      await aVehicle(test.services.db, { items: [itemId], plate: 'RM 1' }),
      await aVehicle(test.services.db, { items: [itemId], plate: 'RM 2' })
    ]
    await realize([await order(1)], full.id)
    const plates = async (query: string) =>
      (await matched(`DriverNameOrRegistrationNumber=RM&OrdersId=${await order()}${query}`)).data.map(
        (each: { registerNumber: string }) => each.registerNumber
      )
    expect(await plates('')).toEqual(['RM 1', 'RM 2'])
    expect(await plates(`&day=${tomorrow}`)).toEqual(['RM 2', 'RM 1'])
    expect(await plates(`&day=${tomorrow}&limit=1&page=2`)).toEqual(['RM 1'])
    expect(free.id).toBeGreaterThan(full.id)
  })

  it('include a proposed one, which has room and passes near the place if any does', async () => {
    // of items of their own: no vehicle of the other tests carries them
    const { db } = test.services
    const [item, large] = [(await anItem(db)).id, (await anItem(db)).id]
    await db('catalogue.order_type_items').where({ id: large }).update({ value: 4.5 })
    const [near, far] = [
      await aVehicle(db, { items: [item, large], plate: 'PR 1' }),
      await aVehicle(db, { items: [item, large], plate: 'PR 2' })
    ]
    const proposed = async (orderId: number) =>
      (await matched(`OrdersId=${orderId}&day=${tomorrow}`)).data
        .filter((each: { proposed: string | null }) => each.proposed)
        .map(({ id, nearest, proposed: why }: { id: number; nearest: number | null; proposed: string }) => [
          id === near.id ? 'near' : 'far',
          nearest,
          why
        ])
    expect(await proposed(await order(2, 1, item))).toEqual([['near', null, 'room']])
    await realize([await order(1, 1, item)], near.id)
    await realize([await order(30, 1, item)], far.id)
    expect(await proposed(await order(2, 1, item))).toEqual([['near', expect.closeTo(6976, -2), 'passesBy']])
    expect(await proposed(await order(31, 1, item))).toEqual([['far', expect.closeTo(6976, -2), 'passesBy']])
    // on the first page, though by room and plate the other one would be first
    const first = `OrdersId=${await order(31, 1, item)}&day=${tomorrow}&limit=1`
    expect((await matched(first)).data.map(({ id }: { id: number }) => id)).toEqual([far.id])
    await realize([await order(1, 1, item), await order(1, 1, item)], near.id)
    expect(await proposed(await order(12, 1, item))).toEqual([['far', expect.any(Number), 'room']])
    // some 195 km away
    const lonely = await order(2, 1, item)
    expect(await proposed(lonely)).toEqual([])
    expect(await matched(`OrdersId=${lonely}&day=${tomorrow}`)).toMatchObject({ unproposed: 'far' })
  })

  it('say where their driver is that day, come after those whose driver is free, and are not proposed', async () => {
    const { db } = test.services
    const item = (await anItem(db)).id
    const [one, taken, full] = [
      await aVehicle(db, { items: [item], plate: 'DR 1' }),
      await aVehicle(db, { items: [item], plate: 'DR 2' }),
      await aVehicle(db, { items: [item], plate: 'DR 3' })
    ]
    await db('fleet.vehicles').where({ id: taken.id }).update({ driver_id: one.driver_id })
    await realize([await order(1, 1, item)], full.id)
    const wanted = await order(2, 1, item)
    const offered = async (day: string) => {
      const { data, unproposed } = await matched(`OrdersId=${wanted}&day=${day}&limit=3`)
      return [
        data.map((each: { registerNumber: string; driverElsewhere: string[]; proposed: string | null }) => [
          each.registerNumber,
          ...each.driverElsewhere,
          ...(each.proposed ? ['proposed'] : [])
        ]),
        unproposed
      ]
    }
    const other = await order(40, 1, item)
    await realize([other], one.id)
    expect(await offered(tomorrow)).toEqual([[['DR 1'], ['DR 3'], ['DR 2', 'DR 1']], 'free'])
    expect((await offered('2026-06-03'))[0]).toEqual([['DR 1', 'proposed'], ['DR 2'], ['DR 3']])
    await db('orders.orders').where({ id: other }).update({ status: 3 })
    // what is finished keeps nobody, and takes no room
    expect((await offered(tomorrow))[0]).toEqual([['DR 1', 'proposed'], ['DR 2'], ['DR 3']])
  })

  it('are found by plate or by the driver, in pages', async () => {
    const { id } = await aVehicle(test.services.db, { plate: 'WX 4711' })
    expect((await matched('DriverNameOrRegistrationNumber=wx47')).data.map((each: { id: number }) => each.id)).toEqual([
      id
    ])
    expect((await matched(`VehicleId=${id}`)).data).toMatchObject([{ id, matched: true, load: 0 }])
    const { data, total } = await matched('DriverNameOrRegistrationNumber=Nowak&limit=1')
    expect(data).toHaveLength(1)
    expect(total).toBeGreaterThan(1)
  })

  it('come by the names of their drivers where a driver is looked for', async () => {
    const { data } = await matched('ByDriver=true&limit=1000')
    const drivers = data.map(({ driver }: { driver: string }) => driver)
    expect(drivers).toEqual([...drivers].sort(new Intl.Collator('pl').compare))
    expect(drivers.length).toBeGreaterThan(3)
  })

  it('show the plan of that day without the orders that are asked about', async () => {
    const { id: vehicleId } = await aVehicle(test.services.db, { items: [itemId], plate: 'QQ 9' })
    const [first, second] = [await order(1), await order(2)]
    await realize([first, second], vehicleId)
    const on = async (day: string) =>
      (await matched(`DriverNameOrRegistrationNumber=QQ9&day=${day}&OrdersId=${first}`)).data
    expect(await on(tomorrow)).toMatchObject([{ stops: 1, plannedLoad: 1.5, load: 1.5 }])
    expect(await on(today)).toMatchObject([{ stops: 0, plannedLoad: 0 }])
  })

  it('are rated on the days that the orders are planned for, while no day is given', async () => {
    const [one, other] = [
      await aVehicle(test.services.db, { items: [itemId], plate: 'OD 1' }),
      await aVehicle(test.services.db, { items: [itemId], plate: 'OD 2' })
    ]
    const [early, late] = [await order(1), await order(2)]
    await realize([early, await order(3)], one.id)
    await realize([late, await order(1), await order(1)], one.id, '2026-06-03')
    await realize([await order(2)], other.id)
    const rated = async (ids: number[], more = '') =>
      (await matched(`${ids.map(id => `OrdersId=${id}`).join('&')}&DriverNameOrRegistrationNumber=OD${more}`)).data
    expect(await rated([early])).toMatchObject([
      { registerNumber: 'OD 1', day: tomorrow, days: 1, stops: 1, plannedLoad: 1.5, load: 1.5 },
      { registerNumber: 'OD 2', day: tomorrow, days: 1, stops: 1, plannedLoad: 1.5, load: 1.5 }
    ])
    // of two days the fuller one
    expect(await rated([early, late], `&VehicleId=${one.id}`)).toMatchObject([
      { day: '2026-06-03', days: 2, stops: 2, plannedLoad: 3, load: 1.5 }
    ])
  })

  it('are those that the orders keep, while only the day is another', async () => {
    const [one, other] = [
      await aVehicle(test.services.db, { items: [itemId], plate: 'OV 1' }),
      await aVehicle(test.services.db, { items: [itemId], plate: 'OV 2' })
    ]
    const ids = [await order(1), await order(2), await order(3)] as const
    await realize([ids[0], ids[1]], one.id)
    await realize([ids[2]], other.id)
    await realize([await order(4)], other.id, '2026-06-03')
    const { data } = await matched(`${ids.map(id => `OrdersId=${id}`).join('&')}&day=2026-06-03&OwnVehicles=true`)
    expect(data).toMatchObject([
      { registerNumber: 'OV 1', stops: 0, plannedLoad: 0, load: 3 },
      { registerNumber: 'OV 2', stops: 1, plannedLoad: 1.5, load: 1.5 }
    ])
  })

  it('are refused for an unknown order', async () => {
    expect((await matched('OrdersId=2000000000')).status).toBe(404)
  })
})

describe('internal stores of an order', () => {
  const stores = async (id: number) => (await staff.get(`/api/Admin/Orders/${id}/internal-stores`)).body.data

  it('come by their distance from its place', async () => {
    // by its name the first
    await aStore(test.services.db, { name: 'Adamów', at: east(20) })
    const [near, ...others] = await stores(await order(1))
    expect(near).toMatchObject({
      name: 'Chełm',
      distance: expect.closeTo(6976, -1),
      distanceKm: expect.closeTo(6.98, 1)
    })
    const distances = others.map(({ distance }: { distance: number }) => distance)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    expect(others.length).toBeGreaterThan(0)
  })

  it('come by name where nobody knows where the place is', async () => {
    const all = await stores(await order())
    const names = all.map(({ name }: { name: string }) => name)
    expect(names).toEqual([...names].sort())
    expect(all[0]).toMatchObject({ distance: null, distanceKm: null })
  })
})
