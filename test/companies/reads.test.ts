/** What is read of companies, their departments and places, and of what may be ordered there: the specification's fields. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, aDepartment, anItem, aPlace } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let client: Person
let company: ACompany

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  company = await aCompany(db, { name: 'Opony Chełm sp. z o.o.', multiDepartment: true })
  const address = { city: 'Chełm', street: 'Hutnicza 3', postal_code: '22-100' }
  const numbers = { tax_number: '5252344078', bdo_number: '000123456', regon: '192598184' }
  await db('companies.companies')
    .where({ id: company.id })
    .update({ ...address, ...numbers, short_name: 'Chełm', payment_type: 0 })
  staff = await test.signedInAs('ADMIN')
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
})
afterAll(() => test.close())

const numbersOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

describe('the own company', () => {
  it('has all fields of the specification, with the special prices that apply today or later', async () => {
    const { id: orderTypeItemId } = await anItem(test.services.db)
    const price = { value: 250, dateFrom: '2099-01-01', dateTo: '2099-12-31', orderTypeItemId }
    await staff.put(`/api/Admin/Companies/${company.id}/special-prices`, { specialPrices: [price] })
    const { body } = await client.get('/api/Companies/MyCompany')
    expect(body.data).toEqual({
      id: company.id,
      name: 'Opony Chełm sp. z o.o.',
      companyName: 'Opony Chełm sp. z o.o.',
      shortName: 'Chełm',
      clientType: 0,
      taxNumber: '5252344078',
      regon: '192598184',
      bdoNumber: '000123456',
      country: 1,
      countryStr: 'Polska',
      paymentType: 0,
      verified: true,
      active: true,
      multiDepartment: true,
      address: { city: 'Chełm', street: 'Hutnicza 3', postalCode: '22-100' },
      departments: [{ id: company.departmentId, city: expect.any(String), street: expect.any(String) }],
      orderTypes: [1, 2, 3],
      orderTypeId: expect.any(Number),
      specialPrices: [{ id: expect.any(Number), ...price }]
    })
  })
})

describe('one company', () => {
  it('has the names, the country in words and the departments that the specification lists', async () => {
    const { body } = await staff.get(`/api/Admin/Companies/${company.id}`)
    expect(body.data).toMatchObject({
      ...{ name: 'Opony Chełm sp. z o.o.', companyName: 'Opony Chełm sp. z o.o.', country: 1, countryStr: 'Polska' },
      clientType: 0,
      departments: [{ id: company.departmentId, city: 'Chełm', street: 'Lubelska 1' }]
    })
  })

  it('has what the register calls it, where a register knows its number', async () => {
    const { id } = await aCompany(test.services.db)
    const read = async () => (await staff.get(`/api/Admin/Companies/${id}`)).body.data
    await test.services.db('companies.companies').where({ id }).update({ tax_number: '1060000062', regon: '192598184' })
    expect(await read()).toMatchObject({ id, regon: '192598184', deactivationReason: null, resultName: null })
    const found = { country: 1, tax_number: '1060000062', register: 'vatList', is_found: true }
    await test.services.db('companies.register_answers').insert([
      { ...found, answer: '{"name":"Dawna nazwa"}', asked_at: '2026-01-01T00:00:00Z' },
      { ...found, answer: '{"name":"Oponex S.A."}', asked_at: '2026-02-01T00:00:00Z' }
    ])
    expect((await read()).resultName).toBe('Oponex S.A.')
  })
})

describe('the list of companies', () => {
  it('is filtered by Verified and IsActive, each in both values', async () => {
    const { db } = test.services
    const states = [
      [false, false],
      [true, false],
      [true, true]
    ] as const
    const made = await Promise.all(states.map(([verified, active]) => aCompany(db, { verified, active, place: false })))
    const found = async (query: string): Promise<boolean[]> => {
      const { data, total } = (await staff.get(`/api/Admin/Companies?limit=1000&${query}`)).body
      expect(total).toBe(data.length)
      return made.map(({ id }) => numbersOf(data).includes(id))
    }
    expect(await found('')).toEqual([true, true, true])
    expect(await found('Verified=false')).toEqual([true, false, false])
    expect(await found('Verified=true')).toEqual([false, true, true])
    expect(await found('IsActive=false')).toEqual([true, true, false])
    expect(await found('verified=true&isactive=true')).toEqual([false, false, true])
    expect(await found('Verified=true&IsActive=false')).toEqual([false, true, false])
  })

  it('finds the companies without a BDO number: neither of their own nor at a place, and no private persons', async () => {
    const { db } = test.services
    const [none, own, atPlace, person] = await Promise.all([1, 2, 3, 4].map(() => aCompany(db)))
    await db('companies.companies').where({ id: own?.id }).update({ bdo_number: '000123456' })
    await db('companies.reception_places').where({ id: atPlace?.placeId }).update({ bdo_number: '000123456' })
    await db('companies.companies').where({ id: person?.id }).update({ client_type: 1, tax_number: null })
    const made = [none, own, atPlace, person].map(one => one?.id)
    const found = async (without: boolean) =>
      numbersOf((await staff.get(`/api/Admin/Companies?limit=1000&WithoutBdo=${without}`)).body.data)
    expect((await found(true)).filter(id => made.includes(id))).toEqual([none?.id])
    expect((await found(false)).filter(id => made.includes(id))).toEqual(
      expect.arrayContaining([own?.id, atPlace?.id, person?.id])
    )
  })

  it('is sorted by name and address, both ways, searched by AllFields, and paged', async () => {
    const { db } = test.services
    const names = ['Zeta Guma', 'Alfa Guma', 'Mida Guma']
    for (const name of names) {
      const { id } = await aCompany(db, { name, place: false })
      await db('companies.companies')
        .where({ id })
        .update({ city: name.split('').reverse().join('') })
    }
    const asked = async (query: string): Promise<string[]> =>
      (await staff.get(`/api/Admin/Companies?AllFields=Guma&${query}`)).body.data.map(
        (row: { name: string }) => row.name
      )
    const sorted = [...names].sort()
    expect(await asked('OrderBy=name')).toEqual(sorted)
    expect(await asked('OrderBy=Name&Desc=true')).toEqual(sorted.toReversed())
    const byCity = (await asked('OrderBy=address')).toReversed()
    expect(new Set(byCity)).toEqual(new Set(names))
    expect(await asked('OrderBy=address&Desc=true')).toEqual(byCity)
    expect(await asked('OrderBy=name&page=2&limit=2')).toEqual(sorted.slice(2))
  })
})

describe('departments and places of a company', () => {
  it('are read with the fields of the specification', async () => {
    const departments = (await client.get(`/api/Admin/Companies/${company.id}/departments`)).body
    expect(departments).toMatchObject({ total: 1, data: [{ id: company.departmentId }] })
    const fields = ['id', 'city', 'street', 'postalCode', 'description']
    expect(Object.keys(departments.data[0])).toEqual(expect.arrayContaining(fields))
    const places = (await client.get(`/api/Admin/Companies/${company.id}/reception-places`)).body
    expect(places).toMatchObject({
      total: 1,
      data: [
        {
          id: company.placeId,
          isActive: true,
          departmentId: company.departmentId,
          departmentCity: departments.data[0].city,
          orderTypes: [1, 2, 3]
        }
      ]
    })
    const named =
      'id city street postalCode phone bdoNumber isDefault isActive departmentId departmentCity orderTypeId email'
    expect(Object.keys(places.data[0])).toEqual(expect.arrayContaining(named.split(' ')))
  })

  it('are of one department where the call names it; the default place comes first', async () => {
    const { db } = test.services
    const { id: departmentId } = await aDepartment(db, company.id)
    const [first, second] = await Promise.all([1, 2].map(() => aPlace(db, { companyId: company.id, departmentId })))
    await db('companies.reception_places').where({ id: second?.id }).update({ is_default: true })
    const url = `/api/Admin/Companies/${company.id}/reception-places`
    const { body } = await client.get(`${url}?departmentId=${departmentId}`)
    expect(numbersOf(body.data)).toEqual([second?.id, first?.id])
    expect(body.data.map((place: { isDefault: boolean }) => place.isDefault)).toEqual([true, false])
    expect((await client.get(url)).body.total).toBe(3)
    const departments = (await client.get(`/api/Admin/Companies/${company.id}/departments`)).body.data
    expect(numbersOf(departments).sort()).toEqual([company.departmentId, departmentId].sort())
  })
})

describe('order types and their items', () => {
  it('are those of the company, or of the place, or all', async () => {
    const { db } = test.services
    const other = await aCompany(db)
    const items = await Promise.all([1, 2, 3].map(type => anItem(db, { orderTypeId: type as 1 | 2 | 3 })))
    await db('companies.company_order_types').where({ company_id: other.id, order_type_id: 2 }).delete()
    await db('companies.place_order_types')
      .where({ reception_place_id: other.placeId })
      .whereNot({ order_type_id: 3 })
      .delete()
    const types = async (query: string) => numbersOf((await staff.get(`/api/Admin/OrderTypes?${query}`)).body.data)
    expect(await types('')).toEqual([1, 2, 3])
    expect(await types(`companyId=${other.id}`)).toEqual([1, 3])
    expect(await types(`receptionPlaceId=${other.placeId}`)).toEqual([3])
    const offered = async (query: string): Promise<boolean[]> => {
      const { data } = (await staff.get(`/api/Admin/OrderTypeItems?${query}`)).body
      return items.map(({ id }) => numbersOf(data).includes(id))
    }
    expect(await offered(`companyId=${other.id}`)).toEqual([true, false, true])
    expect(await offered(`receptionPlaceId=${other.placeId}`)).toEqual([false, false, true])
    expect((await client.get(`/api/Admin/OrderTypes?companyId=${other.id}`)).status).toBe(404)
  })

  it('have id, name, capacity and type', async () => {
    const { id } = await anItem(test.services.db, { orderTypeId: 2 })
    const { data } = (await staff.get('/api/Admin/OrderTypes')).body
    expect(data.map((type: { name: string }) => type.name)).toEqual(['Pojazd', 'Tonaż', 'Kontener'])
    expect(data[1].items).toContainEqual({ id, name: expect.stringContaining('Pozycja'), value: 1.5, orderTypeId: 2 })
    for (const type of data as { id: number; items: { orderTypeId: number }[] }[])
      expect(type.items.filter(({ orderTypeId }) => orderTypeId !== type.id)).toEqual([])
  })
})
