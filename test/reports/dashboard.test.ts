/** The dashboard's numbers of companies, places and charts, and what it shows on a Monday. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mondayOf } from '../../modules/reports/dashboard/overview.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, aContainer, anItem, anOrder, aPlace, aVehicle } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let company: ACompany
let itemId: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  test.clock.now = new Date('2026-11-23T09:00:00Z')
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(test.services.db)
  itemId = (await anItem(test.services.db)).id
})
afterAll(() => test.close())

const ask = async (path: string) => (await staff.get(`/api/Dashboard/${path}`)).body.data

describe('statistics of companies', () => {
  it('count those of the day and all at its end, yesterday’s where no day is named', async () => {
    const { db } = test.services
    const later = await aCompany(db, { place: false, verified: false, active: false })
    await db('companies.companies').where({ id: company.id }).update({ created_at: '2026-11-21T23:30:00Z' })
    await db('companies.companies').where({ id: later.id }).update({ created_at: '2026-11-22T23:30:00Z' })
    expect(await ask('companies/statistics')).toEqual({ date: '2026-11-22', newClients: 1, totalClientsAmount: 1 })
    expect(await ask('companies/statistics?Date=2026-11-23')).toMatchObject({ newClients: 1, totalClientsAmount: 2 })
    expect(await ask('companies/statistics?Date=2026-11-21')).toMatchObject({ newClients: 0, totalClientsAmount: 0 })
  })

  it('of today are the totals of the lists of clients', async () => {
    const { totalClientsAmount } = await ask('companies/statistics?Date=2026-11-23')
    expect((await staff.get('/api/Admin/Companies')).body.total).toBe(totalClientsAmount)
  })
})

describe('statistics of reception places', () => {
  it('count those of the day and all at its end, by each of their order types', async () => {
    const { db } = test.services
    await db('companies.reception_places').update({ created_at: '2026-11-20T10:00:00Z' })
    // Of each type another number, so that none can stand for another.
    for (const types of [[2, 3], [3], []]) {
      const { id } = await aPlace(db, { companyId: company.id, departmentId: company.departmentId, isActive: false })
      await db('companies.reception_places').where({ id }).update({ created_at: '2026-11-22T10:00:00Z' })
      const assigned = db('companies.place_order_types').where({ reception_place_id: id })
      await assigned.whereNotIn('order_type_id', types).delete()
    }
    expect(await ask('reception-places/statistics')).toEqual({
      date: '2026-11-22',
      newReceptionPlacesAmount: 3,
      containerNewReceptionPlacesAmount: 2,
      tonnageNewReceptionPlacesAmount: 1,
      vehicleNewReceptionPlacesAmount: 0,
      totalReceptionPlacesAmount: 4,
      containerTotalReceptionPlacesAmount: 3,
      tonnageTotalReceptionPlacesAmount: 2,
      vehicleTotalReceptionPlacesAmount: 1
    })
    const { totalReceptionPlacesAmount } = await ask('reception-places/statistics?Date=2026-11-23')
    expect((await staff.get('/api/Admin/reception-places')).body.total).toBe(totalReceptionPlacesAmount)
  })
})

describe('the charts', () => {
  /** An order placed at an instant, for a place in Chełm or elsewhere. */
  async function placed(createdAt: string, netValue: number, postalCode = '22-100'): Promise<number> {
    const { db } = test.services
    const place = await aPlace(db, { companyId: company.id, departmentId: company.departmentId, postalCode })
    const order = await anOrder(db, { company, itemId, placeId: place.id, createdAt: new Date(createdAt) })
    await db('orders.orders').where({ id: order.id }).update({ net_value: netValue })
    return order.id
  }
  const chart = async (name: string, more = '') => {
    const { lineChartData } = await ask(`orders/charts/${name}-per-date${more}`)
    return lineChartData as { region: number | null; name: string; data: Record<string, number> }[]
  }
  const lineOf = async (name: string, region: number | null, more = '') =>
    (await chart(name, more)).find(line => line.region === region)?.data

  beforeAll(async () => {
    await placed('2026-11-20T10:00:00Z', 100.1)
    await placed('2026-11-20T11:00:00Z', 0.2)
    // Midnight in Warsaw: the 21st
    await placed('2026-11-20T23:00:00Z', 50, '50-001')
    await placed('2026-11-22T10:00:00Z', 7, '82108')
    // today, and too long ago
    await placed('2026-11-23T08:00:00Z', 999)
    await placed('2026-11-15T22:59:00Z', 999)
  })

  it('have a value for each of the seven days up to yesterday, in Warsaw', async () => {
    expect(await lineOf('count', null)).toEqual({
      '2026-11-16': 0,
      '2026-11-17': 0,
      '2026-11-18': 0,
      '2026-11-19': 0,
      '2026-11-20': 2,
      '2026-11-21': 1,
      '2026-11-22': 1
    })
    expect(await lineOf('values', null)).toMatchObject({ '2026-11-20': 100.3, '2026-11-21': 50, '2026-11-22': 7 })
  })

  it('count an order by the tonne once it is weighed, with its tonnes × price', async () => {
    const { db } = test.services
    const id = await placed('2026-11-19T10:00:00Z', 450)
    const on = async () => (await lineOf('values', null))?.['2026-11-19']
    await db('orders.orders').where({ id }).update({ order_type_id: 2, net_price: 450 })
    expect(await on()).toBe(0)
    await db('orders.orders').where({ id }).update({ tonnage: 5.8 })
    expect(await on()).toBe(2610)
    await db('orders.orders').where({ id }).delete()
  })

  it('have a line of all, then one of each region, Chełm first', async () => {
    const lines = await chart('count')
    expect(lines.map(({ region, name }) => [region, name])).toEqual([
      [null, 'Wszystkie regiony'],
      [0, 'Chełm'],
      [1, 'Wschód bez Chełma'],
      [2, 'Centrum i północ'],
      [3, 'Zachód i południe']
    ])
    expect(await lineOf('count', 0)).toMatchObject({ '2026-11-20': 2, '2026-11-21': 0 })
    expect(await lineOf('count', 3)).toMatchObject({ '2026-11-20': 0, '2026-11-21': 1 })
    // a code that is not Polish lies in no region, and counts among all
    expect(await lineOf('count', 2)).toMatchObject({ '2026-11-22': 0 })
  })

  it('of some regions contain only these and their sum', async () => {
    const lines = await chart('count', '?Regions=3&Regions=1')
    expect(lines.map(({ region }) => region)).toEqual([null, 3, 1])
    expect(lines[0]?.data).toMatchObject({ '2026-11-20': 0, '2026-11-21': 1, '2026-11-22': 0 })
  })

  it('reach back as many days as are asked for', async () => {
    expect(Object.keys((await lineOf('count', null, '?Days=1')) ?? {})).toEqual(['2026-11-22'])
    expect(await lineOf('count', null, '?Days=8')).toMatchObject({ '2026-11-15': 1 })
    for (const days of [0, 367, 'x'])
      expect((await staff.get(`/api/Dashboard/orders/charts/count-per-date?Days=${days}`)).status).toBe(400)
  })

  it('add up to the orders that the statistics count', async () => {
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) {
      const { newOrdersAmount } = await ask(`orders/statistics?Date=${day}`)
      expect([day, (await lineOf('count', null))?.[day]]).toEqual([day, newOrdersAmount])
    }
  })
})

describe('the overview', () => {
  it('has the orders of the last fourteen days by their status now', async () => {
    const { days, orders } = await ask('overview')
    expect([days.length, days.at(-1)]).toEqual([14, '2026-11-23'])
    const fresh = orders.find(({ status }: { status: number }) => status === 0).counts
    expect(fresh.slice(-4)).toEqual([2, 1, 1, 1])
  })

  it('has the tonnes of each week, from Monday in Warsaw', async () => {
    const { db } = test.services
    const finished = async (at: string, tonnage: number) => {
      const { id } = await anOrder(db, { company, itemId, status: 3, createdAt: new Date('2026-01-01T10:00:00Z') })
      await db('orders.orders').where({ id }).update({ finished_at: at, tonnage })
    }
    await finished('2026-11-22T22:59:00Z', 3)
    await finished('2026-11-22T23:00:00Z', 4.5)
    const { weeks } = await ask('overview')
    expect(weeks).toHaveLength(12)
    expect(weeks.slice(-2)).toEqual([
      { from: '2026-11-16', tonnes: 3 },
      { from: '2026-11-23', tonnes: 4.5 }
    ])
  })

  it('has what vehicles carry on each of seven days, and how much they may', async () => {
    const { db } = test.services
    const vehicle = await aVehicle(db, { items: [itemId] })
    const plan = async (day: string) => {
      const { id } = await anOrder(db, { company, itemId, status: 2, createdAt: new Date('2026-01-01T10:00:00Z') })
      await db('orders.orders')
        .where({ id })
        .update({ realization_date: day, vehicle_id: vehicle.id, order_type_id: 2, quantity: 4 })
    }
    await plan('2026-11-24')
    await plan('2026-11-24')
    await plan('2026-12-01')
    const { planned } = await ask('overview')
    expect(planned.days).toEqual([23, 24, 25, 26, 27, 28, 29].map(day => `2026-11-${day}`))
    expect(planned.vehicles).toEqual([expect.objectContaining({ id: vehicle.id, tonnes: [0, 8, 0, 0, 0, 0, 0] })])
    expect(planned.vehicles[0].capacity).toBeGreaterThan(0)
  })

  it('has the routes of today and tomorrow: places, who was notified, what is finished', async () => {
    const { db } = test.services
    const vehicle = await aVehicle(db, { items: [itemId] })
    const [route] = await db('orders.routes').insert({ vehicle_id: vehicle.id, day: '2026-11-23' }).returning('*')
    const stop = async (sequence: number, given: object) => {
      const { id } = await anOrder(db, { company, itemId, status: 2, createdAt: new Date('2026-01-01T10:00:00Z') })
      await db('orders.orders')
        .where({ id })
        .update({ driver_id: vehicle.driver_id, ...given })
      await db('orders.stops').insert({ order_id: id, route_id: route.id, sequence })
    }
    const other = await aPlace(db, { companyId: company.id, departmentId: company.departmentId })
    await stop(1, { notification_sent: true })
    await stop(2, { notification_sent: true, status: 3, finished_at: new Date('2026-11-23T08:00:00Z') })
    await stop(3, { reception_place_id: other.id })
    await db('orders.routes').insert({ vehicle_id: vehicle.id, day: '2026-11-25' })
    const { routes } = await ask('overview')
    expect(routes).toEqual([
      {
        ...{ day: '2026-11-23', number: route.number, vehicleId: vehicle.id },
        ...{ vehicle: expect.any(String), driver: expect.any(String) },
        ...{ places: 2, orders: 3, notified: 2, finished: 1 }
      }
    ])
  })

  it('counts what waits for accounting as the lists that it leads to do', async () => {
    const { db } = test.services
    for (const status of [0, 0, 1, 3, 2]) {
      const { id } = await anOrder(db, { company, itemId, status: 3, createdAt: new Date('2026-01-01T10:00:00Z') })
      await db('orders.orders').where({ id }).update({ optima_status: status })
    }
    // of those placed by staff, one that waits for its number and one that has it
    for (const number of [null, 'FZ/9']) {
      const { id } = await anOrder(db, { company, itemId, status: 3, createdAt: new Date('2026-01-01T10:00:00Z') })
      await db('orders.orders')
        .where({ id })
        .update({ manually: true, optima_number: number, optima_status: number ? 2 : 0 })
    }
    const { accounting } = await ask('overview')
    const { total } = (await staff.get('/api/Admin/Orders?OrderStatus=3&NeedsNumber=true&limit=1')).body
    expect([accounting.unnumbered, total]).toEqual([1, 1])
    const { total: toSend } = (
      await staff.get('/api/Admin/Orders?OrderStatus=3&OptimaStatus=0&NeedsNumber=false&limit=1')
    ).body
    expect(accounting.unsent).toBe(toSend)
    for (const [name, code] of Object.entries({ queued: 1, synchronised: 2, failed: 3 })) {
      const { total } = (await staff.get(`/api/Admin/Orders?OrderStatus=3&OptimaStatus=${code}&limit=1`)).body
      expect([name, accounting[name === 'synchronised' ? 'uninvoiced' : name]]).toEqual([name, total])
    }
    expect(accounting.failed).toBeGreaterThan(0)
  })

  it('counts containers in need as the lists that it leads to do', async () => {
    const { db } = test.services
    const states = [
      [2, 1],
      [2, 3],
      [1, 2],
      [1, 2],
      [4, 3]
    ] as const
    for (const [status, battery] of states) {
      const { id } = await aContainer(db)
      await db('iot.containers').where({ id }).update({ status, battery_status: battery })
    }
    const { containers } = await ask('overview')
    expect(containers).toEqual({ silent: 2, low: 2, critical: 2 })
    const total = async (filter: string) => (await staff.get(`/IoT/containers-list?${filter}`)).body.total
    expect([await total('ContainerStatus=2'), await total('BatteryStatus=2'), await total('BatteryStatus=3')]).toEqual([
      2, 2, 2
    ])
  })

  it('is empty on an empty installation', async () => {
    const empty = await anApp({ ROLES: 'web' })
    try {
      const person = await empty.signedInAs('ADMIN')
      const { body } = await person.get('/api/Dashboard/overview')
      expect(body.data.planned.vehicles).toEqual([])
      expect(body.data.weeks.every(({ tonnes }: { tonnes: number }) => tonnes === 0)).toBe(true)
      expect(body.data.orders.flatMap(({ counts }: { counts: number[] }) => counts)).not.toContain(1)
    } finally {
      await empty.close()
    }
  })

  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-22', '2026-11-16'],
    ['2026-03-01', '2026-02-23']
  ])('finds the Monday of %s', (day, monday) => expect(mondayOf(day)).toBe(monday))
})
