/** Prices, containers and open orders from a spreadsheet: by the commands that people use, and back again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anItem } from '../helper/factories.ts'
import { aCsv, act, aNip, checksums, startImport } from './fixtures/files.ts'

let test: TestApp
let staff: Person
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.begin()
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())

const db = () => test.services.db
const named = async (price: number | null, name: string): Promise<number> => {
  const { id } = await anItem(db(), price === null ? {} : { price })
  await db()('catalogue.order_type_items').where({ id }).update({ name })
  return id
}
const priceOf = async (id: number): Promise<number> =>
  (await staff.get(`/api/Admin/Prices/${id}`)).body.data?.priceValue

/** Imports rows, looks at what they made, and takes them back: everything is as it was. */
async function thereAndBack(kind: string, rows: readonly (readonly string[])[], look: () => Promise<void>) {
  const before = await checksums(db())
  const found = await startImport(test, staff, aCsv(rows), { kind })
  expect([found.errors, found.state]).toEqual([[], 'checked'])
  expect(await checksums(db())).toEqual(before)
  expect(await act(test, staff, found.id, 'apply')).toMatchObject({
    state: 'applied',
    counts: { good: rows.length - 1 }
  })
  await look()
  const again = await startImport(test, staff, aCsv(rows), { kind })
  expect(await act(test, staff, found.id, 'undo')).toMatchObject({ state: 'undone', failure: null })
  expect(await checksums(db())).toEqual(before)
  return again
}

describe('an import of prices', () => {
  it('sets prices, at once and from a later day, and is undone to the former ones', async () => {
    const [one, two] = [await named(100, 'Zestaw pierwszy'), await named(200, 'Zestaw drugi')]
    const later = new Date(test.clock.now.getTime() + 40 * 24 * 3_600_000).toISOString().slice(0, 10)
    const written = later.split('-').reverse().join('.')
    const again = await thereAndBack(
      'prices',
      [
        ['Nazwa', 'Cena netto', 'Obowiązuje od'],
        ['zestaw PIERWSZY', '150', ''],
        ['Zestaw drugi', '250,00', written]
      ],
      async () => {
        expect([await priceOf(one), await priceOf(two)]).toEqual([150, 200])
        const { body } = await staff.get(`/api/Admin/Prices/${two}`)
        expect(body.data).toMatchObject({ plannedFrom: later, plannedPrice: 250 })
      }
    )
    expect(again.counts).toMatchObject({ skipped: 1 })
    expect([await priceOf(one), await priceOf(two)]).toEqual([100, 200])
  })

  it('says what is wrong of each row, by the rules of the form', async () => {
    await named(100, 'Zestaw trzeci')
    const { errors, counts } = await startImport(
      test,
      staff,
      aCsv([
        ['Nazwa', 'Cena netto', 'Obowiązuje od'],
        ['Nieznany', '1', ''],
        ['Zestaw trzeci', '1,5', ''],
        ['Zestaw trzeci', '1', '01.01.2020'],
        ['Zestaw trzeci', '100', '']
      ]),
      { kind: 'prices' }
    )
    expect(counts).toEqual({ rows: 4, good: 0, bad: 3, skipped: 1 })
    expect(errors.map((found: { row: number; field: string }) => [found.row, found.field])).toEqual([
      [2, 'item'],
      [3, 'price'],
      [4, 'validFrom'],
      [5, '']
    ])
  })
})

describe('an import of places and of people', () => {
  const aClient = async (n: number): Promise<{ nip: string; id: number }> => {
    const nip = aNip(n)
    const { id } = await aCompany(db())
    await db()('companies.companies').where({ id }).update({ tax_number: nip })
    return { nip, id }
  }

  it('adds places to clients, and takes them away again', async () => {
    const { nip, id } = await aClient(8_001)
    await db()('companies.reception_places').where({ company_id: id }).update({ is_default: true })
    const again = await thereAndBack(
      'places',
      [
        ['NIP', 'Ulica', 'Kod', 'Miasto', 'Telefon'],
        [nip, 'Nowa 1', '22100', 'Chełm', '+48 501 502 503'],
        [nip, 'Nowa 2', '22-100', 'Chełm', '501502503']
      ],
      async () => {
        const rows = await db()('companies.reception_places').where({ company_id: id }).orderBy('id')
        expect(
          rows.slice(1).map(row => [row.street, row.postal_code, row.phone, row.is_active, row.is_default])
        ).toEqual([
          ['Nowa 1', '22-100', '501502503', true, false],
          ['Nowa 2', '22-100', '501502503', true, false]
        ])
      }
    )
    expect(again.counts).toMatchObject({ good: 0, skipped: 2 })
  })

  it('gives the default flag back that a place has taken from one out of use', async () => {
    const { nip, id } = await aClient(8_004)
    await db()('companies.reception_places').where({ company_id: id }).update({ is_default: true, is_active: false })
    const flags = async () =>
      (await db()('companies.reception_places').where({ company_id: id }).orderBy('id')).map(row => row.is_default)
    const rows = [
      ['NIP', 'Ulica', 'Kod', 'Miasto', 'Telefon'],
      [nip, 'Nowa 1', '22-100', 'Chełm', '501502503'],
      [nip, 'Nowa 2', '22-100', 'Chełm', '501502503']
    ]
    const { id: importId } = await startImport(test, staff, aCsv(rows), { kind: 'places' })
    await act(test, staff, importId, 'apply')
    expect(await flags()).toEqual([false, true, false])
    expect(await act(test, staff, importId, 'undo')).toMatchObject({ state: 'undone', failure: null })
    expect(await flags()).toEqual([true])
  })

  it('adds people to clients without a letter, and takes them away again', async () => {
    const { nip, id } = await aClient(8_002)
    const again = await thereAndBack(
      'contacts',
      [
        ['NIP', 'Imię', 'Nazwisko', 'E-mail'],
        [nip, 'Anna', 'Nowak', 'osoba1@example.com'],
        [nip, 'Jan', 'Kowal', 'osoba2@example.com']
      ],
      async () => {
        const rows = await db()('users.accounts').where({ company_id: id }).orderBy('id')
        expect(rows.map(row => [row.email, row.role, row.password_hash])).toEqual([
          ['osoba1@example.com', 2, null],
          ['osoba2@example.com', 4, null]
        ])
      }
    )
    expect(again.counts).toMatchObject({ good: 0, bad: 2 })
  })

  it('says what is wrong: no client, an order type that it lacks, no name', async () => {
    const { nip } = await aClient(8_003)
    await db()('companies.company_order_types').where({ order_type_id: 3 }).del()
    const places = [
      ['NIP', 'Ulica', 'Kod', 'Miasto', 'Telefon', 'Typ zamówień'],
      [aNip(8_999), 'Nowa 1', '22-100', 'Chełm', '501502503', ''],
      [nip, 'Nowa 1', '22-100', 'Chełm', '501502503', '3'],
      [nip, 'Nowa 1', '22', 'Chełm', '501502503', '']
    ]
    const wrong = ({ errors }: { errors: { row: number; field: string }[] }) => errors.map(one => [one.row, one.field])
    expect(wrong(await startImport(test, staff, aCsv(places), { kind: 'places' }))).toEqual([
      [2, 'taxNumber'],
      [3, 'orderTypeId'],
      [4, 'postalCode']
    ])
    const people = [
      ['NIP', 'Imię', 'E-mail'],
      [nip, 'Anna', 'osoba3@example.com']
    ]
    expect(wrong(await startImport(test, staff, aCsv(people), { kind: 'contacts' }))).toEqual([[2, 'lastName']])
  })
})

describe('an import of containers', () => {
  it('adds containers, and takes them away again', async () => {
    const imeis = ['490154203237518', '356938035643809']
    const again = await thereAndBack(
      'containers',
      [
        ['IMEI', 'Numer kontenera', 'Opis'],
        [imeis[0] as string, 'IMP-1', 'Niebieski'],
        [imeis[1] as string, 'IMP-2', '']
      ],
      async () => {
        const rows = await db()('iot.containers').whereIn('imei', imeis).orderBy('container_number')
        expect(rows.map(row => [row.container_number, row.description])).toEqual([
          ['IMP-1', 'Niebieski'],
          ['IMP-2', null]
        ])
      }
    )
    expect(again.counts).toEqual({ rows: 2, good: 0, bad: 0, skipped: 2 })
  })

  it('refuses numbers that are none, twice, or of no warehouse', async () => {
    const { errors, counts } = await startImport(
      test,
      staff,
      aCsv([
        ['IMEI', 'Numer kontenera', 'Magazyn'],
        ['490154203237519', 'IMP-3', ''],
        ['490154203237518', 'IMP-3', ''],
        ['356938035643809', 'imp-3', ''],
        ['352099001761481', 'IMP-4', 'Nigdzie']
      ]),
      { kind: 'containers' }
    )
    expect(counts).toEqual({ rows: 4, good: 1, bad: 2, skipped: 1 })
    expect(errors.map((found: { row: number; field: string }) => [found.row, found.field])).toEqual([
      [2, 'imei'],
      [4, ''],
      [5, 'assignedStoreId']
    ])
  })
})

describe('an import of open orders', () => {
  const header = ['NIP klienta', 'Ulica punktu odbioru', 'Co odebrać', 'Ilość', 'Uwagi']

  it('places orders with their prices, and takes them back', async () => {
    const item = await named(120, 'Zestaw do zamówień')
    const nip = aNip(9_001)
    const company = await aCompany(db())
    await db()('companies.companies').where({ id: company.id }).update({ tax_number: nip })
    const again = await thereAndBack(
      'orders',
      [header, [nip, '', 'Zestaw do zamówień', '2', 'Brama od podwórza'], [nip, '', 'Zestaw do zamówień', '1', '']],
      async () => {
        const rows = await db()('orders.orders').where({ company_id: company.id }).orderBy('id')
        expect(
          rows.map(row => [row.order_type_item_id, row.quantity, Number(row.net_price), row.status, row.manually])
        ).toEqual([
          [item, 2, 120, 0, true],
          [item, 1, 120, 0, true]
        ])
      }
    )
    // an order that is open already is not placed again, though the file has no numbers
    expect(again.counts).toEqual({ rows: 2, good: 0, bad: 0, skipped: 2 })
    expect(again.errors[0]).toMatchObject({ row: 2, isSkipped: true, error: expect.stringMatching(/Z\/\d{4}\/\d+$/) })
  })

  it('is not undone once an order was accepted', async () => {
    await named(120, 'Zestaw przyjęty')
    const nip = aNip(9_002)
    const company = await aCompany(db())
    await db()('companies.companies').where({ id: company.id }).update({ tax_number: nip })
    const { id } = await startImport(test, staff, aCsv([header, [nip, '', 'Zestaw przyjęty', '1', '']]), {
      kind: 'orders'
    })
    await act(test, staff, id, 'apply')
    const [order] = await db()('orders.orders').where({ company_id: company.id })
    expect((await staff.put(`/api/Admin/Orders/${order.id}/accept`)).status).toBe(200)
    expect(await act(test, staff, id, 'undo')).toMatchObject({
      state: 'applied',
      failure: 'errors.imports.undoTouched'
    })
  })

  it('says what is wrong: no client, several places, no item, too many', async () => {
    await named(120, 'Zestaw czwarty')
    const nip = aNip(9_003)
    const company = await aCompany(db())
    await db()('companies.companies').where({ id: company.id }).update({ tax_number: nip })
    const { errors } = await startImport(
      test,
      staff,
      aCsv([
        header,
        [aNip(9_999), '', 'Zestaw czwarty', '1', ''],
        [nip, 'Nieznana 1', 'Zestaw czwarty', '1', ''],
        [nip, '', 'Nieznany', '1', ''],
        [nip, '', 'Zestaw czwarty', '99', ''],
        [nip, '', 'Zestaw czwarty', 'dwa', '']
      ]),
      { kind: 'orders' }
    )
    expect(errors.map((found: { row: number; field: string }) => [found.row, found.field])).toEqual([
      [2, 'taxNumber'],
      [3, 'street'],
      [4, 'item'],
      [5, 'quantity'],
      [6, 'quantity']
    ])
  })
})
