/** What is done to the ways into an account leaves a security event, and so does each attempt that fails; nothing else of accounts does. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decrypted, encrypted } from '../../modules/users/second-factor/factor.ts'
import { codeAt, stepAt } from '../../modules/users/second-factor/totp.ts'
import { type SecurityKind, securityKinds } from '../../src/kernel/security/kinds.ts'
import { reportedCommands } from '../../src/kernel/security/reported.ts'
import { modules } from '../../src/modules.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { aCompany, anAccount, aPassword } from '../helper/factories.ts'
import { aProvider, type TestProvider } from './fixtures/provider.ts'

const office = 'http://admin.localhost:3000'
let test: TestApp
let mailbox: Mailbox
let provider: TestProvider
let staff: Person
beforeAll(async () => {
  mailbox = await aMailbox()
  provider = await aProvider([`${office}/authorization`])
  test = await anApp({
    MAIL_URL: mailbox.url,
    ADMIN_URL: office,
    OIDC_OFFICE_ISSUER: provider.issuer,
    OIDC_OFFICE_CLIENT_ID: provider.clientId,
    OIDC_OFFICE_CLIENT_SECRET: provider.clientSecret
  })
  await test.begin()
})
afterAll(async () => {
  await test.close()
  await provider.close()
  await mailbox.close()
})

let since = 0
beforeEach(async () => {
  staff = await test.signedInAs('ADMIN')
  await test.services.security.flush()
  since = (await test.services.db('audit.security_events').max('id as id').first())?.id ?? 0
})

type Row = Record<string, unknown>
async function recorded(): Promise<Row[]> {
  await test.services.security.flush()
  return test.services.db('audit.security_events').where('id', '>', since).orderBy('id')
}
const event = (kind: SecurityKind, more: Row = {}): Row => ({ kind: securityKinds[kind], ...more })

let addresses = 0
/** Somebody at an address of their own. */
const aStranger = () => {
  addresses += 1
  return test.nobody({ host: officeHost, from: `10.5.${addresses >> 8}.${addresses & 255}` })
}
const signIn = (body: object, who = aStranger()) => who.post('/api/Authorization/sign-in', body)

/** Somebody whose second factor waits for its first code. */
async function aPersonWithFactor(): Promise<Person & { readonly email: string }> {
  const { db, settings } = test.services
  const { id, email } = await anAccount(db)
  const secret = encrypted(Buffer.alloc(20, id), settings)
  await db('users.second_factors').insert({ account_id: id, secret, created_at: test.clock.now })
  return { ...(await test.signedInAs(id)), email }
}
/** The code of now; the clock moves on, because each is taken once. */
async function codeOf(accountId: number): Promise<string> {
  const { db, settings } = test.services
  test.clock.now = new Date(test.clock.now.getTime() + 120_000)
  const { secret } = await db('users.second_factors').where({ account_id: accountId }).first()
  return codeAt(decrypted(secret, settings) as Buffer, stepAt(test.clock.now))
}

describe('guessing', () => {
  it('that is slowed down names the account that was tried', async () => {
    const { id, email } = await anAccount(test.services.db)
    const stranger = aStranger()
    for (let n = 0; n < 5; n++) expect((await signIn({ email, password: 'a wrong one' }, stranger)).status).toBe(401)
    expect((await signIn({ email, password: aPassword }, stranger)).status).toBe(429)
    expect((await recorded()).at(-1)).toMatchObject(
      event('throttled', { account_id: null, target_id: id, subject: 'users.signIn', code: 'kernel.tooMany' })
    )
  })

  it('of codes records the account, at the sign-in and in a session', async () => {
    const person = await aPersonWithFactor()
    const { email, accountId } = person
    const path = '/api/Authorization/second-factor'
    expect((await person.post(`${path}/confirm`, { code: '000000' })).status).toBe(400)
    expect((await person.post(`${path}/confirm`, { code: await codeOf(accountId) })).status).toBe(200)
    expect((await signIn({ email, password: aPassword })).status).toBe(401)
    expect((await signIn({ email, password: aPassword, code: '000000' })).status).toBe(401)
    const own = { account_id: accountId }
    const tried = { account_id: null, target_id: accountId, subject: 'users.signIn' }
    expect(await recorded()).toMatchObject([
      event('codeFailed', { ...own, subject: 'users.confirmSecondFactor', code: 'users.code.wrong' }),
      event('factorChanged', { ...own, subject: 'users.confirmSecondFactor' }),
      event('codeAsked', tried),
      event('codeFailed', tried)
    ])
    for (let n = 0; n < 10; n++) await signIn({ email, password: aPassword, code: '000000' })
    expect((await recorded()).at(-1)).toMatchObject(event('throttled', tried))
  })
})

describe('a change of the ways in', () => {
  it('of the second factor is one, by its owner and by staff', async () => {
    const person = await aPersonWithFactor()
    const { accountId } = person
    const path = '/api/Authorization/second-factor'
    const done = async (what: string) =>
      (await person.post(`${path}/${what}`, { code: await codeOf(accountId) })).status
    expect([await done('confirm'), await done('recovery-codes')]).toEqual([200, 200])
    expect((await staff.post(`/api/Admin/Users/${accountId}/second-factor/reset`)).status).toBe(200)
    expect(await recorded()).toMatchObject([
      event('factorChanged', { account_id: accountId, subject: 'users.confirmSecondFactor' }),
      event('factorChanged', { account_id: accountId, subject: 'users.newRecoveryCodes' }),
      event('factorChanged', { account_id: staff.accountId, target_id: accountId, subject: 'users.resetSecondFactor' })
    ])
  })

  it('of the password by a link is one, and so is a link that is no more', async () => {
    const { id, email } = await anAccount(test.services.db)
    expect((await aStranger().post('/api/Authorization/forgot-password', { email })).status).toBe(202)
    const token = /token=([\w-]+)/.exec((await mailbox.to(email)).text)?.[1] ?? ''
    const password = 'A-better-one-9'
    const choose = async () =>
      (
        await aStranger().post('/api/Authorization/SetNewPassword/setNewPassword', {
          token,
          password,
          passwordConfirm: password
        })
      ).status
    expect([await choose(), await choose()]).toEqual([200, 422])
    const subject = 'users.setNewPassword'
    expect(await recorded()).toMatchObject([
      event('resetAsked', { account_id: null, target_id: id }),
      event('passwordChanged', { account_id: id, subject }),
      event('unauthorized', { account_id: null, subject, code: 'users.linkExpired' })
    ])
  })

  it('of a driver’s e-mail is one, with who is added and removed', async () => {
    const driver = { lastName: 'Lis', firstName: 'Jan', phone: '601602603', email: 'events@fleet.example.com' }
    const target_id = (await staff.post('/api/Admin/Users/AddDriver', driver)).body.data.id
    const edit = (email: string) => staff.put(`/api/Admin/Users/drivers/${target_id}`, { ...driver, email })
    expect((await edit(driver.email)).status).toBe(200)
    expect((await edit('another@fleet.example.com')).status).toBe(200)
    expect((await staff.call('DELETE', `/api/Admin/Users/drivers/${target_id}`)).status).toBe(200)
    const by = { account_id: staff.accountId, target_id }
    expect(await recorded()).toMatchObject([
      event('accessChanged', { ...by, subject: 'fleet.addDriver' }),
      event('emailChanged', { ...by, subject: 'fleet.editDriver' }),
      event('accessChanged', { ...by, subject: 'fleet.removeDriver' })
    ])
  })

  it('of the rights of a client’s user is one; of a name it is none', async () => {
    const { db } = test.services
    const { id: companyId, departmentId } = await aCompany(db)
    const { id } = await anAccount(db, { role: 'CLIENT', companyId, departmentId })
    await anAccount(db, { role: 'CLIENT_ADMIN', companyId, departmentId })
    const person = { firstName: 'Ewa', lastName: 'Lis', phone: '501502503', departmentId }
    expect((await staff.put(`/api/Admin/Users/${id}`, { ...person, isClientAdmin: false })).status).toBe(200)
    expect((await staff.put(`/api/Admin/Users/${id}`, { ...person, isClientAdmin: true })).status).toBe(200)
    expect(await recorded()).toMatchObject([
      event('accessChanged', { account_id: staff.accountId, target_id: id, subject: 'users.editUser' })
    ])
  })

  it('by an identity is one, and so is each sign-in by it; a sign-in that comes back twice failed', async () => {
    const { id, email } = await anAccount(test.services.db)
    const path = '/api/Authorization/external'
    const returned = async (subject: string, address: string) => {
      provider.person(subject, { email: address, email_verified: true })
      const { url, binder } = (await aStranger().post(`${path}/begin`)).body.data
      return { ...(await provider.visit(url)), binder }
    }
    const complete = async (body: object) => (await aStranger().post(`${path}/complete`, body)).status
    const first = await returned('of events', email)
    expect([await complete(first), await complete(first)]).toEqual([200, 401])
    expect(await complete(await returned('of events', email))).toBe(200)
    const subject = 'users.completeExternal'
    expect(await recorded()).toMatchObject([
      event('identityChanged', { account_id: id, subject }),
      event('signedIn', { account_id: id, subject }),
      event('signInFailed', { account_id: null, subject, code: 'users.externalRefused' }),
      event('signedIn', { account_id: id, subject })
    ])
  })

  it('by signing up and being confirmed is one each', async () => {
    const email = 'events@staff.example.com'
    const person = { firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
    await aStranger().post('/api/Authorization/sign-up', { email, password: aPassword, ...person })
    const [signedUp] = await recorded()
    const { id } = await test.services.db('users.accounts').where({ email }).first('id')
    expect(signedUp).toMatchObject(event('signedUp', { account_id: null, target_id: id, subject: 'users.signUp' }))
    expect((await staff.post(`/api/Admin/Users/${id}/confirm`, { roleId: 1, ...person })).status).toBe(200)
    expect((await recorded()).at(-1)).toMatchObject(
      event('accessChanged', { account_id: staff.accountId, target_id: id, subject: 'users.confirm' })
    )
  })
})

describe('every command about accounts', () => {
  /** Those that change no way into an account, or record an event by themselves where they do. */
  const others = [
    // where the role or the e-mail changes, above
    'fleet.editDriver',
    'users.editUser',
    // where it has opened a session or linked an identity, above
    'users.completeExternal',
    'users.resume',
    'companies.resendInvitation',
    'users.inviteAdminAgain',
    'users.beginExternal',
    'users.beginSecondFactor',
    // the caller's own sessions
    'users.endOwnSession',
    'users.renew',
    'users.signOut',
    'users.signOutEverywhere'
  ]

  it('is a security event, or is known to be none', () => {
    const all = modules.flatMap(({ commands = [] }) => commands)
    const ofAccounts = all
      .filter(
        command =>
          command.name.startsWith('users.') ||
          ('resource' in command && ['users.account', 'fleet.driver'].includes(command.resource.subjectType))
      )
      .map(({ name }) => name)
    expect(ofAccounts.length).toBeGreaterThan(25)
    const reported = reportedCommands()
    expect(ofAccounts.filter(name => !reported.includes(name)).sort()).toEqual(others.sort())
  })
})
