/** What orders are found by, and that a search forgives how a word is written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../../modules/orders/pages.ts'
import { wordsOf } from '../../src/kernel/lists/search/words.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, anItem, anOrder, aVehicle } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let client: Person
let id: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  const company = await aCompany(db, { name: 'Wulkanizacja Kołowulk' })
  await db('companies.companies').where({ id: company.id }).update({ tax_number: '5252344078' })
  await db('companies.reception_places')
    .where({ id: company.placeId })
    .update({ city: 'Lębork', street: 'Größe 5', phone: '600700801' })
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
  const itemId = (await anItem(db)).id
  const driver = await anAccount(db, { role: 'DRIVER', password: null })
  await db('users.accounts').where({ id: driver.id }).update({ first_name: 'Łucja', last_name: 'Żak' })
  const vehicle = await aVehicle(db, { driverId: driver.id, plate: 'WZY H871' })
  id = (await anOrder(db, { company, itemId, status: 2, number: 'Z/2031/012345' })).id

  await db('orders.orders')
    .where({ id })
    .update({
      ...{ vehicle_id: vehicle.id, driver_id: driver.id },
      ...{ optima_number: 'RO/7771/2026', invoice_number: 'FS/8882/2026' }
    })
  const other = await aCompany(db, { name: 'Kołodziej' })
  for (let n = 0; n < 3; n++) await anOrder(db, { company: other, itemId })
})
afterAll(() => test.close())

const found = async (text: string, who = staff): Promise<number[]> =>
  (await who.get(`/api/Admin/Orders?allFields=${encodeURIComponent(text)}`)).body.data.map(
    (row: { id: number }) => row.id
  )

describe('an order is found', () => {
  it.each([
    ['without marks', 'kolowulk'],
    ['in capitals', 'KOŁOWULK'],
    ['with marks that the text does not have', 'Wülkanizacja'],
    ['with marks of two characters each', 'Kołowulk Lębork'.normalize('NFD')],
    ['by ss for ß', 'grosse'],
    ['by words of different places, in any order', 'lebork kolowulk'],
    ['by words of which one is short', 'Lębork Ko'],
    ['by the phone of its place', '600 700 801'],
    ['by the tax number', '525-234-40-78'],
    ['by the plate, with and without its space', 'WZYH871'],
    ['by the plate as it is written', 'wzy h871'],
    ['by the driver', 'Lucja Zak']
  ])('%s', async (_how, text) => {
    expect(await found(text)).toEqual([id])
  })

  it('by no search that has a word which it does not contain', async () => {
    expect(await found('Kołowulk Gdańsk')).toEqual([])
    expect(await found('Kołowulk % Lębork')).toEqual([])
  })

  it('by a text that has its age and period beside it, and follows the order', async () => {
    const { db } = test.services
    const beside = () => db('orders.order_search').first('text', 'created_at', 'period').where({ order_id: id })
    const { created_at } = await db('orders.orders').first('created_at').where({ id })
    const periodOf = (at: Date): number => Math.floor(at.getTime() / 2_592_000_000)
    expect(await beside()).toMatchObject({ created_at, period: periodOf(created_at) })
    const earlier = new Date('2020-02-03T04:05:06Z')
    await db('orders.orders').where({ id }).update({ created_at: earlier, kpo: 'kpo-77' })
    expect(await beside()).toMatchObject({ created_at: earlier, period: periodOf(earlier) })
    expect((await beside()).text).toContain('kpo-77')
    await db('orders.orders').where({ id }).update({ created_at, kpo: null })
  })

  it('by the client’s words, but not by the driver, whom a client does not see', async () => {
    expect(await found('lebork kolowulk', client)).toEqual([id])
    expect(await found('WZYH871', client)).toEqual([id])
    expect(await found('Zak', client)).toEqual([])
  })
})

describe('every list of orders finds by', () => {
  const lists = pages.filter(page => page.access.includes('ADMIN'))

  it.each([
    ['the number', () => 'Z/2031/012345'],
    ['the accounting number', () => 'RO/7771/2026'],
    ['the invoice number', () => 'FS/8882/2026'],
    ['the driver', () => 'zak lucja'],
    ['the plate', () => 'wzyh871'],
    ['the phone', () => '600-700-801'],
    ['the tax number', () => '5252344078'],
    ['words of several places without marks, in any order', () => 'lebork zak kolowulk']
  ])('%s', async (_what, text) => {
    expect(lists).toHaveLength(8)
    for (const { fixed, id: page } of lists) {
      const status = fixed.OrderStatus ?? 1
      await test.services.db('orders.orders').where({ id }).update({ status })
      const answer = await staff.get(
        `/api/Admin/Orders?${new URLSearchParams({ ...(fixed as object), allFields: text() })}`
      )
      expect([page, answer.body.data.map((row: { id: number }) => row.id), answer.body.total]).toEqual([page, [id], 1])
    }
  })

  it('the invoice number for its client, too, but not by the accounting number', async () => {
    expect(await found('FS/8882/2026', client)).toEqual([id])
    expect(await found('RO/7771/2026', client)).toEqual([])
  })
})

it.each([
  ['  Opony   Chełm ', ['Opony', 'Chełm']],
  ['Chełm Chełm', ['Chełm']],
  ['gum guma', ['guma']],
  ['608 170 571', ['608 170 571']],
  ['82 560 12 34 Chełm', ['82 560 12 34', 'Chełm']],
  ['+48 608-170-571', ['608-170-571']],
  ['+49 30 123 456 Kehl', ['+49 30 123 456', 'Kehl']],
  ['+49 30 1234567', ['+49 30 1234567']],
  ['+49 5', ['+49', '5']],
  ['22-100 5 12', ['22-100', '12', '5']],
  ['12 34 56', ['12', '34', '56']],
  ['ab abc', ['abc', 'ab']],
  [
    'a1x b2xx c3xxx d4xxxx e5xxxxx f6xxxxxx g7xxxxxxx h8xxxxxxxx i9',
    ['h8xxxxxxxx', 'g7xxxxxxx', 'f6xxxxxx', 'e5xxxxx', 'd4xxxx', 'c3xxx', 'b2xx', 'a1x']
  ]
])('the words of “%s”', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})
