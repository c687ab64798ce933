/**
 * Sorts over the demo business: every field sorts, walks give what a plain sort gives, and no list reads more of the database than
 * its budget says. The budgets are what an index needs; without it a sort reads all orders of its list.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../seeds/demo/insert.ts'
import { type Reader, system } from '../../src/kernel/access/caller.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { answerList, conditionsOf } from '../../src/kernel/lists/answer-list.ts'
import { orderOf, sortableFields } from '../../src/kernel/lists/order.ts'
import { cut, selectThenSort } from '../../src/kernel/lists/statements.ts'
import { walkedPage } from '../../src/kernel/lists/walk.ts'
import type { ListPage } from '../../src/kernel/pages/pages.ts'
import type { Resource } from '../../src/kernel/resources/resource.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type Cost, costOf } from '../helper/plans.ts'

const orders = 20_000
const pages = modules.flatMap(module => module.pages ?? []).filter(page => page.kind === 'list') as ListPage[]
const orderPages = pages.filter(({ resource }) => resource.type === 'orders.order')

let test: TestApp
let staff: Person
let client: Reader
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const hashed = { hashPassword: async () => 'none', hashSecret: () => 'none' }
  const patient = openDatabase({ url: test.url, poolSize: 1, statementTimeoutMs: 0 })
  await seedDemo(patient, { seed: 7, orders, now: test.clock.now, ...hashed }).finally(() => patient.destroy())
  staff = await test.signedInAs('ADMIN')
  const { db } = test.services
  // The demo's orders end invoiced, nine of ten. Here all three ends are wide, so that a sort without an index is seen in each.
  await db.raw(`update orders.orders set status = 4, canceled_at = finished_at,
    reason_for_cancellation = 'reason ' || id % 5 where status = 5 and id % 3 = 0`)
  await db.raw('update orders.orders set status = 3, optima_status = id % 4 where status = 5 and id % 3 = 1')
  // Some orders without a vehicle or an operator in every status, so that nothing is also a value.
  await db.raw('update orders.orders set vehicle_id = null, recycle_operator_id = null where id % 7 = 0')
  await db.raw('analyze orders.orders')
  const busiest = await db('orders.orders')
    .select('company_id')
    .groupBy('company_id')
    .orderByRaw('count(*) desc')
    .first()
  client = { ...system, role: 'CLIENT_ADMIN', companyId: busiest.company_id }
}, 120_000)
afterAll(() => test.close())

const admin: Reader = { ...system, role: 'ADMIN' }
const readerOf = ({ access }: ListPage): Reader =>
  access.includes('ADMIN')
    ? admin
    : access.includes('SERVICE_TECHNICAN')
      ? { ...system, role: 'SERVICE_TECHNICAN' }
      : client

interface Asked {
  readonly orderBy: string
  readonly desc: boolean
  readonly page?: number
  readonly limit?: number
}

const statusOf = ({ fixed }: ListPage): object =>
  'OrderStatus' in fixed ? { OrderStatus: [fixed.OrderStatus] } : fixed

const answerOf = (page: ListPage, asked: Asked, resource: Resource = page.resource): Promise<string> =>
  answerList(
    test.services.db,
    resource,
    { page: 1, limit: 35, ...asked, filters: { ...statusOf(page) } },
    readerOf(page)
  )

const bothWays = (page: ListPage): Asked[] =>
  page.columns.flatMap(({ key }) => [false, true].map(desc => ({ orderBy: key, desc })))

describe('every list', () => {
  it('sorts by each of its columns, lists of values aside', () => {
    const unsorted = pages.flatMap(page =>
      page.columns.filter(({ key }) => !page.resource.sortable.includes(key)).map(({ key }) => `${page.id} ${key}`)
    )
    // The specification's exception: I.58, order types. The others are lists of values, too: they have no order.
    const lists = ['iot.places receptionPlacesOrderTypes', 'iot.custodyList holderBefore', 'audit.entries subjects']
    expect(unsorted.filter(name => !name.endsWith(' orderTypes') && !lists.includes(name))).toEqual([])
  })

  it('under headings stays under them, whatever it is sorted by', async () => {
    const grouped = pages.filter(({ groupBy }) => groupBy)
    expect(grouped.length).toBeGreaterThan(1)
    for (const page of grouped)
      for (const asked of bothWays(page)) {
        const { data } = JSON.parse(await answerOf(page, { ...asked, limit: 1000 })) as {
          data: Record<string, unknown>[]
        }
        const headings = data.map(row => row[page.groupBy as string])
        const changes = headings.filter((heading, n) => heading !== headings[n - 1])
        expect(changes).toEqual([...new Set(headings)])
      }
  })

  it('takes each field of its rows as OrderBy, in any letters’ case, and refuses others', async () => {
    const { resource } = orderPages[0] as ListPage
    const fields = sortableFields(resource, admin)
    expect(fields).toEqual(resource.views.list)
    for (const field of fields) {
      const url = '/api/Admin/Orders?OrderStatus=3&limit=3&OrderBy='
      const plain = await staff.get(`${url}${field}`)
      expect([field, plain.status, plain.body.data.length]).toEqual([field, 200, 3])
      expect((await staff.get(`${url}${field.toUpperCase()}`)).body).toEqual(plain.body)
    }
    for (const unknown of ['additionalInfo', 'words.text', 'id desc', '__proto__', 'constructor'])
      expect((await staff.get(`/api/Admin/Orders?OrderBy=${encodeURIComponent(unknown)}`)).status).toBe(400)
  })
})

describe('a walk', () => {
  const walked = (page: ListPage) => bothWays(page).filter(({ orderBy }) => page.resource.fields[orderBy]?.walk)

  it.each(orderPages.map(page => [page.id, page] as const))('of %s gives what a plain sort gives', async (_, page) => {
    const plain: Resource = { ...page.resource, divided: undefined }
    let tried = 0
    for (const asked of walked(page))
      for (const more of [{}, { page: 3 }, { limit: 1000 }, { page: 2, limit: 200 }]) {
        const answer = await answerOf(page, { ...asked, ...more })
        expect([asked, more, answer]).toEqual([asked, more, await answerOf(page, { ...asked, ...more }, plain)])
        tried += 1
      }
    expect(tried).toBeGreaterThan(7)
  })

  it('of several statuses, and of rows without a value, too', async () => {
    const [page] = orderPages
    const { resource } = page as ListPage
    const plain: Resource = { ...resource, divided: undefined }
    for (const orderBy of ['vehicle', 'operator', 'type', 'currentStatus'])
      for (const desc of [false, true]) {
        const question = { page: 1, limit: 1000, orderBy, desc, filters: { OrderStatus: [2, 5, 3, 5] } }
        const answer = await answerList(test.services.db, resource, question, admin)
        expect(answer).toBe(await answerList(test.services.db, plain, question, admin))
        if (!desc && orderBy === 'vehicle') expect(JSON.parse(answer).data[0].vehicle).toBeNull()
      }
  })
})

describe('a list that filters narrow', () => {
  const narrowings = [
    { OrderType: 1 },
    { OrderType: 2, OrderStatus: [3, 5] },
    { Unanswered: false },
    { PostalCode: '2' }
  ]
  const asking = (filters: object, asked: Asked) => ({ page: 1, limit: 200, ...asked, filters: { ...filters } })

  it.each(narrowings)('gives what a plain sort gives, in every order: %j', async filters => {
    const { resource } = orderPages.at(-2) as ListPage
    const plain: Resource = { ...resource, divided: undefined }
    for (const orderBy of resource.sortable.filter(field => resource.fields[field]?.walk ?? field === 'company')) {
      const question = asking(filters, { orderBy, desc: orderBy < 'o' })
      const answer = await answerList(test.services.db, resource, question, admin)
      expect([orderBy, answer]).toEqual([orderBy, await answerList(test.services.db, plain, question, admin)])
    }
    for (const page of [1, 3, 1000]) {
      const question = { page, limit: 35, filters: { ...filters } }
      const answer = await answerList(test.services.db, resource, question, admin)
      expect([page, answer]).toEqual([page, await answerList(test.services.db, plain, question, admin)])
    }
  })

  it.each(narrowings)('and is long is walked to the same rows: %j', async filters => {
    const { resource } = orderPages.at(-2) as ListPage
    let walked = 0
    for (const orderBy of resource.sortable) {
      const question = asking(filters, { orderBy, desc: true, page: 2 })
      const order = orderOf(resource, question, admin)
      const conditions = conditionsOf(resource, question, admin)
      const walk = walkedPage(resource, order, question, admin, conditions)
      if (!walk) continue
      const plain = cut(selectThenSort(resource, conditions, order), question)
      expect([orderBy, await query(test.services.db, walk)]).toEqual([orderBy, await query(test.services.db, plain)])
      walked += 1
    }
    expect(walked).toBeGreaterThan(5)
  })
})

/** What a list's statement reads, run as it is sent. */
const costOfList = (page: ListPage, asked?: Asked): Promise<Cost> =>
  costOf(test.services.db, () =>
    asked
      ? answerOf(page, asked)
      : answerList(
          test.services.db,
          page.resource,
          { page: 1, limit: 35, filters: statusOf(page) as never },
          readerOf(page)
        )
  )

/** A page of 35 joins seven tables: that many rows and a few buffers for each. A walk reads its values beside. */
const budget: Cost = { rows: 2_000, buffers: 3_000 }
const isOver = ({ rows, buffers }: Cost): boolean => rows > budget.rows || buffers > budget.buffers

/** Lists that are short whatever the business's size, and may be sorted as a whole. */
const short = ['orders.new', 'orders.accepted', 'orders.inProgress', 'orders.day', 'orders.client']

describe('of the database', () => {
  it.each(orderPages.map(page => [page.id, page] as const))(
    '%s reads within its budget in its usual order',
    async (_, page) => {
      expect(isOver(await costOfList(page))).toBe(false)
    }
  )

  it.each(orderPages.filter(({ id }) => !short.includes(id)).map(page => [page.id, page] as const))(
    '%s reads within its budget in every sort, both ways',
    async (_, page) => {
      const over: unknown[] = []
      for (const asked of bothWays(page)) {
        const cost = await costOfList(page, asked)
        if (isOver(cost)) over.push({ ...asked, ...cost })
      }
      expect(over).toEqual([])
    }
  )

  it('more than the budget is read without the index, for each index of a sort', async () => {
    const { db } = test.services
    const indexes = await query<{ name: string; definition: string }>(
      db,
      sql`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
        where indrelid = 'orders.orders'::regclass and (indexrelid::regclass::text like 'orders.orders_sort_%'
          or indexrelid = any(array['orders.orders_by_age', 'orders.orders_by_item']::regclass[]))`
    )
    expect(indexes.length).toBeGreaterThan(13)
    const long = orderPages.filter(({ id }) => !short.includes(id))
    const unnoticed: string[] = []
    for (const { name, definition } of indexes) {
      await query(db, sql`drop index ${raw(name)}`)
      let isNoticed = false
      for (const page of long) for (const asked of bothWays(page)) isNoticed ||= isOver(await costOfList(page, asked))
      await query(db, raw(definition))
      if (!isNoticed) unnoticed.push(name)
    }
    expect(unnoticed).toEqual([])
  }, 120_000)
})

it.each(['netValue', 'quantity', 'company', 'receptionPlace', 'vehicle', 'type'])(
  'rows with the same %s follow the direction of the sort: downwards the list is upside down',
  async field => {
    const idsOf = async (desc: boolean): Promise<number[]> => {
      const { body } = await staff.get(`/api/Admin/Orders?OrderStatus=1&limit=1000&OrderBy=${field}&Desc=${desc}`)
      return body.data.map(({ id }: { id: number }) => id)
    }
    const up = await idsOf(false)
    expect(up.length).toBeGreaterThan(10)
    expect(await idsOf(true)).toEqual(up.toReversed())
  }
)
