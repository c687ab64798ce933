/** Reception places of a company are searched and paged, however many there are; the chosen one is asked for by its id. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany, aPlace } from '../helper/factories.ts'

const many = 1_200

let test: SharedApp
let staff: Person
let client: Person
let company: { id: number; departmentId: number }
let foreign: { id: number }
const call = (query: string, who = staff) => who.get(`/api/Admin/Companies/${company.id}/reception-places?${query}`)

beforeAll(async () => {
  test = await aSharedApp()
  const { db } = test.services
  ;[staff, client] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('CLIENT')])
  company = await aCompany(db, { place: false })
  const other = await aCompany(db, { place: false })
  foreign = await aPlace(db, { companyId: other.id, departmentId: other.departmentId })
  await db.raw(
    `insert into companies.reception_places (company_id, department_id, city, street, postal_code, is_default, approved_at)
     select ?, ?, 'Łódź', 'Zielona ' || n, '90-' || lpad((n % 1000)::text, 3, '0'), n = ?, now() from generate_series(1, ?) n`,
    [company.id, company.departmentId, many, many]
  )
})

describe('the places of a company', () => {
  it('are all there, more than a thousand too: a page of twenty, the default one first, and how many', async () => {
    const { data, total } = (await call('page=1&limit=20')).body
    expect([data.length, total, data[0].street]).toEqual([20, many, `Zielona ${many}`])
    const last = (await call('page=60&limit=20')).body.data
    expect(last).toHaveLength(20)
  })

  it.each(['zielona 1150', 'ZIELONA 1150', 'Łódź, Zielona 1150'])('are found by %j', async term => {
    const { data, total } = (await call(`page=1&limit=20&allFields=${encodeURIComponent(term)}`)).body
    expect([total, data.map((place: { street: string }) => place.street)]).toEqual([1, ['Zielona 1150']])
  })

  it('are found within the company and the department only', async () => {
    expect((await call('page=1&limit=20&allFields=Hutnicza')).body).toMatchObject({ data: [], total: 0 })
    expect((await call(`departmentId=${company.departmentId + 999}&allFields=Zielona`)).body.total).toBe(0)
    expect((await call('page=1&limit=20', client)).status).toBe(404)
  })

  it('one is named by its id, and none of another company', async () => {
    const [first] = (await call('page=30&limit=20')).body.data
    expect((await call(`page=1&limit=20&placeId=${first.id}`)).body).toMatchObject({
      data: [{ id: first.id }],
      total: 1
    })
    expect((await call(`page=1&limit=20&placeId=${foreign.id}`)).body).toMatchObject({ data: [], total: 0 })
  })

  it('a page of more than a thousand is refused', async () => {
    expect((await call('limit=1001')).status).toBe(400)
  })
})

it('a company is named by its id', async () => {
  const { body } = await staff.get(`/api/Admin/Companies?page=1&limit=20&CompanyId=${company.id}`)
  expect(body).toMatchObject({ data: [{ id: company.id }], total: 1 })
})
