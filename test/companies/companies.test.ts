/** The life of a company as staff lead it: verified by an order type, activated, deactivated with a reason, edited, deleted. */
import { beforeAll, describe, expect, it } from 'vitest'
import { companyActions } from '../../modules/companies/rules.ts'
import { matches } from '../../src/contract/when.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany, aDepartment, anAccount, anItem, anOrder } from '../helper/factories.ts'
import { partsOf } from '../helper/xlsx.ts'

const companies = '/api/Admin/Companies'
let test: SharedApp
let staff: Person

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
})

const states = {
  unverified: { verified: false, active: false },
  inactive: { verified: true, active: false },
  active: { verified: true, active: true }
} as const
type State = keyof typeof states

const inState = async (state: State, more: { name?: string } = {}) =>
  (await aCompany(test.services.db, { place: false, ...states[state], ...more })).id
const company = async (id: number) => (await staff.get(`${companies}/${id}`)).body.data
const sentences = async (id: number): Promise<string[]> =>
  (await staff.get(`${companies}/${id}/history`)).body.data.map(
    ({ statusDescription }: { statusDescription: string }) => statusDescription
  )
const change = (path: string, companiesIds: readonly number[], more: object = {}) =>
  staff.put(`${companies}/${path}`, { companiesIds, ...more })

describe('what may be done to a company', () => {
  it.each([
    ['verify', ['unverified']],
    ['activate', ['inactive']],
    ['deactivate', ['active']],
    ['assignOrderType', ['inactive', 'active']],
    ['setOrderTypes', ['inactive', 'active']],
    ['editCompany', ['unverified', 'inactive', 'active']],
    ['removeCompany', ['unverified', 'inactive', 'active']]
  ] as const)('%s: when it is %j', (action, open) => {
    const allowed = (Object.keys(states) as State[]).filter(state => matches(companyActions[action], states[state]))
    expect(allowed).toEqual(open)
  })
})

describe('verifying', () => {
  it('gives the order type and waits for activation', async () => {
    const id = await inState('unverified')
    await test.services.db('companies.company_order_types').where({ company_id: id }).delete()
    const { status, body } = await change('verify', [id], { orderTypeId: 2 })
    expect([status, body.data]).toMatchObject([
      200,
      [{ id, verified: true, active: false, orderTypes: [2], orderTypeId: 2 }]
    ])
    expect(await sentences(id)).toEqual(['Zweryfikowano'])
  })

  it('keeps that the contact was confirmed in a second way, which the screens ask for and the documents’ call does not', async () => {
    const { db } = test.services
    const { id, departmentId } = await aCompany(db, { verified: false, active: false })
    await anAccount(db, { role: 'CLIENT_ADMIN', companyId: id, departmentId, email: 'Ewa@Oponex.example.com' })
    expect(await company(id)).toMatchObject({ contactDomain: 'oponex.example.com', secondWay: null })
    const form = (await staff.get('/api/ui/forms/companies.verify')).body.data
    expect(form.initial).toEqual({ asked: true })
    expect(form.schema.properties.secondWay.requiredWhen).toEqual({ asked: [true] })
    expect((await change('verify', [id], { orderTypeId: 1, secondWay: false })).body.Errors).toMatchObject([
      { PropertyName: 'secondWay', ErrorMessage: 'Potwierdź klienta drugą drogą i zaznacz to pole' }
    ])
    await change('verify', [id], { orderTypeId: 1, secondWay: true })
    expect((await company(id)).secondWay).toBe(true)
    const [{ changes }] = (await staff.get(`${companies}/${id}/history`)).body.data
    expect(changes).toContainEqual({ field: 'secondWay', before: null, after: true })
    const other = await inState('unverified')
    expect((await change('verify', [other], { orderTypeId: 1 })).body.data).toMatchObject([{ secondWay: null }])
  })

  it('offers to activate at once, which asks for nothing', async () => {
    const { list } = (await staff.get('/api/ui/pages/companies.unverified')).body.data
    const verify = list.commands.find(({ name }: { name: string }) => name === 'companies.verify')
    expect(verify.next).toMatchObject({ name: 'companies.activate', action: { ids: 'companiesIds' }, confirm: false })
    expect(verify.next.form).toBeUndefined()
  })

  it.each([
    ['verify', 'unverified', 'active', { orderTypeId: 1 }],
    ['activate', 'inactive', 'active', {}],
    ['deactivate', 'active', 'inactive', { deactivateReason: 'Brak płatności' }]
  ] as const)('%s of many at once is all or nothing', async (action, from, other, more) => {
    const id = await inState(from)
    expect((await change(action, [id, await inState(other)], more)).status).toBe(409)
    expect(await company(id)).toMatchObject(states[from])
    const { data } = (await staff.get(`/api/ui/pages/companies.${from}`)).body
    const command = data.list.commands.find(({ name }: { name: string }) => name === `companies.${action}`)
    expect(command).toMatchObject({ bulk: 'all', selection: 'some' })
  })
})

describe('activating and deactivating', () => {
  it('takes a reason, which is gone once the company is active again', async () => {
    const id = await inState('active')
    const off = await change('deactivate', [id], { deactivateReason: 'Brak płatności' })
    expect(off.body.data).toMatchObject([{ id, active: false, deactivationReason: 'Brak płatności' }])
    const on = await change('activate', [id])
    expect(on.body.data).toMatchObject([{ id, active: true, deactivationReason: null }])
    expect(await sentences(id)).toEqual(['Aktywowano', 'Dezaktywowano: Brak płatności'])
  })

  it('without a reason is refused', async () => {
    const { status, body } = await change('deactivate', [await inState('active')], { deactivateReason: ' ' })
    expect([status, body.Errors]).toEqual([
      400,
      [{ PropertyName: 'deactivateReason', ErrorMessage: 'Wybierz powód dezaktywacji' }]
    ])
    const form = (await staff.get('/api/ui/forms/companies.deactivate')).body.data
    const picker = form.fields.find(({ name }: { name: string }) => name === 'deactivateReason')
    expect(picker.options).toMatchObject({ call: '/api/Dictionaries/0/values', value: 'value' })
  })

  it('an unverified company cannot be activated', async () => {
    const { status, body } = await change('activate', [await inState('unverified')])
    expect([status, body.detail]).toEqual([409, 'Najpierw zweryfikuj tego klienta.'])
  })

  it('takes the rights of its users away', async () => {
    const { db } = test.services
    const own = await aCompany(db)
    const account = await anAccount(db, { role: 'CLIENT_ADMIN', companyId: own.id, departmentId: own.departmentId })
    const client = await test.signedInAs(account.id)
    expect((await client.get('/api/Admin/Orders')).status).toBe(200)
    await change('deactivate', [own.id], { deactivateReason: 'Brak płatności' })
    expect((await client.get('/api/Admin/Orders')).body).toMatchObject({ status: 403, code: 'kernel.inactive' })
  })
})

describe('order types', () => {
  it('are added; the newest one is shown as the company’s', async () => {
    const { db } = test.services
    const id = await inState('active')
    await db('companies.company_order_types').where({ company_id: id }).whereNot({ order_type_id: 3 }).delete()
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    const { body } = await change('order-type', [id], { orderTypeId: 1 })
    expect(body.data).toMatchObject([{ id, orderTypes: [1, 3], orderTypeId: 1, version: expect.any(Number) }])
    expect(await sentences(id)).toEqual(['Przypisano typ zamówienia'])
    const again = await change('order-type', [id], { orderTypeId: 1 })
    expect(again.body).toMatchObject({ unchanged: true, data: [{ version: body.data[0].version }] })
    expect(await sentences(id)).toHaveLength(1)
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    expect((await change('order-type', [id], { orderTypeId: 3 })).body.data).toMatchObject([
      { orderTypes: [1, 3], orderTypeId: 3 }
    ])
  })
})

describe('editing', () => {
  const edit = (id: number, body: object) => staff.call('PATCH', `${companies}/${id}/update`, body)

  it('takes the specification’s payload', async () => {
    const id = await inState('active')
    const address = { addressId: id, city: 'Lublin', street: 'Wrotkowska 2', postalCode: '20-468' }
    const { status, body } = await edit(id, {
      id,
      shortName: 'Koła',
      multidepartment: true,
      bdoNumber: '000123456',
      orderTypeId: 2,
      paymentType: 0,
      address
    })
    expect([status, body.data]).toMatchObject([
      200,
      { shortName: 'Koła', multiDepartment: true, bdoNumber: '000123456', paymentType: 0, address }
    ])
    expect(body.data.fullAddress).toBe('Lublin, Wrotkowska 2, 20-468')
  })

  it('keeps fields that the body leaves out', async () => {
    const id = await inState('active')
    const before = await company(id)
    const { body } = await edit(id, { shortName: 'Nowa' })
    expect(body.data).toMatchObject({ shortName: 'Nowa', paymentType: before.paymentType, address: before.address })
  })

  it('does not turn several departments into one', async () => {
    const { db } = test.services
    const { id } = await aCompany(db, { multiDepartment: true })
    await aDepartment(db, id)
    const { status, body } = await edit(id, { multidepartment: false })
    expect([status, body.detail]).toEqual([422, 'Firma posiada więcej niż jeden oddział'])
    expect(body.Errors).toMatchObject([{ PropertyName: 'multidepartment' }])
  })

  it('requires the format of a postal code in Poland', async () => {
    const address = { city: 'Lublin', street: 'Wrotkowska 2', postalCode: '20468' }
    const { body } = await edit(await inState('active'), { address })
    expect(body.Errors).toMatchObject([{ PropertyName: 'address.postalCode' }])
  })
})

describe('deleting', () => {
  const remove = (id: number) => staff.call('DELETE', `${companies}/${id}`)

  it('deletes places and departments, and erases the users', async () => {
    const { db } = test.services
    const own = await aCompany(db)
    const person = await anAccount(db, { role: 'CLIENT_ADMIN', companyId: own.id, departmentId: own.departmentId })
    expect((await remove(own.id)).status).toBe(200)
    expect((await staff.get(`${companies}/${own.id}`)).status).toBe(404)
    expect(await db('users.accounts').where({ id: person.id }).first()).toMatchObject({
      email: `erased-${person.id}@erased.invalid`,
      last_name: null,
      company_id: null
    })
  })

  it('is refused for one that has orders', async () => {
    const { db } = test.services
    const own = await aCompany(db)
    await anOrder(db, { company: own, itemId: (await anItem(db)).id })
    expect((await remove(own.id)).body).toMatchObject({
      status: 409,
      code: 'companies.hasOrders',
      detail: 'Klient ma zamówienia, więc nie można go usunąć. Dezaktywuj go.'
    })
    expect(await company(own.id)).toMatchObject({ active: true })
  })
})

describe('the lists', () => {
  const rows = async (query: string): Promise<number[]> =>
    (await staff.get(`${companies}?limit=1000&${query}`)).body.data.map(({ id }: { id: number }) => id)

  it('contain each company in exactly one of three lists', async () => {
    const ids = {} as Record<State, number>
    for (const state of Object.keys(states) as State[]) ids[state] = await inState(state)
    const unverified = await rows('Verified=false')
    const active = await rows('Verified=true&IsActive=true')
    const inactive = await rows('verified=true&isactive=false')
    const where = (id: number) => [unverified, active, inactive].map(list => list.includes(id))
    expect(where(ids.unverified)).toEqual([true, false, false])
    expect(where(ids.active)).toEqual([false, true, false])
    expect(where(ids.inactive)).toEqual([false, false, true])
  })

  it.each([
    [
      'unverified',
      ['name', 'taxNumber', 'countryStr', 'fullAddress', 'orderTypes', 'registerCheck', 'contactDomain', 'createdAt']
    ],
    // whether a client is told of arrivals is hidden at first
    ['active', ['name', 'taxNumber', 'fullAddress', 'orderTypes', 'createdAt', 'arrivalMessages']],
    ['inactive', ['name', 'taxNumber', 'fullAddress', 'deactivationReason', 'createdAt']]
  ])('%s: columns, of which the order types do not sort', async (name, keys) => {
    const { list } = (await staff.get(`/api/ui/pages/companies.${name}`)).body.data
    expect(list.columns.map(({ key }: { key: string }) => key)).toEqual(keys)
    const still = list.columns.filter(({ sortable }: { sortable: boolean }) => !sortable)
    expect(still.map(({ key }: { key: string }) => key)).toEqual(name === 'inactive' ? [] : ['orderTypes'])
  })

  it('have one way to a spreadsheet: that of every list', async () => {
    for (const name of ['active', 'inactive']) {
      const { list } = (await staff.get(`/api/ui/pages/companies.${name}`)).body.data
      expect(list.sheet).toMatch(/export$/)
      expect(list.commands.filter(({ action }: { action: { kind: string } }) => action.kind === 'download')).toEqual([])
    }
  })

  it('have a panel that begins with the basic info and the special prices', async () => {
    const { list } = (await staff.get('/api/ui/pages/companies.active')).body.data
    const [details] = list.panel.tabs
    const keys = details.fields.map(({ key }: { key: string }) => key)
    const named = ['name', 'bdoNumber', 'taxNumber', 'paymentType', 'country', 'fullAddress']
    expect(named.filter(key => !keys.includes(key))).toEqual([])
    expect(details.below).toMatchObject([{ load: expect.stringContaining('/special-prices?CompanyId=:id') }])
  })

  it('announce what was found', () => {
    const found = (count: number) => test.services.messages.say('pl', 'companies.company.found', { count })
    expect([1, 2, 5].map(found)).toEqual(['Znaleziono 1 klienta', 'Znaleziono 2 klientów', 'Znaleziono 5 klientów'])
  })

  it('are found by name, short name, tax number and town', async () => {
    const id = await inState('active', { name: 'Gumolandia sp. j.' })
    await test.services.db('companies.companies').where({ id }).update({
      short_name: 'Gumex',
      tax_number: '7121234567',
      city: 'Krasnystaw'
    })
    for (const term of ['gumolan', 'Gumex', '712123', 'krasny']) expect(await rows(`allFields=${term}`)).toContain(id)
  })
})

describe('the spreadsheets', () => {
  it.each([
    ['active', 'Aktywni.xlsx', 'active', 'Typy zamówień'],
    ['unactive', 'Nieaktywni.xlsx', 'inactive', 'Powód dezaktywacji']
  ] as const)('%s/report is %s', async (path, fileName, state, column) => {
    const name = `Arkusz ${path} sp. z o.o.`
    await inState(state, { name })
    const other = `Inny ${path} sp. z o.o.`
    await inState(state === 'active' ? 'inactive' : 'active', { name: other })
    const headers = { authorization: `Bearer ${staff.token}`, host: 'admin.localhost' }
    const answer = await test.app.inject({ url: `${companies}/${path}/report`, headers })
    expect(answer.headers['content-disposition']).toContain(`filename="${fileName}"`)
    const text = [...partsOf(answer.rawPayload).values()].join('')
    expect(text).toContain(name)
    expect(text).toContain(column)
    expect(text).not.toContain(other)
  })
})
