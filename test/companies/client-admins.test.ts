/** A company is never left without an active client administrator; who is kept out, or has other rights, is so at once. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../helper/app.ts'
import { aPeopleFixture, type PeopleFixture } from './fixtures/people.ts'

let fixture: PeopleFixture
beforeAll(async () => {
  fixture = await aPeopleFixture()
})

const users = '/api/Admin/Users'
const person = { firstName: 'Anna', lastName: 'Nowak', phone: '501502503' }

/** The three ways to take a client administrator away. */
const ways: readonly (readonly [string, (by: Person, id: number) => ReturnType<Person['put']>])[] = [
  ['deactivating', (by, id) => by.put(`${users}/${id}/deactivate`)],
  ['deleting', (by, id) => by.call('DELETE', `${users}/${id}`)],
  ['taking the right from', (by, id) => by.put(`${users}/${id}`, { ...person, isClientAdmin: false })]
]

describe.each(ways)('%s a client administrator', (way, takeAway) => {
  it('is refused to the staff while other users remain without one', async () => {
    const { admin } = await fixture.staffed()
    const { status, body } = await takeAway(fixture.staff, admin.accountId)
    expect([status, body.code, body.detail]).toEqual([
      409,
      'users.lastClientAdmin',
      'Firma musi mieć co najmniej jednego aktywnego administratora firmy. Najpierw nadaj tę rolę komuś innemu.'
    ])
    expect(await fixture.account(admin.accountId)).toMatchObject({ role: 2, deactivated_at: null, erased_at: null })
  })

  it('does not count invited, deactivated or waiting administrators', async () => {
    const { company, admin } = await fixture.staffed()
    await fixture.person(company, { role: 'CLIENT_ADMIN', password: null })
    await fixture.person(company, { role: 'CLIENT_ADMIN', deactivatedAt: new Date() })
    await fixture.person(company, { role: 'CLIENT_ADMIN', confirmedAt: null })
    expect((await takeAway(fixture.staff, admin.accountId)).body.code).toBe('users.lastClientAdmin')
  })

  it('is possible for the staff where another administrator or no other user remains', async () => {
    const { company, admin, user } = await fixture.staffed()
    const second = await fixture.person(company, { role: 'CLIENT_ADMIN' })
    expect((await takeAway(fixture.staff, second.id)).status).toBe(200)
    await fixture.staff.put(`${users}/${user.id}/deactivate`)
    await fixture.test.services.db('users.accounts').where({ id: second.id }).update({ deactivated_at: new Date() })
    // who only loses the right is still there, and needs an administrator
    const stays = way === 'taking the right from'
    expect((await takeAway(fixture.staff, admin.accountId)).status).toBe(stays ? 409 : 200)
  })

  it('succeeds for one of two administrators who do it to each other', async () => {
    const { company, admin } = await fixture.staffed()
    const second = await fixture.test.signedInAs((await fixture.person(company, { role: 'CLIENT_ADMIN' })).id)
    const both = await Promise.all([takeAway(admin, second.accountId), takeAway(second, admin.accountId)])
    expect(both.map(({ status }) => status)).toContain(200)
    const left = await fixture.test.services
      .db('users.accounts')
      .where({ company_id: company.id, role: 2, deactivated_at: null })
    expect(left).toHaveLength(1)
  })

  it('succeeds once where the staff do it to both of two at the same time', async () => {
    const { company, admin } = await fixture.staffed()
    const second = await fixture.person(company, { role: 'CLIENT_ADMIN' })
    const both = await Promise.all([admin.accountId, second.id].map(id => takeAway(fixture.staff, id)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('the own account', () => {
  it('is neither deactivated nor deleted, and its rights stay', async () => {
    const { company, admin } = await fixture.staffed()
    await fixture.person(company, { role: 'CLIENT_ADMIN' })
    const own = `${users}/${admin.accountId}`
    const deactivated = await admin.put(`${own}/deactivate`)
    expect([deactivated.status, deactivated.body.detail]).toEqual([409, 'Własnego konta nie można dezaktywować.'])
    const deleted = await admin.call('DELETE', own)
    expect([deleted.status, deleted.body.detail]).toEqual([409, 'Własnego konta nie można usunąć.'])
    const demoted = await admin.put(own, { ...person, isClientAdmin: false })
    expect([demoted.status, demoted.body.Errors[0].PropertyName]).toEqual([400, 'isClientAdmin'])
  })
})

describe('what is changed of a person', () => {
  it('ends the person’s sessions where role or activity changes, and holds at the next call', async () => {
    const { admin, user } = await fixture.staffed()
    const [one, two] = [await fixture.test.signedInAs(user.id), await fixture.test.signedInAs(user.id)]
    expect((await one.get('/api/Companies/MyCompany')).status).toBe(200)
    expect((await admin.put(`${users}/${user.id}`, { ...person, isClientAdmin: true })).status).toBe(200)
    for (const session of [one, two]) expect((await session.get('/api/Companies/MyCompany')).status).toBe(401)
    const promoted = await fixture.test.signedInAs(user.id)
    expect((await promoted.get(users)).status).toBe(200)
    expect((await admin.put(`${users}/${user.id}/deactivate`)).status).toBe(200)
    expect((await promoted.get(users)).status).toBe(401)
    const asleep = await fixture.test.signedInAs(user.id)
    expect((await asleep.get('/api/Authorization/userinfo')).body.data).toMatchObject({ isActivated: false })
    expect((await asleep.get(users)).status).toBe(403)
    expect((await admin.put(`${users}/${user.id}/activate`)).status).toBe(200)
    expect((await asleep.get(users)).status).toBe(200)
  })

  it('keeps the session where only names or the phone change', async () => {
    const { admin, user } = await fixture.staffed()
    const session = await fixture.test.signedInAs(user.id)
    expect((await admin.put(`${users}/${user.id}`, { ...person, firstName: 'Ewa' })).status).toBe(200)
    expect((await session.get('/api/Authorization/userinfo')).body.data).toMatchObject({ firstName: 'Ewa' })
  })
})
