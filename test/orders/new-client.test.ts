/** The order of a caller who is no client yet: company, place, person and order in one transaction, or nothing of them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany, anAccount, anItem, next } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
let item: { id: number }

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
  item = await anItem(test.services.db, { price: 100 })
})

const company = {
  ...{ country: 1, taxNumber: '5252344078', name: 'Oponex sp. z o.o.', regon: '192598184', bdoNumber: '000123456' },
  ...{ street: 'Lubelska 7', postalCode: '22-100', city: 'Chełm', phone: '501502503' }
}
const person = { country: 1, privatePerson: true, name: 'Ewa Lis', phone: '501502503' }
const home = { street: 'Polna 1', postalCode: '22-100', city: 'Chełm' }
const call = (body: object, who = staff) =>
  who.post('/api/Admin/Orders/new-client', { orderTypeItemId: item.id, quantity: 2, paymentType: 1, ...body })
const table = (name: string, where: object) => test.services.db(name).where(where)
/** What the history of a thing has. */
const codesOf = (type: string, id: number): Promise<string[]> =>
  test.services.db('kernel.changes').where({ resource_type: type, subject_id: id }).orderBy('id').pluck('code')
const free = () => table('companies.companies', { tax_number: company.taxNumber }).update({ tax_number: null })

describe('an order of a caller who is no client yet', () => {
  it('makes a client that may order, its place and the order, each with its history', async () => {
    await free()
    const { status, body } = await call({ ...company, additionalInfo: 'Brama od podwórza' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ currentStatus: 0, company: company.name, quantity: 2, netValue: 200 })
    const [made] = await table('companies.companies', { tax_number: company.taxNumber })
    expect(made).toMatchObject({ verified: true, active: true, city: 'Chełm', bdo_number: '000123456' })
    const places = await table('companies.reception_places', { company_id: made.id })
    expect(places).toMatchObject([{ is_active: true, is_default: true, phone: '501502503', street: 'Lubelska 7' }])
    expect(await table('users.accounts', { company_id: made.id })).toEqual([])
    expect(await codesOf('companies.company', made.id)).toEqual(['companies.addClient'])
    expect(await codesOf('companies.place', places[0].id)).toEqual(['companies.addPlace'])
    expect(await codesOf('orders.order', body.data.id)).toEqual(['orders.placeForNewClient'])
  })

  it('collects at another address, and invites the administrator', async () => {
    await free()
    const email = `szef${next()}@oponex.example.com`
    const invited = { invites: true, firstName: 'Jan', lastName: 'Lis', email }
    const other = { elsewhere: true, placeStreet: 'Hutnicza 2', placePostalCode: '20-001', placeCity: 'Lublin' }
    const { status, body } = await call({ ...company, ...other, ...invited })
    expect(status).toBe(201)
    const [made] = await table('companies.companies', { tax_number: company.taxNumber })
    expect(await table('companies.reception_places', { company_id: made.id })).toMatchObject([{ city: 'Lublin' }])
    const [account] = await table('users.accounts', { email })
    expect(account).toMatchObject({ company_id: made.id, confirmed_at: expect.any(Date), phone: '501502503' })
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: made.id })
    const { data } = (await client.get(`/api/Admin/Orders/${body.data.id}/history`)).body
    expect(data).toHaveLength(1)
  })

  it('takes a private person, and a company from abroad without a number', async () => {
    expect((await call({ ...person, ...home })).status).toBe(201)
    const abroad = { country: 2, name: 'Reifen GmbH', ...home, postalCode: '01067', phone: '+4935112345678' }
    expect((await call(abroad)).status).toBe(201)
    const [made] = await table('companies.companies', { name: 'Ewa Lis' }).orderBy('id', 'desc')
    expect(made).toMatchObject({ client_type: 1, tax_number: null, regon: null, register_check: null })
  })

  it('leads to the client that has the number, and makes nothing', async () => {
    await free()
    const known = await aCompany(test.services.db, { name: 'Znana sp. z o.o.' })
    await table('companies.companies', { id: known.id }).update({ tax_number: company.taxNumber })
    const { status, body } = await call(company)
    expect([status, body.code, body.see]).toEqual([
      409,
      'companies.alreadyRegistered',
      `/clients/active?row=${known.id}&panel=${known.id}`
    ])
    expect(await table('companies.companies', { tax_number: company.taxNumber })).toHaveLength(1)
  })

  it('leaves nothing of a client whose order or person is refused', async () => {
    await free()
    const { email } = await anAccount(test.services.db, { role: 'CLIENT' })
    const taken = await call({ ...company, invites: true, firstName: 'Jan', lastName: 'Lis', email })
    expect([taken.status, taken.body.errors?.[0]?.field ?? taken.body.code]).toEqual([409, expect.any(String)])
    expect((await call({ ...company, quantity: 50, orderTypeItemId: 999_999 })).status).toBe(422)
    expect(await table('companies.companies', { tax_number: company.taxNumber })).toEqual([])
  })

  it('wants what a company, another address or an invitation needs', async () => {
    const { taxNumber: _, ...nameless } = company
    expect((await call(nameless)).status).toBe(400)
    expect((await call({ ...company, elsewhere: true })).status).toBe(400)
    expect((await call({ ...company, invites: true })).status).toBe(400)
  })

  it('is of the staff', async () => {
    const client = await test.signedInAs('CLIENT_ADMIN')
    expect((await call(company, client)).status).toBe(403)
  })
})

describe('the orders of a client', () => {
  it('are those of its panel', async () => {
    const { body } = await call({ ...person, ...home })
    const found = (await staff.get(`/api/Admin/Orders/${body.data.id}/details`)).body.data
    const { data } = (await staff.get(`/api/Admin/Orders?CompanyId=${found.companyId}`)).body
    expect(data.map(({ id }: { id: number }) => id)).toEqual([body.data.id])
  })
})
