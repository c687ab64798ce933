/** What orders are found by, and that a search forgives how a word is written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordsOf } from '../../src/kernel/lists/words.ts'
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
  id = (await anOrder(db, { company, itemId, status: 2 })).id
  await db('orders.orders').where({ id }).update({ vehicle_id: vehicle.id, driver_id: driver.id })
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

  it('by no word that it does not have, whatever the others are', async () => {
    expect(await found('Kołowulk Gdańsk')).toEqual([])
    expect(await found('Kołowulk % Lębork')).toEqual([])
  })

  it('by a client’s own words, too, but not by the driver, whom it may not read', async () => {
    expect(await found('lebork kolowulk', client)).toEqual([id])
    expect(await found('WZYH871', client)).toEqual([id])
    expect(await found('Zak', client)).toEqual([])
  })
})

it.each([
  ['  Opony   Chełm ', ['Opony', 'Chełm']],
  ['Chełm Chełm', ['Chełm']],
  ['gum guma', ['guma']],
  ['ab abc', ['abc', 'ab']],
  [
    'a1x b2xx c3xxx d4xxxx e5xxxxx f6xxxxxx g7xxxxxxx h8xxxxxxxx i9',
    ['h8xxxxxxxx', 'g7xxxxxxx', 'f6xxxxxx', 'e5xxxxx', 'd4xxxx', 'c3xxx', 'b2xx', 'a1x']
  ]
])('the words of “%s”', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})
