/** Lists by what they cost and what they promise: totals, pages, and how many statements a call sends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { foldCounts } from '../../src/kernel/lists/counts.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'

let test: TestApp
let company: ACompany
let staff: Person
let client: Person
let itemId: number
let orderId: number
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  company = await aCompany(db)
  itemId = (await anItem(db)).id
  staff = await test.signedInAs('ADMIN')
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
  for (let n = 0; n < 30; n += 1) orderId = (await anOrder(db, { company, itemId, status: n % 3 })).id
})
afterAll(() => test.close())

/** Statements that the call sends, the one that reads who calls among them. */
async function statements(call: () => ReturnType<Person['get']>, status = 200): Promise<string[]> {
  const sent: string[] = []
  const listen = ({ sql }: { sql: string }): void => void sent.push(sql)
  test.services.db.on('query', listen)
  const answer = await call()
  test.services.db.off('query', listen)
  expect(answer.status).toBe(status)
  return sent
}

describe('a call sends no more statements than', () => {
  const placement = () => ({ receptionPlace: company.placeId, orderTypeItemId: itemId, quantity: 1 })
  const fresh = async () => (await anOrder(test.services.db, { company, itemId })).id
  const budgets: readonly {
    readonly what: string
    readonly most: number
    /** Makes what the call needs, and gives the call. */
    readonly ready: () => Promise<() => ReturnType<Person['get']>>
    readonly status?: number
  }[] = [
    { what: 'a list', most: 2, ready: async () => () => staff.get('/api/Admin/Orders') },
    { what: 'a client’s list', most: 2, ready: async () => () => client.get('/api/Admin/Orders?OrderBy=number') },
    { what: 'a list of a status', most: 2, ready: async () => () => staff.get('/api/Admin/Orders?OrderStatus=0') },
    { what: 'a search', most: 4, ready: async () => () => staff.get('/api/Admin/Orders?allFields=Z/2026') },
    { what: 'a client’s search', most: 3, ready: async () => () => client.get('/api/Admin/Orders?allFields=Z/2026') },
    { what: 'the details', most: 2, ready: async () => () => staff.get(`/api/Admin/Orders/${orderId}/details`) },
    { what: 'the history', most: 3, ready: async () => () => staff.get(`/api/Admin/Orders/${orderId}/history`) },
    { what: 'a page’s metadata', most: 1, ready: async () => () => staff.get('/api/ui/pages/orders.new') },
    {
      what: 'accepting',
      most: 8,
      ready: async () => {
        const id = await fresh()
        return () => staff.put(`/api/Admin/Orders/${id}/accept`)
      }
    },
    {
      what: 'placing',
      most: 10,
      ready: async () => {
        // the first call of an account takes a share of its limit, by one statement that the next ones do without
        await client.post('/api/Admin/Orders', placement())
        return () => client.post('/api/Admin/Orders', placement())
      },
      status: 201
    }
  ]
  it.each(budgets)('$what: $most', async ({ most, ready, status }) => {
    const sent = await statements(await ready(), status)
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most)
  })

  it('the same for one row as for many', async () => {
    const one = await statements(() => staff.get('/api/Admin/Orders?limit=1'))
    expect(await statements(() => staff.get('/api/Admin/Orders?limit=1000'))).toHaveLength(one.length)
  })
})

describe('pages', () => {
  const ids = async (query: string): Promise<number[]> =>
    (await staff.get(`/api/Admin/Orders?${query}`)).body.data.map((row: { id: number }) => row.id)

  it.each(['', 'OrderBy=number&', 'OrderBy=company&Desc=true&', 'OrderBy=receptionPlace&', 'allFields=Z/2026&'])(
    'sorted by %j give each row once, and none twice',
    async query => {
      const whole = await ids(`${query}limit=1000`)
      const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(page => ids(`${query}limit=7&page=${page}`)))
      expect(pages.flat()).toEqual(whole.slice(0, 56))
      expect(new Set(whole).size).toBe(whole.length)
    }
  )

  it('past the end are empty, and know the total', async () => {
    const { body } = await staff.get('/api/Admin/Orders?page=1000')
    expect(body).toEqual({ data: [], total: (await staff.get('/api/Admin/Orders')).body.total })
  })
})

describe('counters', () => {
  const counted = async (): Promise<Record<string, number>> => {
    const { db } = test.services
    const rows = await db('kernel.counts').where({ list: 'orders' }).select('key').sum('n as n').groupBy('key')
    return Object.fromEntries(rows.map(({ key, n }) => [key, Number(n)]))
  }
  const real = async () => {
    const { db } = test.services
    const rows = await db('orders.orders').select('status').count('* as n').groupBy('status')
    return Object.fromEntries(rows.map(({ status, n }) => [String(status), Number(n)]))
  }
  const withoutZeros = (counts: Record<string, number>) =>
    Object.fromEntries(Object.entries(counts).filter(([, n]) => n !== 0))

  it('are exact while orders are inserted, changed, deleted and deltas summed up at the same time', async () => {
    const { db } = test.services
    const work = Array.from({ length: 8 }, async (_, lane) => {
      for (let round = 0; round < 15; round += 1) {
        const { id } = await anOrder(db, { company, itemId, number: `Z/2026/L${lane}.${round}` })
        await db('orders.orders')
          .where({ id })
          .update({ status: (lane + round) % 6 })
        if (round % 3 === 0) await db('orders.orders').where({ id }).delete()
        if (round % 5 === 0)
          await db('orders.orders').where({ company_id: company.id, status: 5 }).update({ status: 4 })
        if (round % 4 === 0) await foldCounts(db)
      }
    })
    await Promise.all(work)
    const before = withoutZeros(await counted())
    expect(before).toEqual(await real())
    await Promise.all([foldCounts(db), foldCounts(db), foldCounts(db)])
    expect(withoutZeros(await counted())).toEqual(before)
    const deltas = await db('kernel.counts').where({ list: 'orders' }).count('* as n').first()
    expect(Number(deltas?.n)).toBeLessThan(6 * 52)
  })

  it('agree with the lists', async () => {
    const { body } = await staff.get('/api/Admin/Orders?limit=1000')
    expect(body.total).toBe(body.data.length)
  })
})

describe('a total', () => {
  it('stops at ten thousand where it is counted one by one, and says so', async () => {
    // On a busy machine so many rows take longer than a call may.
    const patient = openDatabase({ url: test.url, poolSize: 1, statementTimeoutMs: 0 })
    await patient.raw(
      `insert into orders.orders (number, company_id, department_id, reception_place_id, order_type_id, order_type_item_id,
          quantity, net_price, gross_price, net_value, gross_value, vat_value, created_at)
        select 'Z/2025/' || n, ?, ?, ?, 3, ?, 1, 1, 1.08, 1, 1.08, 0.08, now() from generate_series(1, 10050) n`,
      [company.id, company.departmentId, company.placeId as number, itemId]
    )
    await patient.destroy()
    expect((await client.get('/api/Admin/Orders?limit=1')).body).toMatchObject({ total: 10_000, totalCapped: true })
    const { body } = await staff.get('/api/Admin/Orders?limit=1')
    expect(body.total).toBeGreaterThan(10_050)
    expect(body).not.toHaveProperty('totalCapped')
  })
})
