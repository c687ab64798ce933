/** The hours and days on which a place lets drivers in: who sets them, and how they are shown. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListMetadata } from '../../src/contract/list.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany } from '../helper/factories.ts'

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

const contact = { phone: '501502503', bdoNumber: '000123456' }
const place = { city: 'Lublin', street: 'Wrotkowska 2', postalCode: '20-468', ...contact }
const add = (person: Person, body: object) =>
  person.post(`/api/Admin/Departments/${company.departmentId}/add-reception-place`, body)
const edit = (person: Person, id: number, body: object) =>
  person.put(`/api/Admin/Departments/${company.departmentId}/update-reception-place/${id}`, body)

describe('receiving hours', () => {
  it('are set by staff and by the client, both ends or none, and are in the history', async () => {
    const { id } = (await add(staff, { ...place, orderTypeId: 1 })).body.data
    const hours = { receivingFrom: '07:00', receivingTo: '15:00', receivingDays: [1, 2, 3, 4, 5] }
    expect((await edit(staff, id, { ...place, ...hours })).body.data).toMatchObject(hours)
    const own = await edit(client, id, { phone: contact.phone, receivingTo: '16:30' })
    expect([own.status, own.body.data]).toEqual([200, expect.objectContaining({ ...hours, receivingTo: '16:30' })])
    const history = await staff.get(`/api/Admin/reception-places/${id}/history`)
    expect(JSON.stringify(history.body.data)).toContain('16:30')
    for (const [body, path] of [
      [{ receivingTo: null }, 'receivingTo'],
      [{ receivingFrom: '17:00' }, 'receivingTo'],
      [{ receivingFrom: '7:00' }, 'receivingFrom'],
      [{ receivingDays: [8] }, 'receivingDays.0']
    ] as const) {
      const { status, body: problem } = await edit(staff, id, { ...place, ...body })
      const paths = problem.Errors.map((one: { PropertyName: string }) => one.PropertyName)
      expect([status, paths]).toEqual([400, [path]])
    }
    const cleared = { receivingFrom: null, receivingTo: null, receivingDays: [] }
    expect((await edit(staff, id, { ...place, ...cleared })).body.data).toMatchObject(cleared)
  })

  it('are one value of the panels of staff and client, as long as they say something', async () => {
    const { id } = (await add(staff, { ...place, orderTypeId: 1 })).body.data
    const [none, days] = [{ receivingFrom: null, receivingTo: null }, [1, 2, 3, 4, 5, 6, 7]]
    const receivingOf = async (given: object) => (await edit(staff, id, { ...place, ...given })).body.data.receiving
    const hours = { receivingFrom: '07:00', receivingTo: '15:00', receivingDays: [1, 2] }
    expect(await receivingOf(hours)).toEqual(hours)
    expect(await receivingOf({ ...none, receivingDays: [6] })).toEqual({ ...none, receivingDays: [6] })
    expect(await receivingOf({ ...none, receivingDays: days })).toBeNull()
    expect(await receivingOf({ ...none, receivingDays: [] })).toBeNull()
    for (const [reader, page] of [
      [staff, 'companies.places'],
      [client, 'companies.clientPlaces']
    ] as const) {
      const { list } = (await reader.get(`/api/ui/pages/${page}`)).body.data
      const details = (list as ListMetadata).panel?.tabs.find(({ kind }) => kind === 'fields')
      const shown = details?.kind === 'fields' ? details.fields.filter(({ key }) => key.startsWith('receiving')) : []
      expect(shown.map(({ key, part }) => [key, part])).toEqual([['receiving', 'companies.receiving']])
    }
  })
})
