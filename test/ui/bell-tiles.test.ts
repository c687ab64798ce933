/** The number on a tile of the dashboard is the number of rows of the list that it opens. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OffReason } from '../../modules/integrations/webhooks/schema.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { pageQuery, readListUrl } from '../../ui/parts/list/listUrl.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aDriverEvent } from '../helper/driver-factories.ts'
import { type ACompany, aCompany, anAccount, anItem, anOrder, aPlace } from '../helper/factories.ts'
import { aWebhook } from '../helper/integration-factories.ts'

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

const counted = async (type: number): Promise<number> => {
  const { data } = (await staff.get('/api/Notifications')).body
  return data.find((one: { notificationType: number }) => one.notificationType === type).count
}

/** The total of the list that a tile opens, requested as the browser does when the tile's link is followed. */
async function totalOpenedBy(type: number): Promise<number> {
  const { groups, counters } = (await staff.get('/api/ui/pages')).body.data as PagesMetadata
  const kind = counters.find(({ code }) => code === type)
  if (!kind) throw new Error(`No tile is known for the type ${type}`)
  const entry = groups.flatMap(({ pages }) => pages).find(({ route }) => route === kind.to)
  if (!entry) throw new Error(`${kind.to} is no page`)
  const list = (await staff.get(`/api/ui/pages/${entry.id}`)).body.data.list as ListMetadata
  const url = readListUrl(String(new URLSearchParams(kind.search)), list)
  expect(Object.keys(url.filters)).toHaveLength(Object.keys(kind.search).length)
  const query = Object.entries(pageQuery(list, url, 1)).map(([key, value]): [string, string] => [key, String(value)])
  return (await staff.get(`${list.call}?${new URLSearchParams(query)}`)).body.total
}

const numbers = async () => {
  const { counters } = (await staff.get('/api/ui/pages')).body.data as PagesMetadata
  const pairs = counters.map(
    async ({ name, code }) => [name, [await counted(code), await totalOpenedBy(code)]] as const
  )
  return Object.fromEntries(await Promise.all(pairs))
}

it('a tile’s number is the total of the list that it opens, also after each change', async () => {
  const { db } = test.services
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Warsaw' })
  const make = (status: number, realizationDate?: string) =>
    anOrder(db, { company, itemId, status, ...(realizationDate ? { realizationDate } : {}) })
  expect(new Set(Object.values(await numbers()).flat())).toEqual(new Set([0]))

  const fresh = [await make(0), await make(0), await make(0)]
  await make(1)
  await make(3, day(-9))
  await make(2, day(0))
  const late = await make(2, day(-1))
  await make(2, day(-40))
  const failed = await make(3)
  const unverified = await aCompany(db)
  await db('companies.companies').where({ id: unverified.id }).update({ verified: false, active: false })
  await db('orders.orders').where({ id: failed.id }).update({ optima_status: 3 })
  const invoiced = await make(5)
  await db('orders.orders').where({ id: invoiced.id }).update({ optima_status: 3 })
  const client = await test.signedInAs('CLIENT', { companyId: company.id, departmentId: company.departmentId })
  await client.post(`/api/Admin/Orders/${late.id}/add-comment`, { content: 'Kiedy?' })
  const { id: companyId, departmentId } = company
  for (const lastName of ['Nowak', 'Lis'])
    await anAccount(db, { role: 'CLIENT', lastName, companyId, departmentId, confirmedAt: null })
  await anAccount(db, { role: null })
  await anAccount(db, { role: null })
  await anAccount(db, { role: null, deactivatedAt: new Date() })
  for (const reason of [OffReason.byPerson, OffReason.gone, OffReason.failing]) {
    const { id } = await aWebhook(db, { isOff: true })
    await db('integrations.webhooks').where({ id }).update({ off_reason: reason })
  }
  await aWebhook(db)
  await aDriverEvent(db, late.id)
  for (const isActive of [true, false, false, false]) await aPlace(db, { companyId, departmentId, isActive })
  expect(await numbers()).toEqual({
    clientsToVerify: [1, 1],
    usersToVerify: [2, 2],
    placesToVerify: [3, 3],
    newOrders: [3, 3],
    overdueOrders: [2, 2],
    failedSyncs: [1, 1],
    clientComments: [1, 1],
    staffSignUps: [2, 2],
    clientsToActivate: [0, 0],
    failedJobs: [0, 0],
    failedMessages: [0, 0],
    webhooksGivenUp: [2, 2],
    roadConflicts: [1, 1]
  })

  const accepted = await staff.put(`/api/Admin/Orders/${fresh[0]?.id}/accept`)
  expect(accepted.status).toBe(200)
  await db('orders.orders').where({ id: late.id }).update({ status: 3 })
  await db('orders.orders').where({ id: failed.id }).update({ optima_status: 1 })
  expect(await numbers()).toMatchObject({
    newOrders: [2, 2],
    overdueOrders: [1, 1],
    clientComments: [1, 1],
    failedSyncs: [0, 0]
  })
})

it('the tiles of the specification are there also while nothing waits', async () => {
  const { counters } = (await staff.get('/api/ui/pages')).body.data as PagesMetadata
  expect(
    counters
      .filter(({ always }) => always)
      .map(({ code }) => code)
      .sort()
  ).toEqual([0, 1, 2, 3, 4])
})

it('is the home page of administrators, and of nobody else', async () => {
  const pagesOf = async (who: Person) => (await who.get('/api/ui/pages')).body.data as PagesMetadata
  const known = ({ groups }: PagesMetadata) => groups.flatMap(({ pages }) => pages).find(({ route }) => route === '/')
  const mine = await pagesOf(staff)
  expect([mine.home, known(mine)]).toEqual([
    '/',
    expect.objectContaining({ id: 'reports.dashboard', inMenu: false, breadcrumb: ['reports.dashboard.title'] })
  ])
  for (const role of ['CLIENT_ADMIN', 'CLIENT', 'SERVICE_TECHNICAN', 'DRIVER'] as const) {
    const theirs = await pagesOf(await test.signedInAs(role))
    expect([role, known(theirs)]).toEqual([role, undefined])
  }
})
