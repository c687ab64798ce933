/** The reception places of the stores: their list, one of them with its distances, and where containers rested. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metresBetween } from '../../src/kernel/database/earth.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, aContainer, aPlace, aStore } from '../helper/factories.ts'

const here = { latitude: 52, longitude: 20 }
const url = '/api/Admin/Stores/reception-places'

let test: TestApp
let staff: Person
let technician: Person
let company: ACompany
let place: { id: number }
let storeId: number
let stores: { latitude: number; longitude: number }[]

beforeAll(async () => {
  test = await anApp()
  const { db } = test.services
  ;[staff, technician] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('SERVICE_TECHNICAN')])
  company = await aCompany(db, { place: false, name: 'Gumex' })
  place = await aPlace(db, {
    companyId: company.id,
    departmentId: company.departmentId,
    at: here,
    postalCode: '09-410'
  })
  await db('companies.reception_places').where({ id: place.id }).update({ bdo_number: '000123456', elevation: 187 })
  stores = [
    { latitude: 52.5, longitude: 20 },
    { latitude: 52.1, longitude: 20 }
  ]
  for (const [n, at] of stores.entries()) storeId = (await aStore(db, { name: `Plac ${n}`, at, reach: 0 })).id
})
afterAll(() => test.close())

const listed = async (query = '') => (await staff.get(`${url}${query}`)).body
const one = async (id = place.id) => (await staff.get(`${url}/${id}`)).body.data

describe('the list of reception places of the stores', () => {
  it('has the columns of the specification, 35 a page, one chosen, looked at only, narrowed by the postal code', async () => {
    const { list, route } = (await staff.get('/api/ui/pages/iot.places')).body.data
    expect(route).toBe('/store/receptionPlaces')
    expect(list.columns.map(({ key }: { key: string }) => key)).toEqual([
      'address',
      'bdoNumber',
      'phone',
      'companyName',
      'receptionPlacesOrderTypes',
      'containersAmount'
    ])
    expect(list).toMatchObject({
      pageSize: 35,
      selection: 'one',
      filters: [{ key: 'PostalCode', mask: '99-999', placeholder: '09-410', debounce: 500 }]
    })
    expect(list.commands.map(({ name, action }: { name: string; action: object }) => [name, action])).toEqual([
      ['iot.seePlace', { kind: 'open', what: 'iot.placePanel' }]
    ])
    expect(list.panel.tabs.flatMap(({ commands }: { commands: unknown[] }) => commands)).toEqual([])
    expect((await technician.get(url)).status).toBe(403)
  })

  it('counts containers by documents, which sort it, and by sensors', async () => {
    const { db } = test.services
    const other = await aPlace(db, { companyId: company.id, departmentId: company.departmentId })
    await db('warehouse.stock_levels').insert({ reception_place_id: place.id, containers_amount: 3 })
    for (const metres of [10, 100, 101])
      await aContainer(db, { reception_place_id: place.id, reception_place_distance: metres })
    const inStore = { reception_place_distance: 5, store_id: storeId }
    await aContainer(db, { reception_place_id: place.id, ...inStore })
    const ofThem = ({ data }: { data: { id: number }[] }) => data.filter(({ id }) => [place.id, other.id].includes(id))
    const rows = ofThem(await listed('?OrderBy=containersAmount&Desc=true'))
    expect(rows).toMatchObject([
      { id: place.id, containersAmount: 3, locatedContainers: 2, bdoNumber: '000123456', orderType: 'Pojazd' },
      { id: other.id, containersAmount: 0, locatedContainers: 0 }
    ])
    expect(ofThem(await listed('?OrderBy=containersAmount')).map(({ id }) => id)).toEqual([other.id, place.id])
  })

  it('sorts by the order types that a place has, in their order', async () => {
    const { db } = test.services
    const mine = await Promise.all(
      [[3], [1], [1, 3]].map(async types => {
        const { id } = await aPlace(db, { companyId: company.id, departmentId: company.departmentId })
        await db('companies.place_order_types')
          .where({ reception_place_id: id })
          .whereNotIn('order_type_id', types)
          .delete()
        return id
      })
    )
    const sorted = async (query: string) =>
      (await listed(`?OrderBy=receptionPlacesOrderTypes${query}`)).data
        .filter(({ id }: { id: number }) => mine.includes(id))
        .map(({ receptionPlacesOrderTypes: types }: { receptionPlacesOrderTypes: number[] }) => types)
    expect(await sorted('')).toEqual([[1], [1, 3], [3]])
    expect(await sorted('&Desc=true')).toEqual([[3], [1, 3], [1]])
    const { list } = (await staff.get('/api/ui/pages/iot.places')).body.data
    expect(list.columns.filter(({ sortable }: { sortable: boolean }) => !sortable)).toEqual([])
  })

  it('is found by postal code and by client; a mask without a digit asks for nothing', async () => {
    expect((await listed('?postalCode=09-4__')).data).toMatchObject([{ id: place.id }])
    expect((await listed('?postalCode=99-999')).total).toBe(0)
    expect((await listed('?postalCode=__-___')).total).toBe((await listed()).total)
    expect((await listed('?allFields=gumex')).total).toBe((await listed()).total)
  })
})

describe('a reception place of the stores', () => {
  it('has elevation, reason of deactivation, and its distances to the stores, of which the average is the mean', async () => {
    await test.services.db('companies.companies').where({ id: company.id }).update({ deactivation_reason: 'Upadłość' })
    const metres = stores.map(at => Math.round(metresBetween(here, at))).sort((a, b) => a - b)
    const { distances, ...data } = await one()
    expect(data).toMatchObject({
      ...here,
      elevation: 187,
      deactivationReason: 'Upadłość',
      city: 'Chełm',
      postalCode: '09-410',
      receptionPlacesOrderTypes: [1, 2, 3]
    })
    expect(distances.map(({ name }: { name: string }) => name)).toEqual(['Plac 1', 'Plac 0'])
    const near = (at: number) => Math.abs(distances[at].distance - (metres[at] ?? 0))
    expect([near(0) <= 1, near(1) <= 1]).toEqual([true, true])
    expect(data.averageDistance).toBe(Math.round((distances[0].distance + distances[1].distance) / 2))
    expect((await staff.get(`${url}/${place.id}/distances`)).body).toEqual({ data: distances, total: 2 })
  })

  it('without a position has no distances', async () => {
    const { id } = await aPlace(test.services.db, { companyId: company.id, departmentId: company.departmentId })
    expect(await one(id)).toMatchObject({ distances: [], averageDistance: null, latitude: null })
  })

  it('has an elevation that staff enter', async () => {
    const { id, departmentId } = { id: place.id, departmentId: company.departmentId }
    const before = (await staff.get(`/api/Admin/reception-places/${id}`)).body.data
    const { city, street, postalCode, phone, bdoNumber } = before
    const body = { city, street, postalCode, phone, bdoNumber, elevation: 210 }
    const path = `/api/Admin/Departments/${departmentId}/update-reception-place/${id}`
    expect((await staff.put(path, { ...body, position: here })).status).toBe(200)
    expect((await one()).elevation).toBe(210)
    expect((await staff.put(path, { ...body, elevation: 9000 })).status).toBe(400)
  })

  it('has localizations: where containers that stand at it have rested around it', async () => {
    const { db } = test.services
    const rested = async (containerId: number, north: number, first: string) =>
      db('iot.stays').insert({
        container_id: containerId,
        first_ts: first,
        last_ts: first,
        sure_ts: first,
        latitude: here.latitude + north,
        longitude: here.longitude,
        readings: 3,
        weight: 3
      })
    const standing = await aContainer(db, { reception_place_id: place.id, reception_place_distance: 300 })
    const gone = await aContainer(db, { reception_place_id: place.id, reception_place_distance: 5000 })
    await rested(standing.id, 0.001, '2026-05-01T00:00:00Z')
    await rested(standing.id, 0.002, '2026-05-02T00:00:00Z')
    await rested(standing.id, 0.5, '2026-05-03T00:00:00Z')
    await rested(gone.id, 0.001, '2026-05-04T00:00:00Z')
    const { data, total } = (await technician.get(`/api/Admin/reception-places/${place.id}/localizations`)).body
    expect(data).toEqual([
      { id: expect.any(Number), latitude: 52.002, longitude: 20 },
      { id: expect.any(Number), latitude: 52.001, longitude: 20 }
    ])
    expect(total).toBe(2)
    expect((await staff.get('/api/Admin/reception-places/999999/localizations')).status).toBe(404)
  })
})
