/** A search that finds more than can be named by their numbers gives what reading all rows gives: pages, orders, totals. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../modules/orders/resource.ts'
import { type Reader, system } from '../../src/kernel/access/caller.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { type Database, query } from '../../src/kernel/database/sql.ts'
import { answerList } from '../../src/kernel/lists/answer-list.ts'
import { exportStatement } from '../../src/kernel/lists/export.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, anItem, aVehicle } from '../helper/factories.ts'

/** More than are named by their own texts; three in five have a word that is named, though more have it than are counted. */
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
        concat_ws(' ', case when n % 600 = 0 then 'brama' end, case when n % 5 < 3 then 'rano' end), now() - n * interval '1 minute'
      from generate_series(1, ${many}) n`,
    {
      ...{ a: alfa?.id, aDept: alfa?.departmentId, aPlace: alfa?.placeId as number },
      ...{ b: beta?.id, bDept: beta?.departmentId, bPlace: beta?.placeId as number },
      ...{ item: itemId, v: vehicles[0]?.id, w: vehicles[1]?.id, driver: driverId }
    }
  )
  await patient.raw(
    `insert into orders.order_search (order_id, text, company_id, created_at)
      select id, orders.search_text(o), company_id, created_at from orders.orders o`
  )
  await patient.raw('analyze')
  await patient.destroy()
}, 60_000)
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

it.each(sorts)('a word that every row contains changes neither order nor pages: %s', async sort => {
  for (const rest of ['limit=20', 'limit=20&page=3', 'limit=20&OrderStatus=3', 'limit=20&page=2&OrderStatus=3'])
    expect(await ids(`${rest}${sort}&allFields=Z/2025`), rest).toEqual(await ids(`${rest}${sort}`))
})

it.each(sorts)('each row that is found contains both of two frequent words: %s', async sort => {
  const found = await ask(`limit=1000${sort}&allFields=${encodeURIComponent('zuraw z/2025')}`)
  expect(found.total).toBe(many / 4)
  const plain: Answer['data'][number][] = []
  for (const page of [1, 2, 3, 4]) plain.push(...(await ask(`limit=1000&page=${page}${sort}`)).data)
  const expected = plain.filter(({ company }) => company === 'Alfa Żuraw').map(({ id }) => id)
  expect(found.data.map(({ id }) => id).slice(0, expected.length)).toEqual(expected.slice(0, 1000))
})

it('a frequent word and a rare one find the few rows that contain both, and count them', async () => {
  const found = await ask('limit=5&allFields=brama%20Z/2025&OrderBy=vehicle')
  expect(found.data).toHaveLength(5)
  expect(found).toMatchObject({ total: many / 600 })
})

it('a total is exact up to ten thousand, stops there, and is 0 for a word that no row contains', async () => {
  expect(await ask('limit=1&allFields=Z/2025')).toMatchObject({ total: 10_000, totalCapped: true })
  expect(await ask('limit=1&allFields=Z/2025&OrderStatus=3')).toMatchObject({ total: many / 6 })
  expect(await ask('limit=1&allFields=Z/2025%20qqqq')).toEqual({ data: [], total: 0 })
})

it('does not count matching places without orders', async () => {
  const { db } = test.services
  const { companyId, departmentId } = await db('companies.reception_places').first(
    'company_id as companyId',
    'department_id as departmentId'
  )
  const patient = openDatabase({ url: test.url, poolSize: 1, statementTimeoutMs: 0 })
  await patient.raw(
    `insert into companies.reception_places (company_id, department_id, city, street, postal_code)
      select ?, ?, 'Pustka', 'ulica ' || n, '00-001' from generate_series(1, ${many}) n`,
    [companyId, departmentId]
  )
  await patient.raw('analyze companies.reception_places')
  await patient.destroy()
  expect(await ask('limit=20&allFields=pustka')).toEqual({ data: [], total: 0 })
  const { body } = await staff.get('/api/ui/pages/orders.new/elsewhere?allFields=pustka')
  expect(body.data).toEqual([])
  await db('orders.orders')
    .whereIn('id', db('orders.orders').select('id').orderBy('id').limit(3))
    .update({ reception_place_id: db('companies.reception_places').where({ city: 'Pustka' }).min('id') })
  expect(await ask('limit=20&allFields=pustka')).toMatchObject({ data: [{}, {}, {}], total: 3 })
})

const someSorts = ['', '&OrderBy=receptionPlace&Desc=true', '&OrderBy=vehicle&Desc=true', '&OrderBy=netValue']

// By itself its texts are compared; beside a company it is named, for more rows than are counted.
it.each(
  someSorts.flatMap(sort => [
    [sort, 'rano'],
    [sort, 'rano%20gum']
  ])
)('a word that many rows contain themselves is found in the order: %s, %s', async (sort, search) => {
  const found = await ask(`limit=400${sort}&allFields=${search}`)
  expect(found).toMatchObject({ total: 10_000, totalCapped: true })
  const { rows } = await test.services.db.raw(`select orders.id from orders.orders
    join companies.companies company on company.id = orders.company_id
    where additional_info like '%rano%' and (company.name = 'Beta Gum' or ${search === 'rano'})`)
  const rano = new Set(rows.map(({ id }: { id: number }) => id))
  const expected = (await ids(`limit=1000${sort}`)).filter(id => rano.has(id)).slice(0, 400)
  expect(expected.length).toBeGreaterThan(200)
  const firstRows = found.data.map(({ id }) => id)
  expect(firstRows.slice(0, expected.length)).toEqual(expected)
  expect(await ids(`limit=100&page=3${sort}&allFields=${search}`)).toEqual(firstRows.slice(200, 300))
})

it('orders of one status with such a word, and orders with it and another word, are counted', async () => {
  expect(await ask('limit=1&allFields=rano&OrderStatus=3')).toMatchObject({ total: many / 10 })
  expect(await ask('limit=1&allFields=rano%20zuraw')).toMatchObject({ total: (many * 3) / 20 })
  expect(await ask('limit=1&allFields=rano%20Z/2025')).toMatchObject({ total: 10_000, totalCapped: true })
})

const admin: Reader = { ...system, role: 'ADMIN' }
/** Each of these words is found by very many rows: two of them by their texts, the others by their companies. */
const common = ['rano gum', 'rano z/2025', 'gum z/2025', 'zuraw z/2025', 'rano zuraw']
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

const found: Readonly<Record<string, string>> = {
  gum: "company.name = 'Beta Gum'",
  pila: "place.city = 'Piła'",
  rano: "orders.additional_info like '%rano%'",
  'z/2025': 'true'
}
const byFoundValues = ['company', 'receptionPlace'].flatMap(orderBy =>
  ['gum', 'pila', 'gum pila', 'rano pila', 'gum z/2025'].flatMap(search =>
    [false, true].map(desc => [search, orderBy, desc] as const)
  )
)

it.each(byFoundValues)(
  '%s gives its rows sorted by the column in which it is found: %s, descending %s',
  async (search, orderBy, desc) => {
    const { db } = test.services
    const all = exportStatement(orders, ['id'], { orderBy, desc, filters: {} }, admin)
    const { rows } = await db.raw(`select orders.id from orders.orders
    join companies.companies company on company.id = orders.company_id
    join companies.reception_places place on place.id = orders.reception_place_id
    where ${search
      .split(' ')
      .map(word => found[word])
      .join(' and ')}`)
    const wanted = new Set(rows.map(({ id }: { id: number }) => id))
    const expected = (await query<{ id: number }>(db, all)).map(({ id }) => id).filter(id => wanted.has(id))
    const list = `OrderBy=${orderBy}&Desc=${desc}&allFields=${encodeURIComponent(search)}`
    expect(expected.length).toBeGreaterThan(10_000)
    expect(await ids(`limit=40&${list}`)).toEqual(expected.slice(0, 40))
    expect(await ids(`limit=40&page=7&${list}`)).toEqual(expected.slice(240, 280))
    expect(await ask(`limit=1&${list}`)).toMatchObject({ total: 10_000, totalCapped: true })
  }
)

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

// A transaction is not given up in the middle: there, what is found is read and sorted and never read in the order.
it('any words give the same rows, order and total as the plain statement', async () => {
  const { db } = test.services
  const answerOf = async (database: Database, question: Parameters<typeof answerList>[2]) => {
    const { data, total } = JSON.parse(await answerList(database, orders, question, admin)) as Answer
    return { ids: data.map(({ id }) => id), total }
  }
  let manyFound = 0
  for (const question of randomQuestions(60)) {
    const plain = await query<{ id: number }>(db, exportStatement(orders, ['id'], question, admin))
    const { page, limit } = question
    const expected = {
      ids: plain.slice((page - 1) * limit, page * limit).map(({ id }) => id),
      total: Math.min(plain.length, 10_000)
    }
    if (plain.length > 10_000) manyFound += 1
    expect([question, await answerOf(db, question)]).toEqual([question, expected])
    const sorted = await db.transaction(trx => answerOf(trx, question))
    expect([question, sorted]).toEqual([question, expected])
  }
  expect(manyFound).toBeGreaterThan(8)
}, 120_000)
