/** Reception places: added, verified, edited by role and country, deleted; one default place a company. */

import { beforeAll, describe, expect, it } from 'vitest'
import { clientActions, staffActions } from '../../modules/companies/places/rules.ts'
import { PlaceStatus } from '../../modules/companies/places/schema.ts'
import { matches, type WhenMetadata } from '../../src/contract/when.ts'
import { initialValues } from '../../ui/parts/form/formValues.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aDocument } from '../helper/document-factories.ts'
import { type ACompany, aCompany, aContainer, aDepartment, anItem, anOrder, aPlace } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
let client: Person
let company: ACompany
beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(test.services.db)
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
})

/** The value under a name, if there is one and it is not blank. */
const pick = (values: Readonly<Record<string, unknown>>, name: string) =>
  name in values && values[name] !== '' ? { [name]: values[name] } : {}

const address = { city: 'Lublin', street: 'Wrotkowska 2', postalCode: '20-468' }
const contact = { phone: '501502503', bdoNumber: '000123456' }
const place = { ...address, ...contact }
const add = (person: Person, body: object = place, departmentId = company.departmentId) =>
  person.post(`/api/Admin/Departments/${departmentId}/add-reception-place`, body)
const edit = (person: Person, id: number, body: object, departmentId = company.departmentId) =>
  person.put(`/api/Admin/Departments/${departmentId}/update-reception-place/${id}`, body)
const remove = (person: Person, id: number) =>
  person.call('DELETE', `/api/Admin/Departments/remove-reception-place/${id}`)
const activate = (id: number, body: object = { orderTypeId: 2 }) =>
  staff.put(`/api/Admin/reception-places/${id}/activate`, body)
const waitingPlace = async () => (await add(client)).body.data
const sentences = async (person: Person, id: number): Promise<string[]> =>
  (await person.get(`/api/Admin/reception-places/${id}/history`)).body.data.map(
    ({ statusDescription }: { statusDescription: string }) => statusDescription
  )

describe('what may be done to a place', () => {
  const states = {
    waiting: { isActive: false, isApproved: false, status: PlaceStatus.waiting },
    inactive: { isActive: false, isApproved: true, status: PlaceStatus.inactive },
    active: { isActive: true, isApproved: true, status: PlaceStatus.active }
  }
  const allowed = (rule: WhenMetadata): string[] =>
    Object.entries(states).flatMap(([name, row]) => (matches(rule, row) ? [name] : []))
  it.each([
    ['staff verify it', staffActions.activatePlace, ['waiting', 'inactive']],
    ['staff set its order types', staffActions.setPlaceTypes, ['active']],
    ['staff deactivate it', staffActions.deactivatePlace, ['active']],
    ['staff restore it', staffActions.restorePlace, ['inactive']],
    ['a client deactivates it', clientActions.deactivatePlace, ['active']],
    ['staff edit it', staffActions.editPlace, ['waiting', 'inactive', 'active']],
    ['staff delete it', staffActions.removePlace, ['waiting', 'inactive']],
    ['a client edits it', clientActions.editPlace, ['waiting', 'inactive', 'active']],
    ['a client takes it back', clientActions.removePlace, ['waiting']]
  ])('%s', (_what, rule, expected) => expect(allowed(rule)).toEqual(expected))
})

describe('a new place', () => {
  it('of a client waits for the staff, inactive', async () => {
    const { status, body } = await add(client)
    expect([status, body.data]).toMatchObject([
      201,
      { ...place, isActive: false, isApproved: false, status: 0, companyId: company.id, orderTypes: [] }
    ])
    expect(await sentences(client, body.data.id)).toEqual(['Dodano punkt odbioru'])
  })

  it('of the staff waits, too, unless they say what is ordered there', async () => {
    expect((await add(staff)).body.data).toMatchObject({ isActive: false })
    const { body } = await add(staff, { ...place, orderTypeId: 3, email: 'plac@example.com' })
    expect(body.data).toMatchObject({ isActive: true, status: 1, orderTypeId: 3, orderType: 'Kontener' })
  })

  it.each([
    ['the number of its company', { bdo_number: '000654321' }, { bdoNumber: '000654321' }],
    ['no number, where a Polish company has told none', { country: 1 }, {}],
    ['that there is none, abroad', { country: 2 }, { bdoNumber: null }],
    ['that a private person has none', { client_type: 1 }, { bdoNumber: null }],
    ['the number of a company abroad that has one', { country: 2, bdo_number: '000654321' }, { bdoNumber: '000654321' }]
  ])('of a client begins with %s', async (_what, values, begins) => {
    const fresh = await aCompany(test.services.db)
    await test.services.db('companies.companies').where({ id: fresh.id }).update(values)
    const person = await test.signedInAs('CLIENT_ADMIN', { companyId: fresh.id, departmentId: fresh.departmentId })
    const { data: source } = (await person.get('/api/Authorization/userinfo')).body
    const { data: form } = (await person.get('/api/ui/forms/companies.addPlace')).body
    expect(begins).toEqual(pick(initialValues(form, source), 'bdoNumber'))
  })

  it('asks no department of staff until a client with several is chosen', async () => {
    const { data: form } = (await staff.get('/api/ui/forms/companies.addPlace')).body
    const department = form.fields.find(({ name }: { name: string }) => name === 'departmentId')
    expect(department.options).toMatchObject({ onlyIfAny: true, autoSelectSingle: true })
    expect(department.options.call).toContain('{companyId}')
  })

  it('is no matter of an ordinary client', async () => {
    const { accountId } = await test.signedInAs('CLIENT', { companyId: company.id, departmentId: company.departmentId })
    const person = await test.signedInAs(accountId)
    expect((await add(person)).status).toBe(403)
    expect((await edit(person, company.placeId as number, { phone: '501502503' })).status).toBe(403)
  })

  it.each([
    ['city', '', 400],
    ['street', null, 400],
    ['postalCode', '20468', 400],
    ['postalCode', '20 468', 201],
    ['phone', '50150250', 400],
    ['phone', '501 502 503', 400],
    ['phone', undefined, 400],
    ['bdoNumber', '12a', 400],
    ['bdoNumber', '', 400],
    ['bdoNumber', undefined, 400],
    ['bdoNumber', null, 201]
  ])('in Poland: %s %j is %d', async (field, value, expected) => {
    const { status, body } = await add(client, { ...place, [field]: value })
    expect(status).toBe(expected)
    if (expected === 400) expect(body.Errors).toMatchObject([{ PropertyName: field }])
  })

  it.each([
    ['postalCode', '10115', 201],
    ['phone', '+49 30 123456', 201],
    ['bdoNumber', 'DE-7', 201],
    ['phone', '', 400],
    ['bdoNumber', '', 400],
    ['bdoNumber', null, 201]
  ])('elsewhere: %s %j is %d', async (field, value, expected) => {
    const german = await aCompany(test.services.db)
    await test.services.db('companies.companies').where({ id: german.id }).update({ country: 2 })
    expect((await add(staff, { ...place, [field]: value }, german.departmentId)).status).toBe(expected)
  })
})

describe('verifying', () => {
  it('takes the specification’s payload, and cannot be repeated', async () => {
    const { id } = await waitingPlace()
    const { status, body } = await activate(id, { ReceptionPlaceId: id, orderTypeId: 2 })
    expect([status, body.data]).toMatchObject([
      200,
      { isActive: true, isApproved: true, orderTypes: [1, 2, 3], orderTypeId: 2 }
    ])
    expect(await sentences(staff, id)).toEqual(['Zweryfikowano punkt odbioru', 'Dodano punkt odbioru'])
    expect((await activate(id)).body).toMatchObject({ status: 409, detail: 'Ten punkt odbioru jest już aktywny.' })
  })

  it('is offered by a menu of the three order types, and fails in the specification’s words', async () => {
    const { list } = (await staff.get('/api/ui/pages/companies.waitingPlaces')).body.data
    const { menu, shown } = list.commands.find(({ name }: { name: string }) => name === 'companies.activatePlace')
    expect([menu, shown]).toMatchObject([
      { field: 'orderTypeId', vocabulary: 'catalogue.orderType' },
      { isActive: [false] }
    ])
    const said = test.services.messages.say('pl', 'companies.activatePlace.failed')
    expect(said).toBe('Wystąpił błąd podczas weryfikacji punktu odbioru')
  })

  it('takes the place from the list of those that wait, whose total the bell counts', async () => {
    const { id } = await waitingPlace()
    const unactivated = async () => (await staff.get('/api/Admin/reception-places/unactivated?limit=1000')).body
    const counted = async () =>
      (await staff.get('/api/Notifications')).body.data.find(
        ({ notificationType }: { notificationType: number }) => notificationType === 4
      ).count
    const before = await unactivated()
    expect(before.data.map((row: { id: number }) => row.id)).toContain(id)
    expect(await counted()).toBe(before.total)
    await activate(id)
    expect((await unactivated()).total).toBe(before.total - 1)
    expect(await counted()).toBe(before.total - 1)
  })
})

describe('editing', () => {
  it('lets a client change the phone and the default flag only', async () => {
    const { id } = await waitingPlace()
    const { body } = await edit(client, id, { phone: '600700800', isDefault: true })
    expect(body.data).toMatchObject({ ...address, phone: '600700800', isDefault: true })
    for (const [field, value] of Object.entries({ city: 'Kraków', street: 'x', postalCode: '30-001', bdoNumber: '1' }))
      expect((await edit(client, id, { phone: '600700800', [field]: value })).body.Errors).toMatchObject([
        { PropertyName: field }
      ])
    expect((await edit(client, id, { phone: '600' })).body.Errors).toMatchObject([{ PropertyName: 'phone' }])
  })

  it('lets the staff change every field, by the rules of the country', async () => {
    const { id } = await waitingPlace()
    const { body } = await edit(staff, id, { ...place, street: 'Nowa 1', email: 'nowy@example.com' })
    expect(body.data).toMatchObject({ street: 'Nowa 1', email: 'nowy@example.com' })
    expect((await edit(staff, id, { ...place, bdoNumber: 'x' })).body.Errors).toMatchObject([
      { PropertyName: 'bdoNumber' }
    ])
  })

  it('removes a BDO number', async () => {
    const { id } = await waitingPlace()
    expect((await edit(staff, id, { ...place, bdoNumber: null })).body.data.bdoNumber).toBeNull()
    expect((await edit(staff, id, { ...place, bdoNumber: undefined })).body.Errors).toMatchObject([
      { PropertyName: 'bdoNumber' }
    ])
  })

  it('is not found under the path of another department', async () => {
    const { id } = await waitingPlace()
    const other = await aDepartment(test.services.db, company.id)
    expect((await edit(staff, id, place, other.id)).status).toBe(404)
  })
})

describe('the default place', () => {
  const defaults = async (companyId: number): Promise<number[]> =>
    test.services.db('companies.reception_places').where({ company_id: companyId, is_default: true }).pluck('id')

  it('is the company’s first place until another one is chosen', async () => {
    const fresh = await aCompany(test.services.db, { place: false })
    const first = (await add(staff, place, fresh.departmentId)).body.data
    expect(first.isDefault).toBe(true)
    const second = (await add(staff, place, fresh.departmentId)).body.data
    expect(second.isDefault).toBe(false)
    await edit(staff, second.id, { ...place, isDefault: true }, fresh.departmentId)
    expect(await defaults(fresh.id)).toEqual([second.id])
    expect((await sentences(staff, first.id))[0]).toBe('Domyślny jest inny punkt odbioru')
  })

  it('is one place, however many are chosen at the same time', async () => {
    const fresh = await aCompany(test.services.db)
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => (await add(staff, place, fresh.departmentId)).body.data.id as number)
    )
    const all = await Promise.all([
      ...ids.map(id => edit(staff, id, { ...place, isDefault: true }, fresh.departmentId)),
      ...ids.map(() => add(staff, { ...place, isDefault: true }, fresh.departmentId))
    ])
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 201]))
    expect(await defaults(fresh.id)).toHaveLength(1)
  })

  it('is one place in the database, also for SQL by hand', async () => {
    const fresh = await aCompany(test.services.db)
    await aPlace(test.services.db, { companyId: fresh.id, departmentId: fresh.departmentId })
    const byHand = test.services.db('companies.reception_places').where({ company_id: fresh.id })
    await expect(byHand.update({ is_default: true })).rejects.toThrow('places_default')
  })
})

describe('deleting', () => {
  it('is possible for an unverified place, for its client and for the staff', async () => {
    const [mine, theirs] = [await waitingPlace(), await waitingPlace()]
    expect((await remove(client, mine.id)).status).toBe(200)
    expect((await remove(staff, theirs.id)).status).toBe(200)
    const { body } = await remove(staff, company.placeId as number)
    expect(body).toMatchObject({ status: 409, detail: 'Aktywnego punktu odbioru nie można usunąć.' })
  })

  const used: readonly (readonly [string, (id: number) => Promise<unknown>])[] = [
    [
      'Orders',
      async placeId => anOrder(test.services.db, { company, placeId, itemId: (await anItem(test.services.db)).id })
    ],
    ['Containers', id => aContainer(test.services.db, { reception_place_id: id, reception_place_distance: 40 })],
    [
      'Documents',
      async id => {
        const document = await aDocument(test.services.db, { companyId: company.id, createdBy: staff.accountId })
        await test.services.db('warehouse.documents').where({ id: document.id }).update({ reception_place_id: id })
      }
    ]
  ]
  it.each(used)('is refused while it has %s', async (what, use) => {
    const { id } = await waitingPlace()
    await use(id)
    expect((await remove(staff, id)).body).toMatchObject({ status: 409, code: `companies.placeHas${what}` })
  })
})

describe('the list', () => {
  it('is found by address and company, narrowed by postal code, and announced', async () => {
    const named = await aCompany(test.services.db, { name: 'Gumolandia sp. j.' })
    const { id } = (await add(staff, { ...place, street: 'Niezwykła 7', postalCode: '59-300' }, named.departmentId))
      .body.data
    const found = async (query: string): Promise<number[]> =>
      (await staff.get(`/api/Admin/reception-places?limit=1000&${query}`)).body.data.map(
        (row: { id: number }) => row.id
      )
    for (const query of ['allFields=Niezwyk', 'allFields=Gumoland', 'postalCode=59-3', 'PostalCode=__-300'])
      expect(await found(query)).toContain(id)
    expect(await found('postalCode=20-')).not.toContain(id)
    const say = (count: number) => test.services.messages.say('pl', 'companies.place.found', { count })
    expect([1, 3, 5].map(say)).toEqual([
      'Znaleziono 1 punkt odbioru',
      'Znaleziono 3 punkty odbioru',
      'Znaleziono 5 punktów odbioru'
    ])
  })

  it('has the specification’s columns; a default place is blue, an inactive one red, and a waiting one marked', async () => {
    const { list } = (await staff.get('/api/ui/pages/companies.places')).body.data
    expect(list.columns.map(({ key }: { key: string }) => key)).toEqual([
      ...['address', 'bdoNumber', 'phone', 'companyName', 'orderTypes', 'status']
    ])
    expect(list.filters).toMatchObject([{ key: 'PostalCode', mask: '99-999', placeholder: '09-410' }])
    expect(list.tint).toMatchObject([
      { when: { isActive: [false] }, tone: 'danger' },
      { when: { isDefault: [true] }, tone: 'info' }
    ])
    expect(list.marks).toMatchObject([{ icon: 'exclamation-triangle', when: { isApproved: [false] } }])
  })
})
