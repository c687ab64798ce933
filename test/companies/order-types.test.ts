/** The order types of places and companies: set, added, taken away, and what open orders keep. */
import { beforeAll, describe, expect, it } from 'vitest'
import { placeForOrder } from '../../modules/companies/public.ts'
import { system } from '../../src/kernel/access/caller.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder, aPlace } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
type Code = 1 | 2 | 3
const items: Partial<Record<Code, number>> = {}

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
  for (const orderTypeId of [1, 2, 3] as const)
    items[orderTypeId] = (await anItem(test.services.db, { orderTypeId })).id
})

const places = '/api/Admin/reception-places'
const companies = '/api/Admin/Companies'
const setTypes = (ids: readonly number[], orderTypeIds: readonly number[]) =>
  staff.put(`${places}/order-types`, { ids, orderTypeIds })
const placeAt = async (id: number) => (await staff.get(`${places}/${id}`)).body.data
const companyAt = async (id: number) => (await staff.get(`${companies}/${id}`)).body.data
const historyOf = async (path: string): Promise<{ statusDescription: string; changes: object[] }[]> =>
  (await staff.get(`${path}/history`)).body.data

/** A company and an active place that have this order type alone. */
async function withType(orderTypeId: Code) {
  const { db } = test.services
  const company = await aCompany(db)
  const placeId = company.placeId as number
  await db('companies.company_order_types')
    .where({ company_id: company.id })
    .whereNot({ order_type_id: orderTypeId })
    .delete()
  await onlyAt(placeId, orderTypeId)
  for (const table of ['company_order_types', 'place_order_types'])
    await db(`companies.${table}`).update({ assigned_at: new Date('2026-01-05T10:00:00Z') })
  const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
  return { ...company, placeId, client }
}
const onlyAt = (placeId: number, orderTypeId: number) =>
  test.services
    .db('companies.place_order_types')
    .where({ reception_place_id: placeId })
    .whereNot({ order_type_id: orderTypeId })
    .delete()
const order = (client: Person, receptionPlace: number, orderTypeId: Code) =>
  client.post('/api/Admin/Orders', { receptionPlace, orderTypeItemId: items[orderTypeId], quantity: 1 })
/** The number of an order of the company in this state. */
const anOrderOf = async (company: ACompany, orderTypeId: Code, status: number): Promise<string> =>
  (await anOrder(test.services.db, { company, itemId: items[orderTypeId] as number, orderTypeId, status })).number
const ofPlace = {
  city: 'Lublin',
  street: 'Wrotkowska 2',
  postalCode: '20-468',
  phone: '501502503',
  bdoNumber: '000123456'
}
const addPlace = (client: Person, departmentId: number) =>
  client.post(`/api/Admin/Departments/${departmentId}/add-reception-place`, ofPlace)

describe('the order types of a place', () => {
  it('are set by the staff, and what is added can be ordered there at once', async () => {
    const { placeId, client } = await withType(1)
    expect((await order(client, placeId, 3)).status).toBe(422)
    const { status, body } = await setTypes([placeId], [1, 3])
    expect([status, body.data]).toMatchObject([200, [{ id: placeId, orderTypes: [1, 3], orderTypeId: 3 }]])
    expect((await order(client, placeId, 3)).status).toBe(201)
    expect(await historyOf(`${places}/${placeId}`)).toMatchObject([
      { statusDescription: 'Zmieniono typy zamówień', changes: [{ field: 'orderTypes', before: [1], after: [1, 3] }] }
    ])
  })

  it('that the company lacks are given to it, too', async () => {
    const { id, placeId } = await withType(1)
    await setTypes([placeId], [1, 2])
    expect(await companyAt(id)).toMatchObject({ orderTypes: [1, 2], orderTypeId: 2 })
    expect(await historyOf(`${companies}/${id}`)).toMatchObject([
      { statusDescription: 'Dodano typ zamówienia punktu odbioru' }
    ])
    await setTypes([placeId], [2])
    expect((await companyAt(id)).orderTypes).toEqual([1, 2])
  })

  it.each([
    ['new', 0],
    ['accepted', 1],
    ['in progress', 2]
  ])('cannot be taken away while an order that is %s uses them; the refusal names it', async (_state, status) => {
    const company = await withType(3)
    const number = await anOrderOf(company, 3, status)
    const { status: answered, body } = await setTypes([company.placeId], [1])
    expect(answered).toBe(409)
    expect(body.code).toBe('companies.typeInUse')
    expect(body.Errors).toEqual([{ PropertyName: 'orderTypeIds', ErrorMessage: body.detail }])
    expect(body.detail).toBe(
      `Z odbieranego typu korzysta otwarte zamówienie: ${number} (Kontener). Najpierw je zakończ albo anuluj.`
    )
    expect((await placeAt(company.placeId)).orderTypes).toEqual([3])
  })

  it('go once its orders are completed or canceled', async () => {
    const company = await withType(3)
    for (const status of [3, 4, 5]) await anOrderOf(company, 3, status)
    expect((await setTypes([company.placeId], [1])).body.data).toMatchObject([{ orderTypes: [1] }])
  })

  it('of several places are set together or not at all: the refusal says which place, and how many orders there are', async () => {
    const company = await withType(3)
    const second = await aPlace(test.services.db, { companyId: company.id, departmentId: company.departmentId })
    await onlyAt(second.id, 1)
    const numbers: string[] = []
    for (let n = 0; n < 7; n++) numbers.push(await anOrderOf(company, 3, 0))
    const { status, body } = await setTypes([company.placeId, second.id], [1, 2])
    const { city, street } = await placeAt(company.placeId)
    const named = numbers.slice(0, 5).map(number => `${number} (Kontener; ${city}, ${street})`)
    expect([status, body.detail]).toEqual([
      409,
      `Z odbieranego typu korzysta 7 otwartych zamówień: ${named.join(', ')} i jeszcze 2 inne. Najpierw je zakończ albo anuluj.`
    ])
    expect((await placeAt(second.id)).orderTypes).toEqual([1])
    expect((await setTypes([company.placeId, second.id], [2, 3])).body.data).toMatchObject([
      { orderTypes: [2, 3] },
      { orderTypes: [2, 3] }
    ])
  })

  it.each([
    ['none', []],
    ['one twice', [1, 1]],
    ['an unknown one', [4]]
  ])('cannot be %s', async (_what, orderTypeIds) => {
    const { placeId } = await withType(1)
    const { status, body } = await setTypes([placeId], orderTypeIds)
    expect([status, body.Errors?.[0]?.PropertyName]).toEqual([400, expect.stringMatching(/^orderTypeIds/)])
  })

  it('are those of an active place', async () => {
    const { id, departmentId } = await withType(1)
    const waiting = await aPlace(test.services.db, { companyId: id, departmentId, isActive: false })
    expect((await setTypes([waiting.id], [1])).body).toMatchObject({
      status: 409,
      detail: 'Najpierw zweryfikuj ten punkt odbioru.'
    })
  })

  it('can be set with its other data, by the same rules', async () => {
    const company = await withType(3)
    const number = await anOrderOf(company, 3, 0)
    const { city, street, postalCode } = await placeAt(company.placeId)
    const edit = (placeId: number, orderTypeIds: number[]) =>
      staff.put(`/api/Admin/Departments/${company.departmentId}/update-reception-place/${placeId}`, {
        ...{ ...ofPlace, city, street, postalCode },
        position: { latitude: 51.1, longitude: 23.4 },
        orderTypeIds
      })
    expect((await edit(company.placeId, [1, 3])).body.data.orderTypes).toEqual([1, 3])
    const { status, body } = await edit(company.placeId, [1])
    expect([status, body.Errors]).toMatchObject([409, [{ PropertyName: 'orderTypeIds' }]])
    expect(body.detail).toContain(number)
    const waiting = await aPlace(test.services.db, { ...company, companyId: company.id, isActive: false })
    expect((await edit(waiting.id, [1])).body.code).toBe('companies.typesNeedActive')
  })

  it('are changed without a deadlock: an order waits for its company before it locks its place', async () => {
    const { db } = test.services
    const { id, placeId, client } = await withType(1)
    const change = await db.transaction()
    await change.raw('select from companies.companies where id = ? for no key update', [id])
    const placing = order(client, placeId, 1)
    const waiting = async () =>
      (
        await db.raw(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for share of c, p%'"
        )
      ).rows.length
    await expect.poll(waiting).toBe(1)
    await change.raw('select from companies.reception_places where id = ? for no key update nowait', [placeId])
    await change.rollback()
    expect((await placing).status).toBe(201)
  })

  it('are read by one order while another of the same place is being placed: neither waits', async () => {
    const { placeId, client } = await withType(1)
    const other = await test.services.db.transaction()
    try {
      expect(await placeForOrder(other, placeId, system)).toMatchObject({ id: placeId })
      expect((await order(client, placeId, 1)).status).toBe(201)
    } finally {
      await other.rollback()
    }
  })

  it('are not taken away under an order that is placed at the same moment', async () => {
    const company = await withType(3)
    for (let round = 0; round < 6; round++) {
      await setTypes([company.placeId], [1, 3])
      const [placed, set] = await Promise.all([
        order(company.client, company.placeId, 3),
        setTypes([company.placeId], [1])
      ])
      expect([
        [201, 409],
        [422, 200]
      ]).toContainEqual([placed.status, set.status])
      if (placed.status === 201)
        await staff.put(`/api/Admin/Orders/${placed.body.data.id}/cancel`, { reasonForCancel: 'Pomyłka' })
    }
  })
})

describe('the order types of a company', () => {
  const setOfCompany = (id: number, orderTypeIds: number[], more: object = {}) =>
    staff.put(`${companies}/order-types`, { companiesIds: [id], orderTypeIds, ...more })
  const assign = (id: number, orderTypeId: number, more: object = {}) =>
    staff.put(`${companies}/order-type`, { companiesIds: [id], orderTypeId, ...more })

  it('are given to its active places with it, unless the call says otherwise', async () => {
    const { id, departmentId, placeId, client } = await withType(1)
    const waiting = await aPlace(test.services.db, { companyId: id, departmentId, isActive: false })
    await onlyAt(waiting.id, 1)
    expect((await assign(id, 3)).body.data).toMatchObject([{ orderTypes: [1, 3], orderTypeId: 3 }])
    expect((await order(client, placeId, 3)).status).toBe(201)
    expect(await historyOf(`${places}/${placeId}`)).toMatchObject([
      { statusDescription: 'Zmieniono typy zamówień razem z typami klienta' }
    ])
    expect((await placeAt(waiting.id)).orderTypes).toEqual([1])
    expect((await assign(id, 2, { includePlaces: false })).body.data).toMatchObject([{ orderTypes: [1, 2, 3] }])
    expect((await placeAt(placeId)).orderTypes).toEqual([1, 3])
    expect((await assign(id, 2)).body.unchanged).toBeUndefined()
    expect((await placeAt(placeId)).orderTypes).toEqual([1, 2, 3])
    expect((await assign(id, 2)).body.unchanged).toBe(true)
  })

  it('are ticked for its places in both forms', async () => {
    for (const command of ['companies.assignOrderType', 'companies.setOrderTypes'])
      expect((await staff.get(`/api/ui/forms/${command}`)).body.data.initial).toEqual({ includePlaces: true })
  })

  it('that are taken away are taken from all of its places', async () => {
    const company = await withType(1)
    await setOfCompany(company.id, [1, 2, 3])
    expect((await placeAt(company.placeId)).orderTypes).toEqual([1, 2, 3])
    const number = await anOrderOf(company, 2, 1)
    const refused = await setOfCompany(company.id, [1])
    expect([refused.status, refused.body.code]).toEqual([409, 'companies.typeInUse'])
    expect(refused.body.detail).toContain(`${number} (Tonaż; `)
    expect((await companyAt(company.id)).orderTypes).toEqual([1, 2, 3])
    expect((await setOfCompany(company.id, [1, 2])).body.data).toMatchObject([{ orderTypes: [1, 2] }])
    expect((await placeAt(company.placeId)).orderTypes).toEqual([1, 2])
    expect(await historyOf(`${companies}/${company.id}`)).toMatchObject([
      { statusDescription: 'Zmieniono typy zamówień', changes: [{ before: [1, 2, 3], after: [1, 2] }] },
      { changes: [{ before: [1], after: [1, 2, 3] }] }
    ])
  })

  it('are what a new place gets when it is verified; its newest is the one that it was verified with', async () => {
    const { id, departmentId, client } = await withType(1)
    await setOfCompany(id, [1, 2])
    const added = await addPlace(client, departmentId)
    const { body } = await staff.put(`${places}/${added.body.data.id}/activate`, { orderTypeId: 1 })
    expect(body.data).toMatchObject({ orderTypes: [1, 2], orderTypeId: 1 })
  })
})

describe('a company that registered and was verified with one order type', () => {
  it('orders by another once the staff assign it', async () => {
    const registered = await test.nobody().post(companies, {
      ...{ country: 1, taxNumber: '5252344078', name: 'Oponex sp. z o.o.', regon: '192598184' },
      department: { city: 'Lublin', street: 'Wrotkowska 2', postalCode: '20-468' },
      contactPerson: { email: 'oponex@example.com', firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
    })
    expect(registered.body).toMatchObject({ data: { id: expect.any(Number) } })
    const { id } = registered.body.data
    await staff.put(`${companies}/verify`, { companiesIds: [id], orderTypeId: 1 })
    await staff.put(`${companies}/activate`, { companiesIds: [id] })
    const account = await test.services.db('users.accounts').where({ email: 'oponex@example.com' }).first()
    const client = await test.signedInAs(account.id)
    const { data } = (await addPlace(client, account.department_id)).body
    await staff.put(`${places}/${data.id}/activate`, { orderTypeId: 1 })
    expect((await order(client, data.id, 1)).status).toBe(201)
    expect((await order(client, data.id, 3)).body).toMatchObject({ status: 422, code: 'orders.itemNotAllowed' })
    await staff.put(`${companies}/order-type`, { companiesIds: [id], orderTypeId: 3 })
    expect((await order(client, data.id, 3)).status).toBe(201)
  })
})
