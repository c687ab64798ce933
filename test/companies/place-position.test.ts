/** Where a place is: asked of the geocoder before it is saved, set by hand by staff, found later while nobody could be asked. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPositions } from '../../modules/companies/places/find-positions.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany } from '../helper/factories.ts'
import { aService, type Reply, type TestService } from '../helper/registers.ts'

let geocoder: TestService
let test: TestApp
let staff: Person
let client: Person
let company: ACompany
beforeAll(async () => {
  geocoder = await aService()
  test = await anApp({ ROLES: 'web', GEOCODING_URL: geocoder.url })
  company = await aCompany(test.services.db)
  staff = await test.signedInAs('ADMIN')
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
})
afterAll(async () => {
  await test.close()
  await geocoder.close()
})
beforeEach(async () => {
  await test.services.db.raw('truncate companies.positions')
  await test.services.db.raw("update companies.geocoding_turn set next_at = '2020-01-01'")
})

const chelm = { latitude: 51.1323, longitude: 23.4776 }
const found: Reply = { json: [{ lat: '51.1323', lon: '23.4776', place_rank: 30 }] }
const unknown: Reply = { json: [] }
const down: Reply = { status: 503, text: '' }

let made = 0
const aPlace = () => ({
  ...{ city: 'Chełm', street: `Lubelska ${++made}`, postalCode: '22-100' },
  ...{ phone: '501502503', bdoNumber: '000123456' }
})
const add = (person: Person, body: object = aPlace()) =>
  person.post(`/api/Admin/Departments/${company.departmentId}/add-reception-place`, body)
const edit = (id: number, body: object) =>
  staff.put(`/api/Admin/Departments/${company.departmentId}/update-reception-place/${id}`, body)

describe('a new place', () => {
  it('is where the geocoder says', async () => {
    geocoder.answers(found)
    expect((await add(client)).body.data).toMatchObject({ ...chelm, position: chelm })
  })

  it('is refused in the specification’s words where the geocoder does not know its address', async () => {
    geocoder.answers(unknown)
    for (const person of [client, staff])
      expect((await add(person)).body).toMatchObject({
        status: 422,
        code: 'companies.addressUnknown',
        detail: 'Nie możemy zidentyfikować adresu. Popraw adres punktu odbioru.'
      })
  })

  it('is saved without a position while the geocoder is down', async () => {
    geocoder.answers(down)
    expect((await add(client)).body.data).toMatchObject({ latitude: null, position: null, isLocated: false })
  })

  it('is where the staff set it by hand, and nobody is asked', async () => {
    geocoder.answers(unknown)
    const position = { latitude: 50.061389, longitude: 19.938333 }
    expect((await add(staff, { ...aPlace(), position })).body.data).toMatchObject({ position })
    expect(geocoder.calls).toHaveLength(0)
  })

  it('of a department that is not the caller’s asks nobody', async () => {
    geocoder.answers(found)
    const other = await aCompany(test.services.db)
    const url = `/api/Admin/Departments/${other.departmentId}/add-reception-place`
    expect((await client.post(url, aPlace())).status).toBe(404)
    expect(geocoder.calls).toHaveLength(0)
  })

  it.each([
    [{ latitude: 91, longitude: 19 }, 'position.latitude'],
    [{ latitude: 50, longitude: -181 }, 'position.longitude'],
    [{ latitude: 50 }, 'position.longitude']
  ])('cannot be at %j', async (position, field) => {
    expect((await add(staff, { ...aPlace(), position })).body.Errors).toMatchObject([{ PropertyName: field }])
  })
})

describe('an edited place', () => {
  const located = async () => {
    geocoder.answers(found)
    const address = aPlace()
    const { id, position } = (await add(staff, address)).body.data
    return { id, address, position }
  }

  it('that stays at its address keeps its position, and nobody is asked', async () => {
    const { id, address, position } = await located()
    geocoder.answers(unknown)
    const { body } = await edit(id, { ...address, position, phone: '600700800' })
    expect(body.data).toMatchObject({ phone: '600700800', position: chelm })
    expect((await edit(id, { ...address, phone: '600700801' })).body.data).toMatchObject({ position: chelm })
    expect(geocoder.calls).toHaveLength(0)
  })

  it('that moves is where the geocoder says, and not where its form still had it', async () => {
    const { id, position } = await located()
    geocoder.answers({ json: [{ lat: '50.1', lon: '20.2', place_rank: 30 }] })
    const { body } = await edit(id, { ...aPlace(), position })
    expect(body.data).toMatchObject({ position: { latitude: 50.1, longitude: 20.2 } })
    geocoder.answers(unknown)
    expect((await edit(id, aPlace())).body.code).toBe('companies.addressUnknown')
  })

  it('is where the staff put it by hand, and found again where they empty it', async () => {
    const { id, address } = await located()
    const position = { latitude: 51.2, longitude: 23.5 }
    expect((await edit(id, { ...address, position })).body.data).toMatchObject({ position })
    expect((await edit(id, { ...address, position, phone: '600700800' })).body.data).toMatchObject({ position })
    expect((await edit(id, { ...address, phone: '600700801' })).body.data).toMatchObject({ position })
    geocoder.answers(down)
    await test.services.db.raw('truncate companies.positions')
    expect((await edit(id, { ...address, position: null })).body.data).toMatchObject({ position: null })
  })
})

describe('a place without a position', () => {
  it('can be edited although its address is unknown', async () => {
    geocoder.answers(down)
    const address = aPlace()
    const { id } = (await add(staff, address)).body.data
    await test.services.db.raw("update companies.geocoding_turn set next_at = '2020-01-01'")
    geocoder.answers(unknown)
    const { status, body } = await edit(id, { ...address, phone: '600700800' })
    expect([status, body.data]).toMatchObject([200, { phone: '600700800', position: null }])
    expect(geocoder.calls).toHaveLength(1)
  })

  it('is located later by a job, which leaves moved places and unknown addresses alone', async () => {
    geocoder.answers(down)
    const { id } = (await add(client)).body.data
    geocoder.answers(unknown)
    await test.services.db.raw("update companies.geocoding_turn set next_at = '2020-01-01'")
    await findPositions(test.services)
    expect((await client.get(`/api/Admin/reception-places/${id}`)).body.data.position).toBeNull()
    await test.services.db.raw('truncate companies.positions')
    await test.services.db('companies.reception_places').whereNot({ id }).update({ latitude: 1, longitude: 1 })
    geocoder.answers(found)
    await test.services.db.raw("update companies.geocoding_turn set next_at = '2020-01-01'")
    await findPositions(test.services)
    expect((await client.get(`/api/Admin/reception-places/${id}`)).body.data.position).toEqual(chelm)
    const [entry] = (await staff.get(`/api/Admin/reception-places/${id}/history`)).body.data
    expect(entry.statusDescription).toBe('Znaleziono położenie według adresu')
  })

  it('is not looked up by a process that is stopping', async () => {
    geocoder.answers(down)
    const { id } = (await add(client)).body.data
    await test.services.db('companies.reception_places').whereNot({ id }).update({ latitude: 1, longitude: 1 })
    geocoder.answers(found)
    await findPositions(test.services, AbortSignal.abort())
    expect(geocoder.calls).toHaveLength(0)
  })
})
