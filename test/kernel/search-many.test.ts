/** A search among very many orders gives what reading all texts gives: the newest 10,000 in the order, pages, totals; in each of its ways. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../modules/orders/resource.ts'
import { type Reader, system } from '../../src/kernel/access/caller.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { query, type Sql } from '../../src/kernel/database/sql.ts'
import { answerList, conditionsOf } from '../../src/kernel/lists/answer-list.ts'
import { exportStatement } from '../../src/kernel/lists/export.ts'
import { byPeriods, listFirst, listJoined, wholeIndex } from '../../src/kernel/lists/search/texts.ts'
import { matching, wordsOf } from '../../src/kernel/lists/search/words.ts'
import type { SearchTexts } from '../../src/kernel/resources/resource.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, anItem, aVehicle } from '../helper/factories.ts'

/** Three in five have a word that more rows have than are counted; all have their year. */
const many = 30_600
let test: TestApp
let staff: Person

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  const companies = [await aCompany(db, { name: 'Alfa Żuraw' }), await aCompany(db, { name: 'Beta Gum' })]
  const driverId = (await anAccount(db, { role: 'DRIVER', password: null })).id
  const vehicles = [
    await aVehicle(db, { driverId, plate: 'AA 1111' }),
    await aVehicle(db, { driverId, plate: 'BB 2222' })
  ]
  const itemId = (await anItem(db)).id
  // On a busy machine so many rows take longer than a call may.
  const patient = openDatabase({ url: test.url, poolSize: 1, statementTimeoutMs: 0 })
  const [alfa, beta] = companies
  // by their places, too, the companies have a known order
  for (const [company, city] of [
    [alfa, 'Chojna'],
    [beta, 'Piła']
  ] as const)
    await db('companies.reception_places').where({ id: company?.placeId }).update({ city })
  // The triggers of each row take longer than the rows; what a search needs of them is made below.
  await patient.raw('set session_replication_role = replica')
  await patient.raw(
    `insert into orders.orders (number, status, company_id, department_id, reception_place_id, order_type_id, order_type_item_id,
        quantity, net_price, gross_price, net_value, gross_value, vat_value, vehicle_id, driver_id, additional_info, created_at)
      select 'Z/2025/' || n, n % 6, case n % 4 when 0 then :a::int else :b end, case n % 4 when 0 then :aDept::int else :bDept end,
        case n % 4 when 0 then :aPlace::int else :bPlace end, 3, :item, 1, 1, 1.08, n % 97, 1.08, 0.08,
        case n % 3 when 0 then :v::int when 1 then :w::int end, case n % 3 when 2 then null else :driver::int end,
        concat_ws(' ', case when n % 600 = 0 then 'brama' end, case when n % 5 < 3 then 'rano' end), now() - n * interval '20 minutes'
      from generate_series(1, ${many}) n`,
    {
      ...{ a: alfa?.id, aDept: alfa?.departmentId, aPlace: alfa?.placeId as number },
      ...{ b: beta?.id, bDept: beta?.departmentId, bPlace: beta?.placeId as number },
      ...{ item: itemId, v: vehicles[0]?.id, w: vehicles[1]?.id, driver: driverId }
    }
  )
  await patient.raw(
    `insert into orders.order_search (order_id, text, created_at, period)
      select id, orders.search_text(o), created_at, orders.search_period(created_at) from orders.orders o`
  )
  await patient.raw('analyze')
  await patient.destroy()
})
afterAll(() => test.close())

interface Answer {
  readonly data: readonly { readonly id: number; readonly number: string; readonly company: string }[]
  readonly total: number
  readonly totalCapped?: true
}
const ask = async (query: string): Promise<Answer> => (await staff.get(`/api/Admin/Orders?${query}`)).body
const ids = async (query: string): Promise<number[]> => (await ask(query)).data.map(({ id }) => id)

const sorts = ['', 'company', 'receptionPlace', 'vehicle', 'netValue', 'number'].flatMap(field =>
  field ? [`&OrderBy=${field}`, `&OrderBy=${field}&Desc=true`] : ['']
)

it.each(sorts)('a word that every row of a short list has changes neither the order nor the pages: %s', async sort => {
  for (const rest of ['limit=20&OrderStatus=3', 'limit=20&page=2&OrderStatus=3'])
    expect(await ids(`${rest}${sort}&allFields=Z/2025`), rest).toEqual(await ids(`${rest}${sort}`))
})

it('a rare word beside it gives the few rows that have both, and their number', async () => {
  const found = await ask('limit=5&allFields=brama%20Z/2025&OrderBy=vehicle')
  expect(found.data).toHaveLength(5)
  expect(found).toMatchObject({ total: many / 600 })
})

it('a total is exact up to ten thousand, stops there, and is 0 for a word that no row contains', async () => {
  expect(await ask('limit=1&allFields=Z/2025')).toMatchObject({ total: 10_000, totalCapped: true })
  expect(await ask('limit=1&allFields=Z/2025&OrderStatus=3')).toMatchObject({ total: many / 6 })
  expect(await ask('limit=1&allFields=Z/2025%20qqqq')).toEqual({ data: [], total: 0 })
})

const admin: Reader = { ...system, role: 'ADMIN' }
const vocabulary = [
  'z/2025',
  'rano',
  'brama',
  'zuraw',
  'gum',
  'alfa',
  'a',
  '1111',
  'bb 22',
  '/2025/0',
  '2025/12',
  '777',
  'qq'
]
const common = ['rano gum', 'rano z/2025', 'gum z/2025', 'zuraw z/2025', 'z/2025', 'gum']

/** The same questions at each run. */
function* randomQuestions(count: number) {
  let state = 12_345
  const upTo = (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
  const oneOf = <T>(values: readonly T[]): T => values[upTo(values.length)] as T
  for (let n = 0; n < count; n += 1) {
    const words = Array.from({ length: 1 + upTo(3) }, () => oneOf(vocabulary)).join(' ')
    const search = upTo(3) === 0 ? oneOf(common) : words
    const orderBy = oneOf([undefined, 'company', 'receptionPlace', 'vehicle', 'netValue', 'number', 'createdAt'])
    const filters = oneOf([{}, {}, { OrderStatus: [3] }, { OrderStatus: [1, 5] }, { NotificationSent: false }])
    yield { search, orderBy, desc: upTo(2) === 0, filters, page: oneOf([1, 1, 2, 7]), limit: oneOf([20, 100]) }
  }
}

const has = (text: string, word: string): boolean => (word.length > 2 ? text.includes(word) : text.includes(` ${word}`))

it('any words give the newest of their rows, in the order, with the total; each way finds the same', async () => {
  const { db } = test.services
  const texts = new Map<number, string>()
  for (const { order_id, text } of await db('orders.order_search').select('order_id', 'text')) texts.set(order_id, text)
  const idsOf = async (statement: Sql): Promise<number[]> =>
    (await query<{ id: number }>(db, statement)).map(({ id }) => id)
  let manyFound = 0
  for (const question of randomQuestions(60)) {
    const { search, filters, page, limit } = question
    const words = wordsOf(search)
    const inOrder = async (by: object): Promise<number[]> =>
      (await idsOf(exportStatement(orders, ['id'], { ...by, filters }, admin))).filter(id =>
        words.every(word => has(texts.get(id) ?? '', word))
      )
    const newest = (await inOrder({})).slice(0, 10_001)
    if (newest.length > 10_000) manyFound += 1
    const asked = {
      resource: orders,
      texts: orders.search as SearchTexts,
      words: words.map(matching),
      conditions: conditionsOf(orders, { page, limit, filters }, admin),
      isLimited: false
    }
    for (const way of [wholeIndex, byPeriods, listFirst, listJoined])
      expect([question, way.name, await idsOf(way(asked, 10_001))]).toEqual([question, way.name, newest])
    const counted = new Set(newest.slice(0, 10_000))
    const sorted = (await inOrder(question)).filter(id => counted.has(id))
    const { data, total } = JSON.parse(await answerList(db, orders, question, admin)) as Answer
    expect([question, data.map(({ id }) => id), total]).toEqual([
      question,
      sorted.slice((page - 1) * limit, page * limit),
      counted.size
    ])
  }
  expect(manyFound).toBeGreaterThan(8)
}, 120_000)

it('a search ends at row 10,000', async () => {
  expect((await ask('limit=1000&page=10&allFields=Z/2025')).data).toHaveLength(1000)
  expect(await ask('limit=1000&page=11&allFields=Z/2025')).toEqual({ data: [], total: 10_000, totalCapped: true })
})

it('other lists are counted among the newest that are found', async () => {
  const { body } = await staff.get('/api/ui/pages/orders.new/elsewhere?allFields=rano%20Z/2025')
  const totals = body.data.map(({ total }: { total: number }) => total)
  expect(totals.reduce((sum: number, total: number) => sum + total, 0)).toBeGreaterThanOrEqual(10_000)
  expect(Math.max(...totals)).toBeLessThan(10_000)
})
