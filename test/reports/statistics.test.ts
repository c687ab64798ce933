import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder, aPlace } from '../helper/factories.ts'

let test: TestApp
let company: ACompany
let itemId: number
let staff: Person

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  company = await aCompany(test.services.db)
  itemId = (await anItem(test.services.db)).id
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.services.db('orders.orders').delete()
  test.clock.now = new Date('2026-11-21T09:00:00Z')
})

const types = { vehicle: 1, tonnage: 2, container: 3 }

/** An order of a life: instants of what happened to it. */
async function aLife(
  createdAt: string,
  {
    finishedAt,
    canceledAt,
    type = 'container',
    placeId
  }: Partial<Record<'finishedAt' | 'canceledAt', string>> & {
    type?: keyof typeof types
    placeId?: number
  } = {}
): Promise<void> {
  const { db } = test.services
  const status = finishedAt ? 3 : canceledAt ? 4 : 1
  const made = { company, itemId, status, createdAt: new Date(createdAt), ...(placeId ? { placeId } : {}) }
  const { id } = await anOrder(db, made)
  await db('orders.orders')
    .where({ id })
    .update({ order_type_id: types[type], finished_at: finishedAt ?? null, canceled_at: canceledAt ?? null })
}

const ask = async (query = '') => (await staff.get(`/api/Dashboard/orders/statistics${query}`)).body.data
/** New and active orders of a day. */
const amounts = async (day: string, more = '') => {
  const { newOrdersAmount, activeOrdersAmount } = await ask(`?Date=${day}${more}`)
  return [newOrdersAmount, activeOrdersAmount]
}

describe('statistics of orders', () => {
  it('count what was placed on the day and what was active at its end, by order type', async () => {
    await aLife('2026-11-18T10:00:00Z')
    await aLife('2026-11-18T10:00:00Z', { type: 'vehicle', finishedAt: '2026-11-20T10:00:00Z' })
    await aLife('2026-11-19T10:00:00Z', { type: 'vehicle' })
    await aLife('2026-11-19T10:00:00Z', { type: 'tonnage', canceledAt: '2026-11-19T12:00:00Z' })
    await aLife('2026-11-19T10:00:00Z', { type: 'tonnage', canceledAt: '2026-11-20T12:00:00Z' })
    await aLife('2026-11-20T10:00:00Z')
    expect(await ask('?Date=2026-11-19')).toEqual({
      date: '2026-11-19',
      newOrdersAmount: 3,
      activeOrdersAmount: 4,
      containerActiveOrdersAmount: 1,
      tonnageActiveOrdersAmount: 1,
      vehicleActiveOrdersAmount: 2
    })
    expect(await amounts('2026-11-17')).toEqual([0, 0])
    expect(await amounts('2026-11-18')).toEqual([2, 2])
    expect(await amounts('2026-11-20')).toEqual([1, 3])
  })

  it('are those of yesterday in Warsaw when no day is said', async () => {
    test.clock.now = new Date('2026-11-20T22:59:00Z')
    expect((await ask()).date).toBe('2026-11-19')
    test.clock.now = new Date('2026-11-20T23:00:00Z')
    expect((await ask()).date).toBe('2026-11-20')
    test.clock.now = new Date('2026-03-01T00:30:00+01:00')
    expect((await ask()).date).toBe('2026-02-28')
  })

  it.each([
    ['a day of 23 hours', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['a day of 25 hours', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['an ordinary day', '2026-11-20', '2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z']
  ])('begin and end %s at midnight in Warsaw', async (_what, day, begins, ends) => {
    const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()
    await aLife(justBefore(begins))
    await aLife(begins)
    await aLife(justBefore(ends))
    await aLife(ends)
    await aLife(begins, { finishedAt: justBefore(ends) })
    await aLife(begins, { finishedAt: ends })
    await aLife(begins, { canceledAt: justBefore(ends) })
    await aLife(begins, { canceledAt: ends })
    expect(await amounts(day)).toEqual([6, 5])
  })

  it.each(['Date=2026-02-30', 'Date=yesterday', 'Regions=4', 'Regions=east'])('refuse %s', async query => {
    const { status, body } = await staff.get(`/api/Dashboard/orders/statistics?${query}`)
    expect([status, body.Errors[0].PropertyName]).toEqual([400, expect.stringMatching(/^(Date|Regions)/)])
  })
})

describe('regions', () => {
  const day = '2026-11-20'
  const regionOf = async (): Promise<number[]> => {
    const found: number[] = []
    for (const region of [0, 1, 2, 3]) if ((await amounts(day, `&Regions=${region}`))[1]) found.push(region)
    return found
  }

  it.each([
    ['22-100', [0]],
    ['22-175', [0]],
    ['22-200', [1]],
    ['20-001', [1]],
    ['35-959', [1]],
    ['15-062', [1]],
    ['00-950', [2]],
    ['25-001', [2]],
    ['80-001', [2]],
    ['90-001', [2]],
    ['30-001', [3]],
    ['50-001', [3]],
    ['60-001', [3]],
    ['70-001', [3]],
    ['82108', []],
    ['821 08', []]
  ])('of the postal code %s are %j', async (postalCode, expected) => {
    const place = await aPlace(test.services.db, {
      companyId: company.id,
      departmentId: company.departmentId,
      postalCode
    })
    await aLife('2026-11-20T10:00:00Z', { placeId: place.id })
    expect(await regionOf()).toEqual(expected)
    expect(await amounts(day)).toEqual([1, 1])
  })

  it('may be asked for together, and follow the table at once', async () => {
    const { db } = test.services
    for (const postalCode of ['22-100', '20-001', '50-001']) {
      const place = { companyId: company.id, departmentId: company.departmentId, postalCode }
      await aLife('2026-11-20T10:00:00Z', { placeId: (await aPlace(db, place)).id })
    }
    expect(await amounts(day, '&Regions=0&Regions=3')).toEqual([2, 2])
    expect(await amounts(day, '&regions=0&regions=1&regions=2&regions=3')).toEqual([3, 3])
    await db('reports.region_prefixes').insert({ prefix: '20-00', region: 3 })
    expect(await amounts(day, '&Regions=0&Regions=3')).toEqual([3, 3])
    await db('reports.region_prefixes').where({ prefix: '20-00' }).delete()
  })
})
