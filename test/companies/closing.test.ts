/** A place that is no longer collected from: deactivated with a reason, and restored; the default flag moves, and is never taken off. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, aDepartment, anItem, anOrder, aPlace } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
let itemId: number

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
  itemId = (await anItem(test.services.db)).id
})

const places = '/api/Admin/reception-places'
const reason = 'Zakład przeniesiony'
const close = (who: Person, id: number, body: object = { reason }) => who.put(`${places}/${id}/deactivate`, body)
const restore = (who: Person, id: number) => who.put(`${places}/${id}/restore`)
const placeAt = async (id: number) => (await staff.get(`${places}/${id}`)).body.data
const sentences = async (id: number): Promise<string[]> =>
  (await staff.get(`${places}/${id}/history`)).body.data.map(
    ({ statusDescription }: { statusDescription: string }) => statusDescription
  )

interface AnOwner {
  readonly company: ACompany
  readonly client: Person
  /** Active places, the first of which is the default. */
  readonly ids: readonly number[]
}

/** A company of so many active places, the first of which is the default. */
async function withPlaces(count: number): Promise<AnOwner> {
  const { db } = test.services
  const company = await aCompany(db)
  const more = await Promise.all(
    Array.from({ length: count - 1 }, () => aPlace(db, { companyId: company.id, departmentId: company.departmentId }))
  )
  const ids = [company.placeId as number, ...more.map(({ id }) => id).sort((a, b) => a - b)]
  await db('companies.reception_places').where({ id: ids[0] }).update({ is_default: true })
  const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
  return { company, client, ids }
}
const defaultOf = async (companyId: number): Promise<number[]> =>
  test.services.db('companies.reception_places').where({ company_id: companyId, is_default: true }).pluck('id')

describe('a place is deactivated', () => {
  it.each(['staff', 'a client administrator'])(
    'by %s with a reason, at once, and nothing can be ordered there',
    async who => {
      const { client, ids } = await withPlaces(2)
      const id = ids[1] as number
      const { status, body } = await close(who === 'staff' ? staff : client, id)
      expect([status, body.data]).toMatchObject([200, { isActive: false, status: 2, deactivationReason: reason }])
      expect(await sentences(id)).toEqual([`Wyłączono punkt odbioru: ${reason}`])
      const ordered = await client.post('/api/Admin/Orders', {
        receptionPlace: id,
        orderTypeItemId: itemId,
        quantity: 1
      })
      expect(ordered.body).toMatchObject({ status: 422, code: 'orders.placeInactive' })
      expect((await client.get(`${places}/${id}`)).body.data.deactivationReason).toBe(reason)
      const onMap = (await staff.get(`/api/Admin/Stores/reception-places/${id}`)).body.data
      expect(onMap).toMatchObject({ isActive: false, deactivationReason: reason })
    }
  )

  it.each([
    ['without a reason', {}],
    ['with a blank one', { reason: '  ' }],
    ['with one of 201 characters', { reason: 'x'.repeat(201) }]
  ])('not %s', async (_what, body) => {
    const { ids } = await withPlaces(2)
    expect((await close(staff, ids[1] as number, body)).body.Errors).toMatchObject([{ PropertyName: 'reason' }])
  })

  it('is refused while it has open orders, which the refusal names', async () => {
    const { company, client, ids } = await withPlaces(2)
    const placeId = ids[1] as number
    const numbers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(
        async status => (await anOrder(test.services.db, { company, placeId, itemId, status })).number
      )
    )
    const { status, body } = await close(client, placeId)
    expect([status, body.code]).toEqual([409, 'companies.placeHasOpenOrders'])
    for (const [at, number] of numbers.entries()) expect(body.detail.includes(`${number} (Kontener)`)).toBe(at < 3)
    expect(body.detail).toContain('bo ma 3 otwarte zamówienia')
    expect((await placeAt(placeId)).isActive).toBe(true)
    await test.services.db('orders.orders').where({ reception_place_id: placeId }).update({ status: 3 })
    expect((await close(client, placeId)).status).toBe(200)
  })

  it('a client cannot deactivate the last active place; the staff can', async () => {
    const { client, ids } = await withPlaces(1)
    expect((await close(client, ids[0] as number)).body).toMatchObject({
      status: 409,
      code: 'companies.lastActivePlace'
    })
    expect((await close(staff, ids[0] as number)).body.data).toMatchObject({ isActive: false, isDefault: true })
  })

  it('and an order placed at the same moment: one of both is refused', async () => {
    const { client, ids } = await withPlaces(2)
    const id = ids[1] as number
    for (let round = 0; round < 5; round++) {
      const order = { receptionPlace: id, orderTypeItemId: itemId, quantity: 1 }
      const [placed, closed] = await Promise.all([client.post('/api/Admin/Orders', order), close(client, id)])
      expect([
        [201, 409],
        [422, 200]
      ]).toContainEqual([placed.status, closed.status])
      if (placed.status === 201)
        await staff.put(`/api/Admin/Orders/${placed.body.data.id}/cancel`, { reasonForCancel: 'Pomyłka' })
      else await restore(staff, id)
    }
  })

  it('is refused the second time', async () => {
    const { ids } = await withPlaces(2)
    await close(staff, ids[1] as number)
    expect((await close(staff, ids[1] as number)).body).toMatchObject({
      status: 409,
      detail: 'Ten punkt odbioru nie jest aktywny.'
    })
  })
})

describe('a deactivated place', () => {
  it('is restored by the staff, with the order types that it had, and without the reason', async () => {
    const { client, ids } = await withPlaces(2)
    const id = ids[1] as number
    await test.services.db('companies.place_order_types').where({ reception_place_id: id, order_type_id: 2 }).delete()
    await close(client, id)
    expect((await restore(client, id)).status).toBe(403)
    expect((await restore(staff, id)).body.data).toMatchObject({
      ...{ isActive: true, status: 1, deactivationReason: null, orderTypes: [1, 3] }
    })
    expect(await sentences(id)).toEqual(['Przywrócono punkt odbioru', `Wyłączono punkt odbioru: ${reason}`])
    expect((await restore(staff, id)).status).toBe(409)
  })

  it('is verified anew by an order type, as the documents have it of an inactive one', async () => {
    const { ids } = await withPlaces(2)
    const id = ids[1] as number
    await test.services.db('companies.place_order_types').where({ reception_place_id: id, order_type_id: 2 }).delete()
    await close(staff, id)
    const { body } = await staff.put(`${places}/${id}/activate`, { orderTypeId: 3 })
    expect(body.data).toMatchObject({ isActive: true, deactivationReason: null, orderTypes: [1, 3] })
  })

  it('is among the inactive ones, and does not wait: the bell counts those that do', async () => {
    const { company, ids } = await withPlaces(2)
    const { id: waiting } = await aPlace(test.services.db, { ...company, companyId: company.id, isActive: false })
    await close(staff, ids[1] as number)
    const idsOf = async (query: string): Promise<number[]> =>
      (await staff.get(`${places}?limit=1000&CompanyId=${company.id}&${query}`)).body.data.map(
        ({ id }: { id: number }) => id
      )
    expect((await idsOf('IsActive=false')).sort()).toEqual([ids[1], waiting].sort())
    expect(await idsOf('Waiting=true')).toEqual([waiting])
    const unactivated = (await staff.get(`${places}/unactivated?limit=1000`)).body
    const waitingIds = unactivated.data.map(({ id }: { id: number }) => id)
    expect([waitingIds.includes(waiting), waitingIds.includes(ids[1])]).toEqual([true, false])
    const bell = (await staff.get('/api/Notifications')).body.data
    expect(bell.find((one: { notificationType: number }) => one.notificationType === 4).count).toBe(unactivated.total)
  })
})

describe('the default flag', () => {
  it('moves to another active place when its own is deactivated, within the department first', async () => {
    const { company, ids } = await withPlaces(1)
    const { db } = test.services
    const far = await aDepartment(db, company.id)
    const { id: other } = await aPlace(db, { companyId: company.id, departmentId: far.id })
    const { id: near } = await aPlace(db, { companyId: company.id, departmentId: company.departmentId })
    await close(staff, ids[0] as number)
    expect(await defaultOf(company.id)).toEqual([near])
    expect(await sentences(near)).toEqual(['Został domyślnym punktem odbioru'])
    expect(await sentences(ids[0] as number)).toEqual([`Wyłączono punkt odbioru: ${reason}`])
    await close(staff, near)
    expect(await defaultOf(company.id)).toEqual([other])
  })

  it('waits at a closed place while there is no other, and moves to the next that is verified or restored', async () => {
    const { company, ids } = await withPlaces(1)
    const first = ids[0] as number
    await close(staff, first)
    expect(await defaultOf(company.id)).toEqual([first])
    const { id: next } = await aPlace(test.services.db, { ...company, companyId: company.id, isActive: false })
    await staff.put(`${places}/${next}/activate`, { orderTypeId: 1 })
    expect(await defaultOf(company.id)).toEqual([next])
    expect((await sentences(first))[0]).toBe('Domyślny jest inny punkt odbioru')
    await restore(staff, first)
    expect(await defaultOf(company.id)).toEqual([next])
  })

  it('is not taken off the default place', async () => {
    const { company, client, ids } = await withPlaces(2)
    const edit = (id: number, body: object) =>
      client.put(`/api/Admin/Departments/${company.departmentId}/update-reception-place/${id}`, body)
    const { status, body } = await edit(ids[0] as number, { phone: '501502503', isDefault: false })
    expect([status, body.Errors]).toEqual([
      409,
      [
        {
          PropertyName: 'isDefault',
          ErrorMessage: 'Jeden punkt odbioru firmy jest zawsze domyślny. Ustaw jako domyślny inny punkt.'
        }
      ]
    ])
    expect((await edit(ids[0] as number, { phone: '501502503' })).body.data.isDefault).toBe(true)
    expect((await edit(ids[1] as number, { phone: '501502503', isDefault: true })).status).toBe(200)
    expect(await defaultOf(company.id)).toEqual([ids[1]])
  })

  it('moves when its place is deleted', async () => {
    const { company, ids } = await withPlaces(2)
    await test.services.db('companies.reception_places').where({ id: ids[0] }).update({ is_active: false })
    const removed = await staff.call('DELETE', `/api/Admin/Departments/remove-reception-place/${ids[0]}`)
    expect([removed.status, await defaultOf(company.id)]).toEqual([200, [ids[1]]])
  })
})

describe('what people read who cannot order', () => {
  const userinfo = async (person: Person) => (await person.get('/api/Authorization/userinfo')).body.data

  it('of a deactivated company: that it is, and why', async () => {
    const { company, client } = await withPlaces(1)
    expect(await userinfo(client)).toMatchObject({ companyDeactivationReason: null, placesDeactivated: false })
    const deactivateReason = 'Zaległości w płatnościach'
    await staff.put('/api/Admin/Companies/deactivate', { companiesIds: [company.id], deactivateReason })
    expect(await userinfo(client)).toMatchObject({
      ...{ isActivated: true, hasAllRequiredData: false, companyDeactivationReason: deactivateReason }
    })
    await staff.put('/api/Admin/Companies/activate', { companiesIds: [company.id] })
    expect(await userinfo(client)).toMatchObject({ hasAllRequiredData: true, companyDeactivationReason: null })
  })

  it('of a company whose places are all deactivated: that they are, unless one waits', async () => {
    const { company, client, ids } = await withPlaces(1)
    await close(staff, ids[0] as number)
    expect(await userinfo(client)).toMatchObject({ hasAllRequiredData: false, placesDeactivated: true })
    await aPlace(test.services.db, { ...company, companyId: company.id, isActive: false })
    await test.services.db('companies.reception_places').where({ id: ids[0] }).update({ phone: '501502503' })
    expect(await userinfo(client)).toMatchObject({ placesDeactivated: false })
  })

  it.each([
    ['inactive', { verified: true, active: false }],
    ['unverified', { verified: false, active: false }]
  ])('as staff who order for an %s client: what to do first, and where', async (page, state) => {
    const { company, ids } = await withPlaces(1)
    await test.services.db('companies.companies').where({ id: company.id }).update(state)
    const { status, body } = await staff.post('/api/Admin/Orders', {
      ...{ receptionPlace: ids[0], orderTypeItemId: itemId, quantity: 1 }
    })
    expect([status, body]).toMatchObject([
      422,
      {
        code: 'orders.companyInactive',
        detail: 'Klient nie jest aktywny, więc nie można dla niego zamawiać. Najpierw go aktywuj.',
        see: `/clients/${page}?panel=${company.id}`
      }
    ])
  })
})
