/** The numbers of the menu: for each reader the totals of the lists that the entries open, all in one call and one statement. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListMetadata } from '../../src/contract/list.ts'
import type { MenuCount, PageEntry, PagesMetadata } from '../../src/contract/page.ts'
import type { Role } from '../../src/contract/roles.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, aFinding, anAccount, anItem, anOrder } from '../helper/factories.ts'

let test: TestApp
let staff: Person
const yesterday = '2020-01-01'

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  const company = await aCompany(db)
  const itemId = (await anItem(db)).id
  for (const status of [0, 0, 0, 1, 3, 3, 4]) await anOrder(db, { company, itemId, status })
  for (const realizationDate of [yesterday, yesterday, '2999-01-01'])
    await anOrder(db, { company, itemId, status: 2, realizationDate })
  const failed = await anOrder(db, { company, itemId, status: 3 })
  await db('orders.orders').where({ id: failed.id }).update({ optima_status: 3 })
  const unverified = await aCompany(db)
  await db('companies.companies').where({ id: unverified.id }).update({ verified: false })
  await aFinding(db, { order_id: failed.id, subject: 1 })
  await anAccount(db, { role: null })
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())

const countsOf = async (person: Person): Promise<MenuCount[]> => (await person.get('/api/ui/counts')).body.data
const entriesOf = async (person: Person): Promise<PageEntry[]> =>
  ((await person.get('/api/ui/pages')).body.data as PagesMetadata).groups.flatMap(({ pages }) => pages)

/** The query that the browser opens the list with. */
function queryOf({ fixed, filters }: ListMetadata, more: Readonly<Record<string, unknown>> = {}): string {
  const initial = filters.flatMap(({ key, initial: value }) => (value === undefined ? [] : [[key, value]]))
  const all = { ...Object.fromEntries(initial), ...fixed, ...more }
  const texts = Object.entries(all).map(([key, value]): [string, string] => [key, String(value)])
  return new URLSearchParams(texts).toString()
}

describe('the numbers of the menu', () => {
  it('are the totals of the lists that the entries open', async () => {
    const counts = await countsOf(staff)
    expect(counts.length).toBeGreaterThan(8)
    const totals = await Promise.all(
      counts.map(async ({ id }) => {
        const { list } = (await staff.get(`/api/ui/pages/${id}`)).body.data as { list: ListMetadata }
        return [id, (await staff.get(`${list.call}?limit=1&${queryOf(list)}`)).body.total]
      })
    )
    expect(counts.map(({ id, total }) => [id, total])).toEqual(totals)
    const byId = Object.fromEntries(counts.map(({ id, total, marked }) => [id, [total, marked]]))
    expect(byId).toMatchObject({
      'orders.new': [3, undefined],
      'orders.accepted': [1, undefined],
      'orders.inProgress': [3, 2],
      'orders.completed': [3, 1],
      'validators.orders': [1, undefined],
      'users.notConfirmedUsers': [1, undefined]
    })
    expect(byId['companies.unverified']?.[0]).toBeGreaterThan(0)
  })

  it('mark what the bell counts on the same list', async () => {
    const marked = new Map((await countsOf(staff)).map(count => [count.id, count.marked]))
    const bell: { notificationType: number; count: number }[] = (await staff.get('/api/Notifications')).body.data
    const { counters } = (await staff.get('/api/ui/pages')).body.data as PagesMetadata
    const countOf = (name: string) =>
      bell.find(({ notificationType }) => notificationType === counters.find(one => one.name === name)?.code)?.count
    expect([marked.get('orders.inProgress'), marked.get('orders.completed')]).toEqual([
      countOf('overdueOrders'),
      countOf('failedSyncs')
    ])
  })

  it('are answered for each entry of the person’s menu that says so, and no other', async () => {
    const roles: readonly Role[] = ['ADMIN', 'SERVICE_TECHNICAN', 'CLIENT_ADMIN', 'CLIENT']
    for (const role of roles) {
      const person = await test.signedInAs(role)
      const said = (await entriesOf(person)).filter(({ counted }) => counted)
      expect([role, (await countsOf(person)).map(({ id }) => id)]).toEqual([role, said.map(({ id }) => id)])
      expect(said.every(({ inMenu }) => inMenu)).toBe(true)
      if (role !== 'ADMIN') expect(said).toEqual([])
    }
  })

  it('follow a change at once', async () => {
    const ofNew = async () => (await countsOf(staff)).find(({ id }) => id === 'orders.new')?.total ?? 0
    const before = await ofNew()
    const [row] = (await staff.get('/api/Admin/Orders?OrderStatus=0&limit=1')).body.data
    await staff.put(`/api/Admin/Orders/${row.id}/accept`)
    expect(await ofNew()).toBe(before - 1)
  })

  it('are one statement beside the one that reads who calls', async () => {
    const sent: string[] = []
    const listen = ({ sql }: { sql: string }): void => void sent.push(sql)
    test.services.db.on('query', listen)
    await staff.get('/api/ui/counts')
    test.services.db.off('query', listen)
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(2)
  })
})
