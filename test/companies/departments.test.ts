/** Departments as staff keep them: added, edited, and deleted only when nobody needs them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aDocument } from '../helper/document-factories.ts'
import { type ACompany, aCompany, aDepartment, anAccount, anItem, anOrder, aPlace } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
})

const address = { city: 'Lublin', street: 'Wrotkowska 2', postalCode: '20-468' }
const several = () => aCompany(test.services.db, { multiDepartment: true })
const add = (companyId: number, body: object = address) =>
  staff.post(`/api/Admin/Companies/${companyId}/add-department`, body)
const remove = (id: number) => staff.call('DELETE', `/api/Admin/Departments/${id}`)

describe('adding a department', () => {
  it('takes the specification’s payload, and history begins with it', async () => {
    const { id } = await several()
    const { status, body } = await add(id, { ...address, description: 'Myjnia' })
    expect([status, body.data]).toMatchObject([201, { ...address, description: 'Myjnia', companyId: id }])
    const listed = (await staff.get(`/api/Admin/Companies/${id}/departments`)).body
    expect(listed).toMatchObject({ total: 2, data: expect.arrayContaining([body.data]) })
    const history = (await staff.get(`/api/Admin/Departments/${body.data.id}/history`)).body.data
    expect(history).toMatchObject([{ statusDescription: 'Dodano oddział' }])
  })

  it.each([
    [{ city: '' }, 'city'],
    [{ street: null }, 'street'],
    [{ postalCode: '20468' }, 'postalCode'],
    [{ postalCode: '20-46a' }, 'postalCode'],
    [{ postalCode: undefined }, 'postalCode']
  ])('%j is refused at its field', async (wrong, field) => {
    const { status, body } = await add((await several()).id, { ...address, ...wrong })
    expect([status, body.Errors]).toMatchObject([400, [{ PropertyName: field }]])
  })

  it('requires the Polish format of a postal code in Poland only', async () => {
    const { id } = await several()
    await test.services.db('companies.companies').where({ id }).update({ country: 2 })
    expect((await add(id, { ...address, postalCode: '10115' })).status).toBe(201)
  })

  it('of a company that is said to have one is refused, until it is said to have several', async () => {
    const { id } = await aCompany(test.services.db)
    expect((await add(id)).body).toMatchObject({ status: 422, code: 'companies.singleDepartment' })
    await staff.call('PATCH', `/api/Admin/Companies/${id}/update`, { multidepartment: true })
    expect((await add(id)).status).toBe(201)
  })
})

describe('editing a department', () => {
  it('changes it, and says of a second time that nothing changed', async () => {
    const { departmentId } = await several()
    const edit = () => staff.put(`/api/Admin/Departments/${departmentId}`, { ...address, description: 'Plac' })
    expect((await edit()).body.data).toMatchObject({ ...address, description: 'Plac', version: 2 })
    expect((await edit()).body).toMatchObject({ unchanged: true })
    const { body } = await staff.put(`/api/Admin/Departments/${departmentId}`, { ...address, postalCode: '20/468' })
    expect(body.Errors).toMatchObject([{ PropertyName: 'postalCode' }])
  })
})

describe('deleting a department', () => {
  const used: readonly (readonly [string, string, (company: ACompany, departmentId: number) => Promise<unknown>])[] = [
    ['places', 'HasPlaces', ({ id: companyId }, departmentId) => aPlace(test.services.db, { companyId, departmentId })],
    [
      'users',
      'HasUsers',
      ({ id: companyId }, departmentId) => anAccount(test.services.db, { role: 'CLIENT', companyId, departmentId })
    ],
    [
      'orders',
      'HasOrders',
      async (company, departmentId) =>
        anOrder(test.services.db, { company, departmentId, itemId: (await anItem(test.services.db)).id })
    ],
    [
      'documents',
      'HasDocuments',
      ({ id: companyId }, departmentId) =>
        aDocument(test.services.db, { companyId, departmentId, createdBy: staff.accountId })
    ]
  ]
  it.each(used)('that has %s is refused', async (_what, code, use) => {
    const company = await several()
    const { id } = await aDepartment(test.services.db, company.id)
    await use(company, id)
    expect((await remove(id)).body).toMatchObject({ status: 409, code: `companies.department${code}` })
  })

  it('succeeds where nothing refers to it; the last department stays', async () => {
    const company = await aCompany(test.services.db, { multiDepartment: true, place: false })
    const { id } = await aDepartment(test.services.db, company.id)
    expect((await remove(id)).status).toBe(200)
    expect((await staff.get(`/api/Admin/Departments/${id}`)).status).toBe(404)
    expect((await remove(company.departmentId)).body).toMatchObject({ status: 409, code: 'companies.lastDepartment' })
  })

  it('deleting both of two at the same time leaves one', async () => {
    const company = await aCompany(test.services.db, { multiDepartment: true, place: false })
    const { id } = await aDepartment(test.services.db, company.id)
    const answers = await Promise.all([remove(id), remove(company.departmentId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('waits while its company is being deleted, without a deadlock', async () => {
    for (let n = 0; n < 5; n++) {
      const company = await aCompany(test.services.db, { multiDepartment: true, place: false })
      const { id } = await aDepartment(test.services.db, company.id)
      const removeAll = staff.call('DELETE', `/api/Admin/Companies/${company.id}`)
      const [department, all] = await Promise.all([remove(id), removeAll])
      expect([200, 404]).toContain(department.status)
      expect(all.status).toBe(200)
    }
  })
})

it('the places of a department are those of its own, with the default one first', async () => {
  const { id: companyId, departmentId } = await several()
  const { id: other } = await aDepartment(test.services.db, companyId)
  const [first, second] = await Promise.all(
    [1, 2].map(() => aPlace(test.services.db, { companyId, departmentId: other }))
  )
  await test.services.db('companies.reception_places').where({ id: second?.id }).update({ is_default: true })
  const { data, total } = (await staff.get(`/api/Admin/Departments/${other}/reception-places`)).body
  expect([total, data.map(({ id }: { id: number }) => id)]).toEqual([2, [second?.id, first?.id]])
  expect((await staff.get(`/api/Admin/Departments/${departmentId}/reception-places`)).body.total).toBe(1)
})
