/** A client's home page: its numbers are those of the lists, and its company's alone. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListMetadata } from '../../src/contract/list.ts'
import { pageQuery, readListUrl } from '../../ui/parts/list/listUrl.ts'
import type { Person } from '../helper/app.ts'
import { aCompany, aDepartment, anOrder } from '../helper/factories.ts'
import { anOrderFixture, monday, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await anOrderFixture()
})

const overview = async (who: Person = fixture.client) => (await who.get('/api/Dashboard/client')).body.data
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
const finished = (day: string, more: Record<string, unknown> = {}) =>
  fixture.order(3, { finished_at: `${day}T10:00:00Z`, receiving_date: day, ...more })

describe('the home page of a client', () => {
  it('is empty for a client who has never ordered', async () => {
    const { db } = fixture.test.services
    const company = await aCompany(db)
    const who = await fixture.test.signedInAs('CLIENT_ADMIN', {
      companyId: company.id,
      departmentId: company.departmentId
    })
    const none = { orders: 0, perTonne: 0, netOwed: 0, grossOwed: 0 }
    expect(await overview(who)).toEqual({
      today: '2026-06-01',
      counts: [0, 1, 2].map(status => ({ status, count: 0 })),
      underWay: [],
      done: [],
      month: none,
      year: none,
      peopleWhoAsk: 0
    })
  })

  it('is where clients land, and has the commands to order and to order again', async () => {
    for (const role of ['CLIENT', 'CLIENT_ADMIN'] as const) {
      const who = await fixture.test.signedInAs(role, {
        companyId: fixture.company.id,
        departmentId: fixture.company.departmentId
      })
      expect((await who.get('/api/ui/pages')).body.data.home).toBe('/client/dashboard')
      const { part, commands } = (await who.get('/api/ui/pages/orders.overview')).body.data
      expect(part).toBe('portal')
      expect(commands.map(({ name }: { name: string }) => name)).toEqual(['orders.place', 'orders.placeAgain'])
    }
    expect((await fixture.staff.get('/api/ui/pages')).body.data.home).toBe('/')
    expect((await fixture.staff.get('/api/ui/pages/orders.overview')).status).toBe(404)
  })

  it('counts what the list of each status has, the next collections first', async () => {
    const { order, client } = fixture
    const [late, soon] = [
      await order(2, { realization_date: '2026-06-09' }),
      await order(2, { realization_date: '2026-06-02' })
    ]
    const waiting = await order(1)
    const placed = [await order(0), await order(0), await order(0), await order(0)]
    await order(4)
    const { counts, underWay } = await overview()
    const list = (await client.get('/api/ui/pages/orders.client')).body.data.list as ListMetadata
    for (const { status, count } of counts) {
      const query = pageQuery(list, readListUrl(`?f.OrderStatus=${status}`, list), 1)
      const entries = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
      const { total } = (await client.get(`${list.call}?${new URLSearchParams(entries)}`)).body
      expect([status, count]).toEqual([status, total])
    }
    expect(counts.map(({ count }: { count: number }) => count)).toEqual([4, 1, 2])
    expect(ids(underWay)).toEqual([soon, late, waiting, ...placed.toReversed().slice(0, 3)])
    const row = (await client.get('/api/Admin/Orders?limit=1000')).body.data.find(
      ({ id }: { id: number }) => id === soon
    )
    expect(underWay[0]).toEqual(row)
  })

  it('says what was done last, and what it cost this month and this year in Warsaw', async () => {
    await finished('2025-12-31', { finished_at: '2025-12-31T22:59:59Z' })
    // past midnight in Warsaw it is the new year already
    const first = await finished('2026-01-01', {
      finished_at: '2025-12-31T23:00:00Z',
      net_value: 200.1,
      gross_value: 216.11
    })
    // 9.16 t at 450 PLN, of which the price of one tonne is stored
    const stored = { net_price: 450, net_value: 450, gross_value: 486 }
    const tonnes = await finished('2026-05-31', { order_type_id: 2, tonnage: 9.16, ...stored })
    const last = await finished('2026-06-01', { status: 5, net_value: 10, gross_value: 10.8 })
    const { done, month, year } = await overview()
    expect(ids(done)).toEqual([last, tonnes, first])
    expect(done[1]).toMatchObject({ netPrice: 450, netValue: 450, tonnage: 9.16, netOwed: 4122 })
    expect(month).toEqual({ orders: 1, perTonne: 0, netOwed: 10, grossOwed: 10.8 })
    expect(year).toEqual({ orders: 3, perTonne: 1, netOwed: 4332.1, grossOwed: 4678.67 })
  })

  it('shows an ordinary client its department, and the client administrator the whole company', async () => {
    const { test, itemId } = fixture
    const { db } = test.services
    const company = await aCompany(db, { multiDepartment: true })
    const other = await aDepartment(db, company.id)
    const at = { company, itemId, createdAt: monday }
    const own = await anOrder(db, at)
    const others = await anOrder(db, { ...at, departmentId: other.id })
    const done = await anOrder(db, { ...at, departmentId: other.id, status: 3 })
    await db('orders.orders').where({ id: done.id }).update({ finished_at: '2026-06-01T08:00:00Z' })
    const of = (role: 'CLIENT' | 'CLIENT_ADMIN') =>
      test.signedInAs(role, { companyId: company.id, departmentId: company.departmentId })
    const client = await overview(await of('CLIENT'))
    expect([ids(client.underWay), ids(client.done), client.counts[0].count, client.year.orders]).toEqual([
      [own.id],
      [],
      1,
      0
    ])
    const admin = await overview(await of('CLIENT_ADMIN'))
    expect([ids(admin.underWay), ids(admin.done), admin.counts[0].count, admin.year.orders]).toEqual([
      [others.id, own.id],
      [done.id],
      2,
      1
    ])
  })
})
