/** A client administrator whose account waits adds its company's first place, and nothing else. */
import { beforeAll, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anAccount, aPlace } from '../helper/factories.ts'

let test: SharedApp
beforeAll(async () => {
  test = await aSharedApp()
})

const place = {
  ...{ city: 'Lublin', street: 'Wrotkowska 2', postalCode: '20-468' },
  ...{ phone: '501502503', bdoNumber: '000123456' }
}
const add = (person: Person, { departmentId }: Pick<ACompany, 'departmentId'>, body: object = place) =>
  person.post(`/api/Admin/Departments/${departmentId}/add-reception-place`, body)

async function waiting(
  role: 'CLIENT_ADMIN' | 'CLIENT' = 'CLIENT_ADMIN',
  more: { confirmedAt?: null } = { confirmedAt: null }
) {
  const company = await aCompany(test.services.db, { place: false })
  const { id } = await anAccount(test.services.db, {
    role,
    password: null,
    companyId: company.id,
    departmentId: company.departmentId,
    ...more
  })
  return { company, person: await test.signedInAs(id) }
}
const placesOf = (companyId: number) => test.services.db('companies.reception_places').where({ company_id: companyId })

it.each([
  ['one whom nobody has confirmed', { confirmedAt: null }],
  ['one whose company has no place', {}]
])('is added by %s; the answer is its id alone', async (_who, more) => {
  const { company, person } = await waiting('CLIENT_ADMIN', more)
  const { status, body } = await add(person, company)
  expect([status, body]).toEqual([201, { data: { id: expect.any(Number) } }])
  expect(await placesOf(company.id)).toMatchObject([
    { id: body.data.id, is_active: false, is_default: true, city: 'Lublin', department_id: company.departmentId }
  ])
})

it('can be added once, also by two calls at the same time', async () => {
  const { company, person } = await waiting()
  const answers = await Promise.all([add(person, company), add(person, company)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
  expect((await add(person, company)).body).toMatchObject({ status: 403, code: 'kernel.inactive' })
  expect(await placesOf(company.id)).toHaveLength(1)
})

it('is refused to an ordinary client, to deactivated staff and to another company', async () => {
  const { company } = await waiting()
  const ordinary = await waiting('CLIENT')
  expect((await add(ordinary.person, ordinary.company)).status).toBe(403)
  const asleep = await anAccount(test.services.db, { role: 'ADMIN', password: null, deactivatedAt: new Date() })
  expect((await add(await test.signedInAs(asleep.id), company)).status).toBe(403)
  const other = await waiting()
  expect((await add(other.person, company)).status).toBe(404)
  expect(await placesOf(company.id)).toHaveLength(0)
})

it('is checked by the rules of the country, and takes no more than a client’s fields', async () => {
  const { company, person } = await waiting()
  expect((await add(person, company, { ...place, phone: '12' })).body.Errors).toMatchObject([{ PropertyName: 'phone' }])
  for (const more of [{ orderTypeId: 1 }, { position: { latitude: 1, longitude: 1 } }])
    expect((await add(person, company, { ...place, ...more })).status).toBe(400)
})

it('has a form for who waits, which knows the department', async () => {
  const { person } = await waiting()
  const { data } = (await person.get('/api/ui/forms/companies.addPlace')).body
  expect(data.fields.map(({ name }: { name: string }) => name)).toEqual([
    ...['city', 'street', 'postalCode', 'phone', 'bdoNumber', 'departmentId']
  ])
  expect(data).toMatchObject({ load: '/api/Authorization/userinfo', context: ['country'] })
})

it('gives access to no other call', async () => {
  const { company, person } = await waiting()
  const { id } = await aPlace(test.services.db, { companyId: company.id, departmentId: company.departmentId })
  const url = `/api/Admin/Departments/${company.departmentId}/update-reception-place/${id}`
  expect((await person.put(url, { phone: '501502503' })).body.code).toBe('kernel.inactive')
  expect((await person.get(`/api/Admin/reception-places/${id}`)).body.code).toBe('kernel.inactive')
})
