/** Administrators: added, kept out and removed, and never without one who can sign in; and who has signed up is confirmed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { someoneWaits } from '../fleet/fixtures/waiting.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { anAccount, aPassword } from '../helper/factories.ts'

const admins = '/api/Admin/Users/admins'
let test: TestApp
let mailbox: Mailbox
let staff: Person

beforeAll(async () => {
  mailbox = await aMailbox()
  test = await anApp({ MAIL_URL: mailbox.url, ADMIN_URL: 'https://admin.example.com' })
  await test.begin()
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
})
/** One administrator at work, and nobody else on the staff. */
beforeEach(async () => {
  await test.services.db('users.accounts').where({ company_id: null }).update({ role: 5 })
  staff = await anAdmin()
})

let made = 0
const email = (): string => {
  made += 1
  return `admin${made}@staff.example.com`
}
const anAdmin = async (given: Parameters<typeof anAccount>[1] = {}): Promise<Person> =>
  test.signedInAs((await anAccount(test.services.db, { email: email(), ...given })).id)
const account = (id: number) => test.services.db('users.accounts').where({ id }).first()
const listed = async (): Promise<{ id: number }[]> => (await staff.get(`${admins}?limit=1000`)).body.data
const signIn = (address: string, password = aPassword) =>
  test.nobody({ host: officeHost }).post('/api/Authorization/sign-in', { email: address, password })
const signUp = async (): Promise<{ id: number; email: string }> => {
  const address = email()
  const person = { email: address, password: aPassword, firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
  expect((await test.nobody({ host: officeHost }).post('/api/Authorization/sign-up', person)).status).toBe(202)
  const { id } = await test.services.db('users.accounts').where({ email: address }).first('id')
  return { id, email: address }
}
const confirm = (id: number, body: object) => staff.post(`/api/Admin/Users/${id}/confirm`, body)

describe('an administrator', () => {
  it('is added by the e-mail alone, because the documents’ form asks for nothing, and is invited by an e-mail', async () => {
    const address = email()
    const { status, body } = await staff.post('/api/Admin/Users/AddAdmin', { email: address })
    expect([status, body.data]).toMatchObject([201, { email: address, firstName: null, phone: null, state: 3 }])
    expect(await account(body.data.id)).toMatchObject({ role: 1, company_id: null, password_hash: null })
    expect((await mailbox.to(address)).text).toContain('https://admin.example.com/setnewPassword#token=')
    expect(await listed()).toContainEqual(body.data)
  })

  it('is added by the documents’ payload, phone and phoneNumber alike', async () => {
    const person = { email: email(), firstName: 'Ewa', lastName: 'Lis', phone: '501502503', phoneNumber: '501502503' }
    const { status, body } = await staff.post('/api/Admin/Users/AddAdmin', person)
    const { phoneNumber, ...kept } = person
    expect([status, body.data]).toMatchObject([201, { ...kept, phone: phoneNumber }])
    expect(
      (await staff.post('/api/Admin/Users/AddAdmin', { ...person, email: email(), phone: '600700800' })).status
    ).toBe(400)
  })

  it.each([
    [{}, 'email', 400],
    [{ email: 'nobody' }, 'email', 400],
    [{ email: 'a@b.pl', phone: '12' }, 'phone', 400],
    [{ email: 'a@b.pl', lastName: 'x'.repeat(51) }, 'lastName', 400],
    [{ email: 'a@b.pl', role: 2 }, 'role', 400]
  ])('is not added from %j: %s', async (person, field, expected) => {
    const { status, body } = await staff.post('/api/Admin/Users/AddAdmin', person)
    expect([status, body.Errors[0].PropertyName]).toEqual([expected, field])
  })

  it('is not added under an e-mail that an account has, in whatever letters', async () => {
    const { email: taken } = await account(staff.accountId)
    const { status, body } = await staff.post('/api/Admin/Users/AddAdmin', { email: taken.toUpperCase() })
    expect([status, body.code]).toEqual([409, 'users.emailTaken'])
  })

  it('is changed by the call that changes any user', async () => {
    const other = await anAdmin()
    const person = { firstName: 'Zofia', lastName: '<b>Zielna</b>', phone: '600700800', phoneNumber: '600700800' }
    const { email: present } = await account(other.accountId)
    expect((await staff.put(`/api/Admin/Users/${other.accountId}`, { ...person, email: present })).status).toBe(200)
    expect((await staff.get(`${admins}/${other.accountId}`)).body.data).toMatchObject({ lastName: '<b>Zielna</b>' })
  })

  it('who is deactivated is signed out at once, cannot act, and can be restored', async () => {
    const other = await anAdmin()
    expect((await staff.put(`${admins}/${other.accountId}/deactivate`)).body.data.state).toBe(1)
    expect((await other.get(admins)).status).toBe(401)
    expect((await staff.put(`${admins}/${other.accountId}/activate`)).body.data.state).toBe(0)
    expect((await signIn((await account(other.accountId)).email)).body.data.role).toBe(1)
  })

  it('who is invited is sent another link, and only then', async () => {
    const address = email()
    const { id } = (await staff.post('/api/Admin/Users/AddAdmin', { email: address })).body.data
    await mailbox.to(address)
    expect((await staff.post(`${admins}/${id}/invitation`)).status).toBe(200)
    expect((await mailbox.to(address)).text).toContain('token=')
    expect((await staff.post(`${admins}/${staff.accountId}/invitation`)).status).toBe(409)
  })

  it('who is removed leaves no name anywhere, and the id of what it did', async () => {
    const other = await anAdmin({ lastName: 'Niezapomniana' })
    await other.put(`/api/Admin/Users/${other.accountId}`, {
      firstName: 'A',
      lastName: 'Niezapomniana',
      phone: '501502503'
    })
    expect((await staff.call('DELETE', `${admins}/${other.accountId}`)).status).toBe(200)
    expect(await account(other.accountId)).toMatchObject({
      last_name: null,
      email: `erased-${other.accountId}@erased.invalid`
    })
    const changes = await test.services.db('kernel.changes').where({ account_id: other.accountId })
    expect(changes.length).toBeGreaterThan(0)
    expect(JSON.stringify(changes)).not.toContain('Niezapomniana')
  })
})

describe('the last administrator who can sign in', () => {
  it('can neither deactivate nor remove the own account', async () => {
    expect((await staff.put(`${admins}/${staff.accountId}/deactivate`)).status).toBe(409)
    expect((await staff.call('DELETE', `${admins}/${staff.accountId}`)).status).toBe(409)
    expect(await account(staff.accountId)).toMatchObject({ deactivated_at: null, erased_at: null })
  })

  it('cannot be removed while others are only invited or deactivated', async () => {
    const caller = await anAdmin({ password: null })
    await anAdmin({ deactivatedAt: new Date() })
    for (const call of [
      () => caller.put(`${admins}/${staff.accountId}/deactivate`),
      () => caller.call('DELETE', `${admins}/${staff.accountId}`)
    ])
      expect((await call()).body).toMatchObject({ status: 409, code: 'users.lastAdmin' })
    expect(await account(staff.accountId)).toMatchObject({ deactivated_at: null, erased_at: null })
  })

  it.each(['deactivate', 'remove'])('stays when two %s each other at once', async how => {
    const other = await anAdmin()
    const keepOut = (who: Person, whom: Person) =>
      how === 'remove'
        ? who.call('DELETE', `${admins}/${whom.accountId}`)
        : who.put(`${admins}/${whom.accountId}/deactivate`)
    // Both changes are made before either is judged: the lock of the judgement is taken by this transaction first.
    const trx = await test.services.db.transaction()
    await trx.raw("select pg_advisory_xact_lock(hashtext('users.administrators'))")
    const both = [keepOut(staff, other), keepOut(other, staff)]
    await someoneWaits(test.services.db)
    await trx.commit()
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    const left = await test.services
      .db('users.accounts')
      .where({ role: 1, deactivated_at: null, erased_at: null })
      .whereNotNull('password_hash')
    expect([left.length, statuses.filter(status => status === 200)]).toEqual([1, [200]])
  })
})

describe('who has signed up as staff', () => {
  it('waits in the list as the documents wrap it, the longest first, a hundred at a time', async () => {
    const first = await signUp()
    const second = await signUp()
    const { data } = (await staff.get('/api/Admin/Users/not-confirmed?Page=1&Limit=100')).body
    const ours = data.filter(({ id }: { id: number }) => [first.id, second.id].includes(id))
    const person = { lastName: 'Lis', firstName: 'Ewa', phone: '501502503' }
    expect(ours).toMatchObject([
      { id: first.id, ...person, email: first.email, userData: { id: first.id, ...person, email: first.email } },
      { id: second.id }
    ])
    const page = (await staff.get('/api/ui/pages/users.notConfirmedUsers')).body.data
    expect(page.list.pageSize).toBe(100)
  })

  it.each([
    [1, 'ADMIN'],
    [3, 'DRIVER'],
    [5, 'SERVICE_TECHNICAN']
  ])(
    'is confirmed with the role %i, works with it once the letter has set a password, and waits no more',
    async (roleId, role) => {
      const { id, email: address } = await signUp()
      const { status, body } = await confirm(id, { userId: id, roleId })
      expect([status, body.data]).toEqual([200, null])
      expect((await signIn(address)).status).toBe(401)
      const token = /token=([\w-]+)/.exec((await mailbox.to(address)).text)?.[1]
      const chosen = { token, password: aPassword, passwordConfirm: aPassword }
      await test.nobody().post('/api/Authorization/SetNewPassword/setNewPassword', chosen)
      expect((await signIn(address)).body.data.role).toBe(roleId)
      expect(JSON.stringify((await staff.get('/api/Admin/Users/not-confirmed')).body)).not.toContain(address)
      const { data } = (await staff.get(`${admins}/${id}/history`)).body
      if (role === 'ADMIN') expect(data[1].statusDescription).toBe('Zatwierdzono użytkownika. Rola: administrator.')
    }
  )

  it('is confirmed with names and phone as the form has corrected them; a blank one stays', async () => {
    const { id } = await signUp()
    await confirm(id, { roleId: 3, firstName: 'Zofia', lastName: '', phone: '600700800' })
    expect(await account(id)).toMatchObject({ first_name: 'Zofia', last_name: 'Lis', phone: '600700800', role: 3 })
  })

  it.each([2, 4, 0, 6, '1'])('is not confirmed with the role %j', async roleId => {
    const { id } = await signUp()
    expect((await confirm(id, { roleId })).status).toBe(400)
    expect(await account(id)).toMatchObject({ role: null, confirmed_at: null })
  })

  it('is not confirmed under another’s id, nor twice, nor is a client’s user', async () => {
    const { id } = await signUp()
    expect((await confirm(id, { userId: id + 1, roleId: 3 })).body.Errors[0].PropertyName).toBe('userId')
    const both = await Promise.all([confirm(id, { roleId: 3 }), confirm(id, { roleId: 1 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    const client = await test.signedInAs('CLIENT')
    await test.services.db('users.accounts').where({ id: client.accountId }).update({ confirmed_at: null })
    expect((await confirm(client.accountId, { roleId: 1 })).status).toBe(404)
  })

  it('is confirmed by one command with the documents’ submenu, in a panel titled Użytkownik, and the documents’ messages; “Odrzuć” stands beside it', async () => {
    const page = (await staff.get('/api/ui/pages/users.notConfirmedUsers')).body.data
    expect(page.list.columns.map(({ key }: { key: string }) => key)).toEqual([
      'lastName',
      'firstName',
      'phone',
      'email'
    ])
    const [command, ...others] = page.list.commands
    expect(command).toMatchObject({ selection: 'one', opensIn: 'panel', titled: true })
    expect(others.map(({ name }: { name: string }) => name)).toEqual(['users.rejectSignUp'])
    const fields = command.form.fields.map(({ name, readOnly = false }: { name: string; readOnly?: boolean }) => [
      name,
      readOnly
    ])
    expect(fields).toEqual([
      ['lastName', false],
      ['firstName', false],
      ['phone', false],
      ['email', true]
    ])
    const say = (key: string): string => test.services.messages.say('pl', key)
    expect(['title', 'label', 'done', 'failed'].map(part => say(`users.confirm.${part}`))).toEqual([
      'Użytkownik',
      'Zatwierdź',
      'Operacja przebiegła pomyślnie',
      'Wystąpił błąd'
    ])
    const { vocabularies } = (await staff.get('/api/ui/pages')).body.data
    const entries = vocabularies[command.menu.vocabulary].members.map(
      ({ code, label }: { code: number; label: string }) => [code, say(label)]
    )
    expect(entries).toEqual([
      [1, 'Zatwierdź jako Admin'],
      [3, 'Zatwierdź jako Kierowca'],
      [5, 'Zatwierdź jako Serwisant']
    ])
    expect(say('users.activateAdmin.failed')).toBe('Wystąpił błąd podczas aktywacji użytkownika')
  })
})
