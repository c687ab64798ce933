/** The texts by which orders are found follow the names in them, and an erased person leaves them at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshSearchTexts } from '../../modules/orders/search-texts.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anAccount, anItem, anOrder, aVehicle } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let company: ACompany
let driverId: number
let vehicleId: number
let itemId: number
let id: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(db, { name: 'Gumolit' })
  itemId = (await anItem(db)).id
  driverId = (await anAccount(db, { role: 'DRIVER', password: null, firstName: 'Wit', lastName: 'Kos' })).id
  vehicleId = (await aVehicle(db, { driverId, plate: 'PO 11111' })).id
  id = (await anOrder(db, { company, itemId, status: 3 })).id
  await db('orders.orders').where({ id }).update({ vehicle_id: vehicleId, driver_id: driverId })
})
afterAll(() => test.close())

const found = async (text: string, who = staff): Promise<number[]> =>
  (await who.get(`/api/Admin/Orders?allFields=${encodeURIComponent(text)}`)).body.data.map(
    (row: { id: number }) => row.id
  )

const refresh = (): Promise<void> => refreshSearchTexts(test.services.db)
const notes = async (): Promise<number> => (await test.services.db('orders.renamed').select('id')).length

describe('an order is found by the new name, and no longer by the old one, of', () => {
  it.each([
    ['its company', () => ['companies.companies', company.id, { name: 'Oponeria' }] as const, 'gumolit', 'oponeria'],
    [
      'its place',
      () => ['companies.reception_places', company.placeId, { city: 'Zgierz' }] as const,
      undefined,
      'zgierz'
    ],
    [
      'its vehicle',
      () => ['fleet.vehicles', vehicleId, { register_number: 'PO 22222' }] as const,
      'po11111',
      'po22222'
    ],
    ['its driver', () => ['users.accounts', driverId, { last_name: 'Szpak' }] as const, 'kos', 'szpak']
  ])('%s', async (_what, change, before, after) => {
    const [table, row, values] = change()
    if (before) expect(await found(before)).toEqual([id])
    await test.services.db(table).where({ id: row }).update(values)
    expect(await notes()).toBe(1)
    await refresh()
    expect(await notes()).toBe(0)
    expect(await found(after)).toEqual([id])
    if (before) expect(await found(before)).toEqual([])
  })
})

it('nothing is noted for a change of something else', async () => {
  await test.services.db('companies.companies').where({ id: company.id }).update({ version: 7 })
  expect(await notes()).toBe(0)
})

it('all orders of a company follow, in several transactions', async () => {
  const { db } = test.services
  const other = await aCompany(db, { name: 'Bieżnik' })
  const first = await anOrder(db, { company: other, itemId })
  await db.raw(
    `insert into orders.orders (number, status, company_id, department_id, reception_place_id, order_type_id, order_type_item_id,
        quantity, net_price, gross_price, net_value, gross_value, vat_value, created_at)
      select number || '/' || n, status, company_id, department_id, reception_place_id, order_type_id, order_type_item_id,
        quantity, net_price, gross_price, net_value, gross_value, vat_value, created_at
      from orders.orders cross join generate_series(1, 1100) n where id = ?`,
    [first.id]
  )
  await db('companies.companies').where({ id: other.id }).update({ name: 'Protektor' })
  await refresh()
  const { body } = await staff.get('/api/Admin/Orders?allFields=protektor&limit=1')
  expect(body.total).toBe(1101)
})

it('what is written to an order while its text is made anew is not lost', async () => {
  const { db } = test.services
  await db('companies.companies').where({ id: company.id }).update({ name: 'Karkas' })
  const writing = await db.transaction()
  await writing('orders.orders').where({ id }).update({ kpo: 'KPO/2029/7' })
  const refreshing = refresh()
  await writing.commit()
  await refreshing
  expect(await found('karkas kpo/2029/7')).toEqual([id])
})

it('an erased driver is found no more, in the transaction that erases it', async () => {
  const { db } = test.services
  await db('fleet.vehicles').where({ id: vehicleId }).update({ removed_at: new Date() })
  expect(await found('szpak')).toEqual([id])
  const { status } = await staff.call('DELETE', `/api/Admin/Users/drivers/${driverId}`)
  expect(status).toBe(200)
  expect(await found('szpak')).toEqual([])
  expect(await notes()).toBe(0)
  expect((await db('orders.order_search').first('text').where({ order_id: id })).text).not.toMatch(/wit|szpak/)
})

it('a line break in a note does not let a client find by what stands behind it', async () => {
  const { db } = test.services
  const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
  await db('orders.orders')
    .where({ id })
    .update({ additional_info: 'brama\nod\r\npodwórza', optima_number: 'RO/55555/2026' })
  expect(await found('brama podworza', client)).toEqual([id])
  expect(await found('RO/55555/2026')).toEqual([id])
  expect(await found('RO/55555/2026', client)).toEqual([])
  expect(await found('ro', client)).toEqual([])
})
