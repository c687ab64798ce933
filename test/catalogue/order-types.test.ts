import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder, aPrice, aVehicle } from '../helper/factories.ts'

const types = '/api/Admin/OrderTypes'
const [vehicle, tonnage, container] = [1, 2, 3] as const
let test: TestApp
let admin: Person

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  admin = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())

const add = (type: number | string, body: object) => admin.post(`${types}/${type}/add-item`, body)
const edit = (type: number, id: number, body: object) => admin.put(`${types}/${type}/items/${id}`, body)
const remove = (type: number, id: number) => admin.call('DELETE', `${types}/${type}/items/${id}`)
const made = async (type: number, body: object): Promise<{ id: number; version: number }> =>
  (await add(type, body)).body.data
const refused = ({ status, body }: Awaited<ReturnType<typeof add>>) => [status, body.code, body.detail]
const faultsOf = ({ body }: Awaited<ReturnType<typeof add>>) =>
  body.Errors?.map((one: { PropertyName: string; ErrorMessage: string }) => [one.PropertyName, one.ErrorMessage])

describe('an item of an order type', () => {
  it('is added, changed and deleted, and its history tells', async () => {
    const { status, body } = await add(vehicle, { name: 'Bus', value: 1.5 })
    const { id } = body.data
    const none = { nameEn: null, nameDe: null, nameSk: null, nameEt: null, nameCs: null }
    expect([status, body.data]).toEqual([
      201,
      { id, version: 1, orderTypeId: vehicle, name: 'Bus', value: 1.5, ...none }
    ])
    const changed = await edit(vehicle, id, { name: 'Bus duży', value: 2.25, nameEn: 'Big van' })
    expect(changed.body.data).toMatchObject({ version: 2, name: 'Bus duży', value: 2.25, nameEn: 'Big van' })
    const { data } = (await admin.get(`${types}/items/${id}/history`)).body
    expect(data.map((entry: { statusDescription: string }) => entry.statusDescription)).toEqual([
      'Zmieniono typ',
      'Dodano typ'
    ])
    expect((await remove(vehicle, id)).status).toBe(200)
    expect((await admin.get(`${types}/items/${id}`)).status).toBe(404)
    expect((await remove(vehicle, id)).status).toBe(404)
  })

  it.each([
    [{ name: '', value: 1 }, 'name'],
    [{ name: '   ', value: 1 }, 'name'],
    [{ name: 'x'.repeat(101), value: 1 }, 'name'],
    [{ value: 1 }, 'name'],
    [{ name: 'A' }, 'value'],
    [{ name: 'A', value: 0 }, 'value'],
    [{ name: 'A', value: -1 }, 'value'],
    [{ name: 'A', value: 1.005 }, 'value'],
    [{ name: 'A', value: '1,5' }, 'value'],
    [{ name: 'A', value: 1_000_000 }, 'value'],
    [{ name: 'A', value: 1, orderTypeId: 3 }, 'orderTypeId'],
    [{ name: 'A', value: 1, names: { 2: 'B' } }, 'names']
  ])('%j is refused at %s', async (body, field) => {
    const answer = await add(tonnage, body)
    expect([answer.status, faultsOf(answer)?.[0]?.[0]]).toEqual([400, field])
  })

  it('cannot have the name of another item of its type, in any letter case', async () => {
    const first = await made(tonnage, { name: 'Opony osobowe', value: 1 })
    const taken = [['name', 'Typ o podanej nazwie już istnieje']]
    expect(faultsOf(await add(tonnage, { name: 'opony OSOBOWE', value: 2 }))).toEqual(taken)
    expect((await add(vehicle, { name: 'Opony osobowe', value: 2 })).status).toBe(201)
    const second = await made(tonnage, { name: 'Opony ciężarowe', value: 1 })
    expect(faultsOf(await edit(tonnage, second.id, { name: 'Opony osobowe', value: 1 }))).toEqual(taken)
    expect((await edit(tonnage, first.id, { name: 'Opony osobowe', value: 3 })).status).toBe(200)
  })

  it('is not found under the path of another type', async () => {
    const { id } = await made(tonnage, { name: 'Dętki', value: 1 })
    expect((await edit(vehicle, id, { name: 'Dętki', value: 2 })).status).toBe(404)
    expect((await remove(vehicle, id)).status).toBe(404)
    expect((await admin.get(`${types}/items/${id}`)).body.data.value).toBe(1)
  })

  it('changed by a second person at once is refused with what the first one did', async () => {
    const { id } = await made(tonnage, { name: 'Wałki', value: 1 })
    await edit(tonnage, id, { name: 'Wałki', value: 2 })
    const body = { name: 'Wałki', value: 3 }
    const late = await admin.put(`${types}/${tonnage}/items/${id}`, body, { 'if-match': '"1"' })
    expect([late.status, late.body.current.value]).toEqual([409, 2])
  })
})

describe('a name in another language', () => {
  it('stays where the body leaves it out, and is deleted where it is blank', async () => {
    const { id } = await made(tonnage, { name: 'Pasy', value: 1, nameEn: 'Belts', nameDe: 'Gurte' })
    const kept = await edit(tonnage, id, { name: 'Pasy', value: 2 })
    expect(kept.body.data).toMatchObject({ nameEn: 'Belts', nameDe: 'Gurte', nameCs: null })
    const gone = await edit(tonnage, id, { name: 'Pasy', value: 2, nameEn: '', nameDe: null, nameCs: 'Pásy' })
    expect(gone.body.data).toMatchObject({ nameEn: null, nameDe: null, nameCs: 'Pásy' })
  })

  it('is shown in that language, else the Polish name', async () => {
    await made(tonnage, { name: 'Granulat', value: 1, nameEn: 'Granules' })
    const names = async (language: number) => {
      const { data } = (await admin.get(`/api/Admin/orderTypes/${tonnage}?LangEnum=${language}`)).body
      const items = (await admin.get(`${types}/${tonnage}/items?LangEnum=${language}`)).body.data
      expect(data.items).toEqual(items)
      return [data.id, data.name, data.items.find((item: { name: string }) => /^Granul/.test(item.name))?.name]
    }
    expect(await names(1)).toEqual([tonnage, 'Tonaż', 'Granulat'])
    expect(await names(2)).toEqual([tonnage, 'Tonnage', 'Granules'])
    expect(await names(3)).toEqual([tonnage, 'Tonnage', 'Granulat'])
    expect((await admin.get(`/api/Admin/orderTypes/${tonnage}`)).body.data.name).toBe('Tonaż')
    for (const absent of ['0', '4', 'x']) expect((await admin.get(`${types}/${absent}`)).status).toBe(404)
    expect((await admin.get(`${types}/2?LangEnum=7`)).status).toBe(400)
  })
})

describe('the containers', () => {
  it('are not added to', async () => {
    expect(refused(await add(container, { name: 'Nowy', value: 1 }))).toEqual([
      422,
      'catalogue.containerFixed',
      'Do kontenerów nie można dodawać typów.'
    ])
    for (const type of ['0', '4', 'x']) expect((await add(type, { name: 'Nowy', value: 1 })).status).toBe(404)
  })

  it('are not deleted, and may be edited', async () => {
    const { id } = await anItem(test.services.db, { orderTypeId: container, price: null })
    expect(refused(await remove(container, id))).toEqual([409, 'kernel.state', 'Typów kontenerów nie można usuwać.'])
    expect((await edit(container, id, { name: 'Kontener 7 m³', value: 7 })).status).toBe(200)
  })

  it('are not in the add menu', async () => {
    const { list } = (await admin.get('/api/ui/pages/catalogue.orderTypes')).body.data
    const button = list.commands.find(({ selection }: { selection: string }) => selection === 'none')
    expect([button.name, button.menu]).toEqual([
      'catalogue.addItem',
      { field: 'id', vocabulary: 'catalogue.orderType', except: [container] }
    ])
    expect([list.groupBy[0].key, list.columns.map(({ key }: { key: string }) => key)]).toEqual([
      'orderTypeId',
      ['name', 'value']
    ])
  })
})

describe('an item that an order names stays', () => {
  it('is not deleted while an order names it', async () => {
    const { db } = test.services
    const { id } = await anItem(db, { orderTypeId: vehicle })
    await anOrder(db, { company: await aCompany(db), itemId: id })
    expect(refused(await remove(vehicle, id))).toEqual([
      409,
      'catalogue.itemInUse',
      'Typ jest przypisany do zamówienia'
    ])
  })
})

describe('an item that no order names goes', () => {
  const count = async (table: string, id: number) =>
    Number((await test.services.db(table).where({ order_type_item_id: id }).count('* as n').first())?.n)

  it('its general, postal and special prices end', async () => {
    const { db } = test.services
    const { id } = await anItem(db, { orderTypeId: vehicle })
    const company = await aCompany(db)
    const period = { date_from: '2026-01-01', date_to: '2026-12-31', order_type_item_id: id, value: 5 }
    await aPrice(db, id, { digit: 2, value: 300 })
    await db('pricing.special_prices').insert({ ...period, company_id: company.id })
    await db('pricing.special_prices').insert({ ...period, reception_place_id: company.placeId, ended_at: new Date() })
    expect((await remove(vehicle, id)).status).toBe(200)
    const tables = ['pricing.priced_items', 'pricing.price_periods', 'pricing.special_prices']
    expect(await Promise.all(tables.map(table => count(table, id)))).toEqual([0, 0, 0])
    const change = await db('kernel.changes').where({ subject_id: id, code: 'catalogue.removeItem' }).first()
    expect([change.account_id, change.params]).toEqual([admin.accountId, { prices: 3, vehicles: 0 }])
  })

  it('vehicles no longer carry it: their history and version say so', async () => {
    const { db } = test.services
    const { id } = await anItem(db, { orderTypeId: vehicle, price: null })
    const name = (await admin.get(`${types}/items/${id}`)).body.data.name
    const kept = await anItem(db)
    const [carrier, gone] = [await aVehicle(db, { items: [id, kept.id] }), await aVehicle(db, { items: [id] })]
    const other = await aVehicle(db, { items: [kept.id] })
    await db('fleet.vehicles').where({ id: gone.id }).update({ removed_at: new Date() })
    expect((await remove(vehicle, id)).status).toBe(200)
    expect(await count('fleet.vehicle_items', id)).toBe(0)
    const details = async (vehicleId: number) => (await admin.get(`/api/Admin/Vehicles/${vehicleId}`)).body.data
    expect(await details(carrier.id)).toMatchObject({ version: 2, orderTypeItems: [{ orderTypeItemId: kept.id }] })
    expect(await details(other.id)).toMatchObject({ version: 1 })
    const { data } = (await admin.get(`/api/Admin/Vehicles/${carrier.id}/history`)).body
    expect(data).toMatchObject([
      {
        statusDescription: `Typ „${name}” usunięto z systemu, pojazd już go nie wozi`,
        user: expect.stringContaining('Nowak'),
        changes: [{ field: 'items' }]
      }
    ])
    const change = await db('kernel.changes').where({ subject_id: id, code: 'catalogue.removeItem' }).first()
    expect(change.params).toEqual({ prices: 0, vehicles: 1 })
  })

  it('where an order names it, its prices and vehicles stay', async () => {
    const { db } = test.services
    const { id } = await anItem(db, { orderTypeId: vehicle })
    await aVehicle(db, { items: [id] })
    await anOrder(db, { company: await aCompany(db), itemId: id })
    expect((await remove(vehicle, id)).status).toBe(409)
    expect([await count('pricing.price_periods', id), await count('fleet.vehicle_items', id)]).toEqual([1, 1])
  })

  it('the confirmation says what is removed', async () => {
    const { list } = (await admin.get('/api/ui/pages/catalogue.orderTypes')).body.data
    const button = list.commands.find(({ name }: { name: string }) => name === 'catalogue.removeItem')
    const question = test.services.messages.say('pl', 'catalogue.removeItem.confirm', { name: 'Bus' })
    expect([button.confirm, question]).toEqual([
      true,
      'Usunąć typ „Bus”? Razem z nim znikną jego ceny, a pojazdy przestaną go wozić.'
    ])
  })
})
