import { beforeAll, describe, expect, it } from 'vitest'
import { UserState } from '../../modules/companies/people/schema.ts'
import type { Person } from '../helper/app.ts'
import { aDepartment } from '../helper/factories.ts'
import { aPeopleFixture, type PeopleFixture } from './fixtures/people.ts'

let fixture: PeopleFixture
beforeAll(async () => {
  fixture = await aPeopleFixture()
})

let made = 0
const someone = (companyId: number, given: Record<string, unknown> = {}) => {
  made += 1
  return { companyId, email: `invited${made}@example.com`, firstName: 'Jan', lastName: `Lis ${made}`, ...given }
}
const users = '/api/Admin/Users'
const invitations = '/api/InvitedUsers'

describe('the users of a company', () => {
  it('are listed with the fields of the documents; who is invited only where that is asked for', async () => {
    const { company, admin, user } = await fixture.staffed({ multiDepartment: true })
    const invited = await fixture.person(company, { password: null })
    const url = `/api/Admin/Companies/${company.id}/users`
    const active = await admin.get(url)
    expect([active.status, active.body.total]).toEqual([200, 2])
    expect(active.body.data.find(({ id }: { id: number }) => id === user.id)).toMatchObject({
      id: user.id,
      email: user.email,
      firstName: 'Anna',
      phone: '501502503',
      phoneNumber: '501502503',
      isActivated: true,
      isActive: true,
      departmentId: company.departmentId,
      department: { id: company.departmentId, city: 'Chełm', street: 'Lubelska 1' },
      departmentName: 'Chełm, Lubelska 1',
      isClientAdmin: false,
      isInvitationInProgress: false,
      state: UserState.active
    })
    const all = await fixture.staff.get(`${url}?IncludeInvitedUsers=true`)
    expect(all.body.total).toBe(3)
    expect(all.body.data.find(({ id }: { id: number }) => id === invited.id)).toMatchObject({
      isInvitationInProgress: true,
      state: UserState.invited
    })
  })

  it('are those of its client administrators alone, and of the staff', async () => {
    const [own, other] = [await fixture.staffed(), await fixture.staffed()]
    expect((await own.admin.get(`/api/Admin/Companies/${other.company.id}/users`)).status).toBe(404)
    expect((await own.admin.get(`${users}/${other.user.id}`)).status).toBe(404)
    const listed = (await own.admin.get(users)).body.data as { companyId: number }[]
    expect([...new Set(listed.map(({ companyId }) => companyId))]).toEqual([own.company.id])
    const ordinary = await fixture.test.signedInAs(own.user.id)
    for (const url of [users, `/api/Admin/Companies/${own.company.id}/users`, `${users}/unactivated`])
      expect((await ordinary.get(url)).status).toBe(403)
    expect((await own.admin.get(`${users}/unactivated`)).status).toBe(403)
  })
})

describe('inviting', () => {
  it('makes an ordinary user with the only department, whose invitation is in progress', async () => {
    const { company } = await fixture.staffed()
    const { status, body } = await fixture.staff.post(invitations, someone(company.id, { phone: '600700800' }))
    expect([status, body.data]).toMatchObject([
      201,
      { departmentId: company.departmentId, isClientAdmin: false, isInvitationInProgress: true, phone: '600700800' }
    ])
    expect(await fixture.account(body.data.id)).toMatchObject({ role: 4, password_hash: null, company_id: company.id })
  })

  it('asks for the department of a company with several, and takes none of another company', async () => {
    const { company } = await fixture.staffed({ multiDepartment: true })
    const second = await aDepartment(fixture.test.services.db, company.id)
    const other = await fixture.staffed()
    const invite = async (departmentId?: number) => {
      const { status, body } = await fixture.staff.post(invitations, someone(company.id, { departmentId }))
      return [status, body.Errors?.[0].PropertyName ?? body.data.departmentId]
    }
    expect(await invite()).toEqual([400, 'departmentId'])
    expect(await invite(other.company.departmentId)).toEqual([400, 'departmentId'])
    expect(await invite(second.id)).toEqual([201, second.id])
  })

  it('is refused for another company, and for an e-mail that has an account, in any letter case', async () => {
    const [{ company, admin, user }, other] = [await fixture.staffed(), await fixture.staffed()]
    expect((await admin.post(invitations, someone(other.company.id))).status).toBe(404)
    const invited = someone(company.id, { email: user.email.toUpperCase() })
    for (const taken of [await admin.post(invitations, invited), await fixture.staff.post(invitations, invited)])
      expect([taken.status, taken.body.code, taken.body.Errors[0].PropertyName]).toEqual([
        409,
        'users.emailTaken',
        'email'
      ])
    const ordinary = await fixture.test.signedInAs(user.id)
    expect((await ordinary.post(invitations, someone(company.id))).status).toBe(403)
  })

  it('answers a client administrator alike, whether or not the e-mail has an account elsewhere', async () => {
    const [{ company, admin }, other] = [await fixture.staffed(), await fixture.staffed()]
    const [free, taken] = [someone(company.id), someone(company.id, { email: other.user.email })]
    const before = await fixture.account(other.user.id)
    const answers = [await admin.post(invitations, free), await admin.post(invitations, taken)]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      [free, taken].map(({ email }) => [201, { data: { accepted: true, email } }])
    )
    expect(await fixture.account(other.user.id)).toEqual(before)
  })

  it('makes the first person of a company its client administrator, also of two invited at once', async () => {
    const { company, admin, user } = await fixture.staffed()
    for (const id of [admin.accountId, user.id])
      await fixture.test.services.db('users.accounts').where({ id }).update({ company_id: null, department_id: null })
    const both = await Promise.all([1, 2].map(() => fixture.staff.post(invitations, someone(company.id))))
    expect(both.map(({ body }) => body.data.isClientAdmin).toSorted()).toEqual([false, true])
  })
})

describe('an invitation in progress', () => {
  it('can be sent again and removed; not edited, activated, deactivated or removed as a user', async () => {
    const { company, admin } = await fixture.staffed()
    const data = await fixture.invite(admin, someone(company.id))
    const person = { firstName: 'Ewa', lastName: 'Lis', phone: '600700800' }
    expect((await admin.put(`${users}/${data.id}`, person)).status).toBe(409)
    expect((await admin.put(`${users}/${data.id}/activate`)).status).toBe(409)
    expect((await admin.put(`${users}/${data.id}/deactivate`)).status).toBe(409)
    expect((await admin.call('DELETE', `${users}/${data.id}`)).status).toBe(409)
    expect((await admin.post(`${invitations}/resending`, { email: data.email.toUpperCase() })).status).toBe(200)
    expect((await admin.call('DELETE', `${invitations}/${data.id}`)).status).toBe(200)
    expect((await admin.post(`${invitations}/resending`, { email: data.email })).status).toBe(404)
    expect((await admin.post(invitations, someone(company.id, { email: data.email }))).status).toBe(201)
  })

  it('is over once it is accepted: it can be neither resent nor taken back', async () => {
    const { admin, user } = await fixture.staffed()
    const resent = await admin.post(`${invitations}/resending`, { email: user.email })
    expect([resent.status, resent.body.detail]).toEqual([
      409,
      'Ta osoba nie ma wysłanego zaproszenia, które czeka na przyjęcie.'
    ])
    expect((await admin.call('DELETE', `${invitations}/${user.id}`)).status).toBe(409)
    const stranger = await fixture.staffed()
    expect((await stranger.admin.post(`${invitations}/resending`, { email: user.email })).status).toBe(404)
  })
})

describe('removing a user', () => {
  it('erases the person, keeps the account’s id, and leaves no name in history', async () => {
    const { admin, user } = await fixture.staffed()
    const person = await fixture.test.signedInAs(user.id)
    await admin.put(`${users}/${user.id}`, { firstName: 'Zdzisława', lastName: 'Unikalna', phone: '600700801' })
    const history = await admin.get(`${users}/${user.id}/history`)
    expect(history.body.data[0]).toMatchObject({
      statusDescription: expect.stringContaining('Nowe imię lub nazwisko.')
    })
    expect((await admin.call('DELETE', `${users}/${user.id}`)).status).toBe(200)
    expect((await person.get('/api/Authorization/userinfo')).status).toBe(401)
    expect(await fixture.account(user.id)).toMatchObject({ first_name: null, last_name: null, phone: null })
    const changes = await fixture.test.services.db('kernel.changes').where({ subject_id: user.id })
    expect(changes.map(({ code }) => code)).toContain('companies.removeUser')
    expect(JSON.stringify(changes)).not.toMatch(/Unikalna|600700801|@example/)
    expect((await admin.get(`${users}/${user.id}`)).status).toBe(404)
    for (const who of [admin, fixture.staff]) {
      const edited = await who.put(`${users}/${user.id}`, { firstName: 'Znowu', lastName: 'Ktoś', phone: '600700801' })
      expect(edited.status).toBe(404)
    }
    expect(await fixture.account(user.id)).toMatchObject({ first_name: null, last_name: null, phone: null })
  })
})

describe('who has asked to join', () => {
  it('waits in the list that the counter counts, and is let in by the staff or the company’s administrator', async () => {
    const { company, admin } = await fixture.staffed()
    const [one, two] = [
      await fixture.person(company, { confirmedAt: null }),
      await fixture.person(company, { confirmedAt: null, role: 'CLIENT_ADMIN' })
    ]
    const waiting = async () => (await fixture.staff.get(`${users}/unactivated`)).body
    const counted = async () =>
      (await fixture.staff.get('/api/Notifications')).body.data.find(
        ({ notificationType }: { notificationType: number }) => notificationType === 3
      ).count
    const before = await waiting()
    expect(before.data.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([one.id, two.id]))
    expect(await counted()).toBe(before.total)
    expect(await fixture.row(one.id)).toMatchObject({ state: UserState.waiting, isActive: false })
    expect((await admin.put(`${users}/${one.id}/activate`)).body.data).toMatchObject({ state: UserState.active })
    expect((await fixture.staff.put(`${users}/${two.id}/activate`)).status).toBe(200)
    const after = await waiting()
    expect([after.total, await counted()]).toEqual([before.total - 2, before.total - 2])
    // the page shows them on, active, among those who have joined lately
    const page = (await fixture.staff.get(`${users}/joined?limit=1000`)).body
    expect(page.data.some(({ id }: { id: number }) => id === admin.accountId)).toBe(false)
  })

  it('stays on the page for a day once it is let in, as active, also when that was at once', async () => {
    const { company, admin } = await fixture.staffed()
    const { id } = await fixture.person(company, { confirmedAt: null })
    const asked = new Date(fixture.test.clock.now.getTime() - 1000)
    await fixture.test.services.db('users.accounts').where({ id }).update({ created_at: asked })
    await admin.put(`${users}/${id}/activate`)
    const joined = async () =>
      (await fixture.staff.get(`${users}/joined?limit=1000`)).body.data.filter(
        (row: { companyId: number }) => row.companyId === company.id
      )
    expect(await joined()).toMatchObject([{ id, isActivated: true }])
    const long = new Date(Date.now() - 25 * 3_600_000)
    await fixture.test.services
      .db('users.accounts')
      .where({ id })
      .update({ created_at: new Date(long.getTime() - 3_600_000), confirmed_at: long })
    expect(await joined()).toEqual([])
  })
})

describe('the pages of users', () => {
  const listOf = async (person: Person, id: string) => (await person.get(`/api/ui/pages/${id}`)).body.data.list

  it('show invited users grey, inactive ones red and client administrators blue, each with its label', async () => {
    const { admin } = await fixture.staffed()
    const { tint, resourceType, commands } = await listOf(admin, 'companies.users')
    expect(tint).toEqual([
      { when: { state: [UserState.invited] }, tone: 'neutral', label: 'companies.user.mark.invited' },
      { when: { state: [UserState.waiting] }, tone: 'danger', label: 'companies.user.mark.waiting' },
      { when: { state: [UserState.inactive] }, tone: 'danger', label: 'companies.user.mark.inactive' },
      { when: { isClientAdmin: [true] }, tone: 'info', label: 'companies.user.mark.clientAdmin' }
    ])
    expect(resourceType).toBe('users.account')
    expect(commands.map(({ name }: { name: string }) => name.split('.')[1])).toEqual([
      'seeUser',
      'inviteUser',
      'editUser',
      'activateUser',
      'deactivateUser',
      'resendInvitation',
      'removeInvited',
      'removeUser'
    ])
  })

  it('are the client administrator’s, and the staff’s: grouped by company, one at a time, green once let in', async () => {
    const { user } = await fixture.staffed()
    const ordinary = await fixture.test.signedInAs(user.id)
    expect((await ordinary.get('/api/ui/pages/companies.users')).status).toBe(404)
    const list = await listOf(fixture.staff, 'companies.usersToVerify')
    expect(list).toMatchObject({
      groupBy: [{ key: 'companyName' }],
      selection: 'one',
      tint: [{ when: { isActivated: [true] }, tone: 'success', label: 'companies.joinedUser.mark.activated' }]
    })
  })

  it('say the sentence of the documents where activating fails', () => {
    const { messages } = fixture.test.services
    expect(messages.say('pl', 'companies.activateUser.failed')).toBe('Wystąpił błąd podczas aktywacji użytkownika')
    expect(messages.say('pl', 'companies.inviteUser.failed')).toBe('Wystąpił błąd')
    expect(messages.say('en', 'companies.inviteUser.done', { email: 'a@example.com' })).toContain('Invitation sent')
  })
})
