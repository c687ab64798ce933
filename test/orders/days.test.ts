/** A vehicle's day: what stands over its stops, and the way between them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aheadOf, arranged, legsOf, moved, type Stop, stopsOf, unitsOf, wayOf } from '../../ui/pages/planning/route.ts'
import type { Person, TestApp } from '../helper/app.ts'
import { aVehicle } from '../helper/factories.ts'
import { aPlanning, type Planning, tomorrow } from './fixtures/planning.ts'

let test: TestApp
let staff: Person
let itemId: number
let order: Planning['order']
let realize: Planning['realize']

beforeAll(async () => {
  ;({ test, staff, itemId, order, realize } = await aPlanning())
})
afterAll(() => test.close())

const update = (id: number, change: object) => test.services.db('orders.orders').where({ id }).update(change)
const routeIn = async (vehicleId: number) =>
  (await staff.get(`/api/Admin/Vehicles/${vehicleId}/route?day=${tomorrow}`)).body
const vehicle = (plate?: string) => aVehicle(test.services.db, { items: [itemId], ...(plate ? { plate } : {}) })

describe('a vehicle’s day', () => {
  it('has the way to each stop, and the rules’ order', async () => {
    const { id: vehicleId } = await vehicle('WZ 11')
    const ids = [await order(1), await order(3), await order(null)]
    await realize(ids, vehicleId)
    const { data, route } = await routeIn(vehicleId)
    expect(data.map(({ orderId }: Stop) => orderId)).toEqual(ids)
    expect(data.map(({ metres }: Stop) => metres)).toEqual([expect.closeTo(6976, -2), expect.closeTo(13952, -2), null])
    expect(route).toMatchObject({
      vehicleId,
      registerNumber: 'WZ 11',
      orders: 3,
      places: 3,
      notified: 0,
      finished: 0,
      load: 4.5,
      capacity: 1.5,
      over: true,
      kilometres: 20.9,
      unknownPlaces: 1,
      byHand: false,
      proposed: ids,
      start: { name: 'Chełm' },
      metresBack: expect.closeTo(20_928, -2)
    })
  })

  it('counts the stops ahead and those that were notified, each place once', async () => {
    const { id: vehicleId } = await vehicle()
    const ids = [await order(1), await order(2), await order(3)]
    const [first, second, third] = ids as [number, number, number]
    const place = await test.services.db('orders.orders').where({ id: second }).first()
    await update(third, { reception_place_id: place.reception_place_id })
    await realize(ids, vehicleId)
    await update(first, { status: 3, notification_sent: true })
    await update(second, { notification_sent: true })
    // what is finished is no longer on the vehicle, which carries 1.5 t
    expect((await routeIn(vehicleId)).route).toMatchObject({
      orders: 2,
      places: 1,
      notified: 1,
      finished: 1,
      planned: 3,
      load: 3,
      plannedLoad: 4.5,
      over: true
    })
    await update(second, { status: 3 })
    expect((await routeIn(vehicleId)).route).toMatchObject({ orders: 1, load: 1.5, plannedLoad: 4.5, over: false })
  })

  it('is empty where nothing is planned', async () => {
    expect(await routeIn((await vehicle()).id)).toEqual({ data: [], total: 0, route: null })
  })

  it('is given for many routes at once, by the rows’ own ids; one that is not there is left out', async () => {
    const [one, other] = [await vehicle(), await vehicle()]
    const [a, b] = [await order(1), await order(2)]
    await realize([a], one.id)
    await realize([b], other.id)
    const { body } = await staff.get('/api/Admin/Orders?OrderStatus=2&limit=1000')
    const routeId = (id: number) => body.data.find((row: { id: number }) => row.id === id).routeId
    const summaries = await staff.get(`/api/Admin/Orders/routes?ids=${routeId(a)},${routeId(b)},2000000000`)
    expect(summaries.body).toMatchObject({ data: [{ vehicleId: one.id }, { vehicleId: other.id }], total: 2 })
    const own = await staff.get(`/api/Admin/Orders?OrderStatus=2&RouteId=${routeId(a)}`)
    expect(own.body).toMatchObject({ data: [{ id: a }], total: 1 })
  })

  it.each(['', 'x', Array.from({ length: 201 }, (_, at) => at + 1).join()])('refuses the ids %j', async ids => {
    expect((await staff.get(`/api/Admin/Orders/routes?ids=${ids}`)).status).toBe(400)
  })

  it('is summed up with all others of its day', async () => {
    const day = '2026-06-09'
    const [one, other] = [await vehicle(), await vehicle()]
    const [a, b, c] = [await order(1), await order(2), await order(3)]
    const shared = await test.services.db('orders.orders').where({ id: b }).first()
    await update(c, { reception_place_id: shared.reception_place_id })
    await realize([a, b], one.id, day)
    await realize([c], other.id, day)
    await update(a, { status: 3 })
    await update(b, { notification_sent: true })
    const { body } = await staff.get(`/api/Admin/Orders/days?ids=${day},2026-06-10`)
    expect(body).toEqual({
      data: [
        {
          id: day,
          vehicles: 2,
          orders: 2,
          finished: 1,
          planned: 3,
          load: 3,
          plannedLoad: 4.5,
          places: 1,
          notified: 1,
          driverElsewhere: false,
          changed: false
        },
        {
          id: '2026-06-10',
          vehicles: 0,
          orders: 0,
          finished: 0,
          planned: 0,
          load: 0,
          plannedLoad: 0,
          places: 0,
          notified: 0,
          driverElsewhere: false,
          changed: false
        }
      ],
      total: 2
    })
  })

  it('says with which other vehicle its driver is that day, until one of them has nothing left to do', async () => {
    const day = '2026-06-11'
    const [one, other] = [await vehicle('DB 11'), await vehicle('DB 22')]
    await test.services.db('fleet.vehicles').where({ id: other.id }).update({ driver_id: one.driver_id })
    const [a, b] = [await order(1), await order(2)]
    await realize([a], one.id, day)
    await realize([b], other.id, day)
    const summaries = async () => {
      const route = async (id: number) => (await staff.get(`/api/Admin/Vehicles/${id}/route?day=${day}`)).body.route
      const { body } = await staff.get(`/api/Admin/Orders/days?ids=${day}`)
      return [await route(one.id), await route(other.id), body.data[0]]
    }
    expect(await summaries()).toMatchObject([
      { driverElsewhere: true, otherVehicles: 'DB 22' },
      { driverElsewhere: true, otherVehicles: 'DB 11' },
      { driverElsewhere: true }
    ])
    await update(a, { status: 3 })
    expect(await summaries()).toMatchObject([
      { driverElsewhere: false },
      { driverElsewhere: false },
      { driverElsewhere: false }
    ])
  })

  it.each([
    '',
    '1',
    '2026-02-30',
    `${tomorrow},x`,
    Array.from({ length: 101 }, (_, at) => `${2100 + at}-01-01`).join()
  ])('refuses the days %.20j', async ids => {
    expect((await staff.get(`/api/Admin/Orders/days?ids=${ids}`)).status).toBe(400)
  })

  it('follows planning, whose success leads to all drivers of the day who know nothing yet', async () => {
    const { body } = await staff.get('/api/ui/pages/orders.accepted')
    const command = body.data.list.commands.find(({ name }: { name: string }) => name === 'orders.realize')
    expect(command.leadsOn).toMatchObject({
      command: 'orders.notifyDriver',
      call: '/api/Admin/Orders',
      shared: { RealizationDate: 'realizationDate' }
    })
    const [told, untold] = [await order(1), await order(2)]
    const { body: planned } = await realize([told, untold], (await vehicle()).id, '2026-06-08')
    await update(told, { notification_sent: true })
    const { call, fixed, shared } = command.leadsOn
    const query = new URLSearchParams({ ...fixed, RealizationDate: planned.data[0][shared.RealizationDate] })
    const { body: rows } = await staff.get(`${call}?${query}`)
    expect(rows.data.map(({ id }: { id: number }) => id)).toEqual([untold])
  })

  it('comes in the list by day, vehicle and stop', async () => {
    const [late, early] = [await vehicle('ZZ 9'), await vehicle('AA 9')]
    const ids = [await order(1), await order(2), await order(2), await order(3)]
    const [a, b, c, d] = ids as [number, number, number, number]
    await realize([a], late.id)
    await realize([d, c], early.id)
    await realize([b], early.id, '2026-06-01')
    const { body } = await staff.get('/api/Admin/Orders?OrderStatus=2&OrderBy=sequenceInRoute&limit=1000')
    const listed = body.data.map(({ id }: { id: number }) => id).filter((id: number) => ids.includes(id))
    expect(listed).toEqual([b, c, d, a])
  })

  it('is a view of what is in progress, whose headings offer what a planner does next', async () => {
    const { body } = await staff.get('/api/ui/pages/orders.inProgress')
    const [view] = body.data.list.views
    expect(view).toMatchObject({
      name: 'day',
      sort: 'sequenceInRoute',
      groups: {
        key: 'routeId',
        commands: [
          'orders.notifyDriver',
          'orders.print',
          'orders.route',
          'orders.replan',
          'orders.setDriver',
          'orders.finish'
        ],
        over: {
          key: 'realizationDate',
          filter: 'RealizationDate',
          commands: ['orders.notifyDriver', 'orders.print'],
          labels: { 'orders.notifyDriver': 'orders.realize.next' }
        }
      }
    })
    expect(view.groupBy.map(({ key }: { key: string }) => key)).toEqual(['realizationDate', 'vehicle'])
    expect(body.data.list.sort).toBe('-createdAt')
  })
})

describe('the stops that a person puts in order', () => {
  const stop = (orderId: number, receptionPlaceId: number, finished = false, longitude: number | null = orderId) =>
    ({ orderId, receptionPlaceId, finished, latitude: 0, longitude }) as Stop
  const stops = [stop(1, 10, true), stop(2, 20), stop(3, 20), stop(4, 30)]
  const ids = (of: readonly Stop[]) => of.map(({ orderId }) => orderId)

  it('are places: several orders of one place are one stop, unless one of them is finished', () => {
    expect(unitsOf(stops).map(unit => ids(unit.stops))).toEqual([[1], [2, 3], [4]])
    expect(unitsOf([stop(1, 10, true), stop(2, 10)])).toHaveLength(2)
    expect(unitsOf([stop(1, 10), stop(2, 20), stop(3, 10)])).toHaveLength(3)
  })

  it.each([
    [2, 1, [1, 4, 2, 3]],
    [1, 2, [1, 4, 2, 3]],
    [2, 0, [1, 4, 2, 3]],
    [1, 9, [1, 4, 2, 3]],
    [0, 2, [1, 2, 3, 4]],
    [1, 1, [1, 2, 3, 4]],
    [7, 1, [1, 2, 3, 4]]
  ])('from %d to %d: what is done keeps its place', (from, to, order) => {
    expect(ids(stopsOf(moved(unitsOf(stops), from, to)))).toEqual(order)
  })

  it('are saved without what is done', () => {
    expect(aheadOf(stops)).toEqual([2, 3, 4])
    expect(ids(arranged(stops, [4, 3, 2]))).toEqual([1, 4, 3, 2])
  })

  it('have distances that skip places without a position', () => {
    const legs = legsOf({ latitude: 0, longitude: 0 }, unitsOf([stop(1, 1), stop(2, 2, false, null), stop(3, 3)]))
    const degree = 111_195
    expect(legs.map(({ metres }) => metres && Math.round(metres))).toEqual([degree, undefined, 2 * degree])
    const { out, back } = wayOf({ latitude: 0, longitude: 0 }, legs)
    expect([Math.round(out), Math.round(back)]).toEqual([333_585, 333_585])
    expect(wayOf(null, legsOf(null, unitsOf([stop(1, 1)])))).toEqual({ out: 0, back: 0 })
  })
})
