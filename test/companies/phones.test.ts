/** Phones of clients, by the country of their company: typed, kept, saved again; and those that were kept before. */
import { beforeAll, describe, expect, it } from 'vitest'
import { up as normalise } from '../../migrations/092_phones.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anAccount, aPassword } from '../helper/factories.ts'
import { anAddress } from './fixtures/registration.ts'

let test: SharedApp
let staff: Person
let callers = 0
const estonia = 4

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
})

const stranger = () => test.nobody({ from: `10.9.0.${++callers}` })
const account = (email: string) => test.services.db('users.accounts').where({ email }).first()

/** A company of the country with its administrator. */
async function abroad(country = estonia): Promise<{ company: ACompany; admin: Person }> {
  const company = await aCompany(test.services.db)
  await test.services.db('companies.companies').where({ id: company.id }).update({ country })
  const admin = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
  return { company, admin }
}
const profileOf = async (person: Person) => (await person.get('/api/Authorization/userinfo')).body.data
const saveProfile = (person: Person, phone: string, more: object = {}) =>
  person.put(`/api/Admin/Users/${person.accountId}`, { firstName: 'Mari', lastName: 'Tamm', phone, ...more })

describe('an Estonian’s phone', () => {
  it.each(['5301 2345', '+372 5301 2345', '+37253012345'])('is registered as %s, and kept in one form', async phone => {
    const email = `mari${++callers}@naide.example.com`
    const { status } = await stranger().post('/api/Admin/Companies', {
      ...{ country: estonia, name: `Rehviait ${callers}`, department: anAddress },
      contactPerson: { email, firstName: 'Mari', lastName: 'Tamm', phone }
    })
    expect([status, (await account(email)).phone]).toEqual([201, '+37253012345'])
  })

  it('is taken when she saves her own data, and read as it is kept', async () => {
    const { admin } = await abroad()
    expect((await saveProfile(admin, '+372 5123 4567')).status).toBe(200)
    expect(await profileOf(admin)).toMatchObject({ lastName: 'Tamm', phone: '+37251234567', country: estonia })
    expect((await saveProfile(admin, '5123 4567')).body.unchanged).toBe(true)
  })

  it('is taken by whoever edits or invites a colleague, and for a place', async () => {
    const { company, admin } = await abroad()
    const colleague = await anAccount(test.services.db, {
      ...{ role: 'CLIENT', companyId: company.id, departmentId: company.departmentId }
    })
    for (const [who, phone] of [
      [admin, '5123 4567'],
      [staff, '+372 5301 2345']
    ] as const)
      expect(
        (await who.put(`/api/Admin/Users/${colleague.id}`, { firstName: 'Jaan', lastName: 'Tamm', phone })).status
      ).toBe(200)
    expect((await account(colleague.email)).phone).toBe('+37253012345')
    const invited = { email: 'kutse@naide.example.com', firstName: 'Liis', lastName: 'Kask', phone: '5555 1234' }
    await admin.post('/api/InvitedUsers', { companyId: company.id, ...invited })
    const { id } = await account(invited.email)
    expect((await staff.get(`/api/Admin/Users/${id}`)).body.data).toMatchObject({
      ...{ phone: '+37255551234', phoneNumber: '+37255551234', country: estonia }
    })
    const { body } = await admin.post(`/api/Admin/Departments/${company.departmentId}/add-reception-place`, {
      ...{ ...anAddress, phone: '654 3210', bdoNumber: null }
    })
    expect(body.data.phone).toBe('+3726543210')
  })

  it.each([
    ['123456', 'by its length'],
    ['+372 1111 1111', 'by what numbers there are']
  ])('%s is refused %s, with an example', async phone => {
    const { admin } = await abroad()
    const { status, body } = await saveProfile(admin, phone)
    const ErrorMessage = 'Wpisz numer telefonu, na przykład +372\u00a05123\u00a04567.'
    expect([status, body.Errors]).toEqual([400, [{ PropertyName: 'phone', ErrorMessage }]])
  })
})

it('a phone of the staff, and of a Polish company, has exactly nine digits', async () => {
  const { admin } = await abroad(1)
  const clerk = await test.signedInAs((await anAccount(test.services.db)).id)
  for (const [person, proof] of [
    [clerk, { password: aPassword }],
    [admin, {}]
  ] as const) {
    expect((await saveProfile(person, '+37251234567')).body.Errors).toMatchObject([
      { PropertyName: 'phone', ErrorMessage: 'Numer telefonu ma dokładnie 9 cyfr.' }
    ])
    expect((await saveProfile(person, '600700800', proof)).status).toBe(200)
  }
})

it.each([
  [1, '501-502-503', '501502503'],
  [1, '+48 501 502 503', '501502503'],
  [1, '0048501502503', '501502503'],
  [1, '+372 5123 4567', '+372 5123 4567'],
  [4, '+372 5301 2345', '+37253012345'],
  [4, '5301 2345', '+37253012345'],
  [4, '501502503', '501502503'],
  [2, '+49 (30) 123456', '+4930123456'],
  [2, '030/123456', '+4930123456'],
  [2, '30123456', '30123456'],
  [3, '0901 234 567', '+421901234567'],
  [5, '601234567', '+420601234567'],
  [5, '601 234 567 w. 3', '601 234 567 w. 3']
])('a phone kept before for country %d: %s becomes %s', async (country, before, after) => {
  const { db } = test.services
  const { company, admin } = await abroad(country)
  await db('users.accounts').where({ id: admin.accountId }).update({ phone: before })
  await db('companies.reception_places').where({ id: company.placeId }).update({ phone: before })
  await normalise(db)
  expect((await db('users.accounts').where({ id: admin.accountId }).first()).phone).toBe(after)
  expect((await db('companies.reception_places').where({ id: company.placeId }).first()).phone).toBe(after)
})
