/** Internal stores that are closed, opened again, and removed: what refuses it, and where a closed one is no longer found. */
import { beforeAll, describe, expect, it } from 'vitest'
import { stockLevelLines } from '../../modules/warehouse/public.ts'
import { query } from '../../src/kernel/database/sql.ts'
import { aSharedApp, officeHost, type Person, type SharedApp } from '../helper/app.ts'
import { type APoint, aCompany, aContainer, anItem, anOrder, aStore } from '../helper/factories.ts'
import { aBook, type Book } from '../warehouse/fixtures/book.ts'

let test: SharedApp
let staff: Person
let book: Book
let yards = 0

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN', { host: officeHost })
  book = aBook(test, staff)
})

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
const aYard = (): APoint => ({ latitude: rounded(50 + ++yards / 10), longitude: 21 })
/** The corners of a small border beside a point. */
const around = ({ latitude }: APoint): APoint[] => [
  { latitude, longitude: 21 },
  { latitude: rounded(latitude + 0.01), longitude: 21 },
  { latitude, longitude: 21.01 }
]
const path = '/api/Admin/Stores/internal'
const close = (id: number) => staff.put(`${path}/${id}/close`, {})
const reopen = (id: number) => staff.put(`${path}/${id}/reopen`, {})
const remove = (id: number) => staff.call('DELETE', `${path}/${id}`)
const named = (rows: { id: number; name?: string; storeName?: string }[], id: number) => rows.some(row => row.id === id)
const offered = async (id: number) => named((await staff.get(path)).body.data, id)
const listed = async (id: number, closed: boolean) =>
  named((await staff.get(`/api/Admin/Stores?StoreTypeEnum=0&IsClosed=${closed}&limit=1000`)).body.data, id)

const externalReception = 3
const transferOut = 9
const received = async (storeId: number, containersNumber: number) => {
  const id = await book.add({ documentType: externalReception, internalStoreId: storeId, containersNumber })
  expect((await book.approve(id)).status).toBe(200)
  return id
}
/** A container that stays there, as ingest stores it. */
async function stayingAt(at: APoint, storeId: number) {
  const since = new Date('2026-05-01T10:00:00Z')
  const container = await aContainer(test.services.db, { ...at, stay_first_ts: since, store_id: storeId })
  const stay = { container_id: container.id, first_ts: since, last_ts: since, sure_ts: since, readings: 1, weight: 1 }
  await test.services.db('iot.stays').insert({ ...stay, ...at, store_id: storeId })
  return container
}
const storeOf = async ({ id }: { readonly id: number }) =>
  (await staff.get(`/IoT/container/${id}`)).body.data.internalStoreName

describe('closing a store', () => {
  it('takes it out of choices, the map and distances, and lets go of the containers inside; opening brings all back', async () => {
    const at = aYard()
    const store = await aStore(test.services.db, { at, name: 'Magazyn Zamość' })
    const company = await aCompany(test.services.db)
    await test.services.db('companies.reception_places').where({ id: company.placeId }).update(at)
    const container = await stayingAt(at, store.id)
    const distances = async (): Promise<string[]> =>
      (await staff.get(`/api/Admin/Stores/reception-places/${company.placeId}/distances`)).body.data.map(
        ({ name }: { name: string }) => name
      )
    expect([await offered(store.id), await listed(store.id, false), await listed(store.id, true)]).toEqual([
      true,
      true,
      false
    ])
    expect(await distances()).toContain('Magazyn Zamość')
    expect(await storeOf(container)).toBe('Magazyn Zamość')
    const reported = async () =>
      (await query<{ store: string | null }>(test.services.db, stockLevelLines)).map(({ store }) => store)
    expect(await reported()).toContain('Magazyn Zamość')

    const { status, body } = await close(store.id)
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ closedAt: expect.any(String), isClosed: true })
    ])
    expect([await offered(store.id), await listed(store.id, false), await listed(store.id, true)]).toEqual([
      false,
      false,
      true
    ])
    expect(await reported()).not.toContain('Magazyn Zamość')
    expect(await distances()).not.toContain('Magazyn Zamość')
    expect(await storeOf(container)).toBeNull()
    const { body: history } = await staff.get(`${path}/${store.id}/history`)
    expect(history.data[0]).toMatchObject({ statusDescription: 'Zamknięto magazyn', changes: [] })
    const again = await close(store.id)
    expect([again.status, again.body.detail]).toEqual([409, 'Ten magazyn jest już zamknięty.'])
    const { body: edited } = await staff.put(`${path}/${store.id}`, {
      name: 'Magazyn Zamość',
      borderPoints: around(at)
    })
    expect(edited.detail).toBe('Ten magazyn jest zamknięty. Najpierw otwórz go ponownie.')

    expect((await reopen(store.id)).body.data).toMatchObject({ closedAt: null, isClosed: false })
    expect([await offered(store.id), await listed(store.id, false)]).toEqual([true, true])
    expect(await storeOf(container)).toBe('Magazyn Zamość')
    expect((await reopen(store.id)).body.detail).toBe('Ten magazyn jest otwarty.')
  })

  it('is refused while documents have containers there, and nothing comes in afterwards', async () => {
    const store = await aStore(test.services.db, { at: aYard() })
    const reception = await received(store.id, 2)
    const refused = await close(store.id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Zamknąć można tylko magazyn, w którym według dokumentów nie ma kontenerów.'
    ])
    const out = await book.add({ documentType: transferOut, internalStoreId: store.id, containersNumber: 2 })
    await book.approve(out)
    const waiting = await book.add({ documentType: externalReception, internalStoreId: store.id, containersNumber: 1 })
    expect((await close(store.id)).status).toBe(200)
    const sentence = `Magazyn ${store.name} jest zamknięty. Otwórz go ponownie albo wybierz inny.`
    for (const answer of [await book.approve(waiting), await book.cancel(out)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'warehouse.storeClosed', detail: sentence } })
    const added = await staff.post('/api/Admin/Documents', {
      documentType: externalReception,
      documentDate: '2026-05-04',
      internalStoreId: store.id
    })
    expect([added.status, added.body.Errors]).toEqual([
      409,
      [{ PropertyName: 'internalStoreId', ErrorMessage: sentence }]
    ])
    expect((await reopen(store.id)).status).toBe(200)
    expect((await book.cancel(reception)).body.code).toBe('warehouse.notEnough')
    expect((await book.approve(waiting)).status).toBe(200)
  })

  it('says of a new one with its name that the other is closed', async () => {
    const at = aYard()
    const { id, name } = await aStore(test.services.db, { at })
    await close(id)
    const { status, body } = await staff.post(path, { name, borderPoints: around(at) })
    expect([status, body.Errors]).toEqual([
      422,
      [
        {
          PropertyName: 'name',
          ErrorMessage: 'Magazyn o tej nazwie jest zamknięty. Otwórz go ponownie albo wybierz inną nazwę.'
        }
      ]
    ])
  })
})

describe('removing a store', () => {
  it('that was entered by mistake removes it entirely', async () => {
    const store = await aStore(test.services.db, { at: aYard() })
    expect((await remove(store.id)).status).toBe(200)
    expect((await staff.get(`${path}/${store.id}`)).status).toBe(404)
    expect(await offered(store.id)).toBe(false)
    const mistaken = await aStore(test.services.db, { at: aYard() })
    await close(mistaken.id)
    expect((await remove(mistaken.id)).status).toBe(200)
  })

  it.each<[string, (store: { id: number }, at: APoint) => Promise<unknown>]>([
    ['a document names', ({ id }) => book.add({ documentType: externalReception, internalStoreId: id })],
    ['a document has moved containers through', async ({ id }) => book.cancel(await received(id, 1))],
    ['services a container', ({ id }) => aContainer(test.services.db, { assigned_store_id: id })],
    ['a container has been in', ({ id }, at) => stayingAt(at, id)],
    [
      'an order was brought to',
      async ({ id }) => {
        const company = await aCompany(test.services.db)
        const order = await anOrder(test.services.db, { company, itemId: (await anItem(test.services.db)).id })
        await test.services.db('orders.orders').where({ id: order.id }).update({ internal_store_id: id })
      }
    ]
  ])('that %s is refused, with the way to close it', async (_, refer) => {
    const at = aYard()
    const store = await aStore(test.services.db, { at })
    await refer(store, at)
    const { status, body } = await remove(store.id)
    expect([status, body.code, body.detail]).toEqual([
      409,
      'warehouse.storeUsed',
      'Ten magazyn był już używany, dlatego nie można go usunąć. Możesz go zamknąć.'
    ])
    expect((await staff.get(`${path}/${store.id}`)).status).toBe(200)
  })
})

it('closed stores have a page of their own, from which they are opened again or removed', async () => {
  const { list, route } = (await staff.get('/api/ui/pages/iot.closedStores')).body.data
  expect(route).toBe('/internalstore/closed')
  expect(list.fixed).toEqual({ IsClosed: true })
  expect(list.commands.map(({ name }: { name: string }) => name)).toEqual(['iot.reopenStore', 'iot.removeStore'])
  const open = (await staff.get('/api/ui/pages/warehouse.internalStores')).body.data.list
  expect([open.fixed, open.commands]).toEqual([{ IsClosed: false }, []])
})
