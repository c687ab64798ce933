/** Nobody gets into an account by a mailbox that is not theirs: what strangers leave in an account before its mailbox is proved is worth nothing. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { down, up } from '../../migrations/110_proved_mailboxes.ts'
import { changePerson } from '../../modules/users/public.ts'
import { signUpMs } from '../../modules/users/rules.ts'
import { expireSignUps } from '../../modules/users/sign-ups.ts'
import { makeAdministrator } from '../../src/kernel/access/make-administrator.ts'
import { hashPassword } from '../../src/kernel/access/passwords.ts'
import { anApp, officeHost, type Person, portalHost, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { aCompany, anAccount, aPassword } from '../helper/factories.ts'

const strangersPassword = 'A-strangers-choice-9'
const ownPassword = 'The-owners-choice-9'
let test: TestApp
let mailbox: Mailbox
let staff: Person
beforeAll(async () => {
  mailbox = await aMailbox()
  test = await anApp({ MAIL_URL: mailbox.url, ADMIN_URL: 'https://admin.example.com' })
  await test.begin()
  staff = await test.signedInAs((await anAccount(test.services.db)).id)
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
})

/** The rule, as one question to the database. An identity may wait unproved: confirming deletes it. */
afterEach(async () => {
  const { rows } = await test.services.db.raw(`
    select a.email from users.accounts a where a.mailbox_proved_at is null and (a.password_hash is not null
      or exists (select from users.second_factors f where f.account_id = a.id)
      or a.confirmed_at is not null and exists (select from users.identities i where i.account_id = a.id))`)
  expect(rows).toEqual([])
})

let made = 0
const anAddress = (): string => {
  made += 1
  return `boss${made}@example.com`
}
const nobody = (host = officeHost) => test.nobody({ host, from: `10.7.0.${made}` })
const signUp = async (email: string): Promise<number> => {
  const person = { email, password: strangersPassword, firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
  expect((await nobody().post('/api/Authorization/sign-up', person)).status).toBe(202)
  return (await account(email)).id
}
const account = (email: string) => test.services.db('users.accounts').where({ email }).first()
const signIn = async (email: string, password: string, host = officeHost) => {
  const { status, body } = await nobody(host).post('/api/Authorization/sign-in', { email, password })
  return [status, body.data?.role ?? null]
}
const tokenIn = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? ''
const setPassword = (text: string, password = ownPassword) =>
  nobody().post('/api/Authorization/SetNewPassword/setNewPassword', {
    token: tokenIn(text),
    password,
    passwordConfirm: password
  })
const promote = (email: string) => makeAdministrator.of(test.services.extensions)(test.services, email, true)
const confirm = (id: number) => staff.post(`/api/Admin/Users/${id}/confirm`, { userId: id, roleId: 1 })

describe('a stranger who signs up with the boss’s e-mail and a password', () => {
  it('cannot sign in, before and after the server’s owner makes the account an administrator; the link’s reader can', async () => {
    const email = anAddress()
    await signUp(email)
    expect(await signIn(email, strangersPassword)).toEqual([401, null])
    const made = await promote(email)
    expect(made).toMatchObject({ kind: 'invited', isSent: true })
    expect(await signIn(email, strangersPassword)).toEqual([401, null])
    const letter = await mailbox.to(email)
    expect(made.kind === 'invited' && tokenIn(made.link)).toBe(tokenIn(letter.text))
    expect((await setPassword(letter.text)).status).toBe(200)
    expect([await signIn(email, strangersPassword), await signIn(email, ownPassword)]).toEqual([
      [401, null],
      [200, 1]
    ])
    expect(await promote(email)).toMatchObject({ kind: 'canSignIn' })
    expect(await signIn(email, ownPassword)).toEqual([200, 1])
  })

  it('cannot sign in when an administrator confirms it either; the mailbox’s owner can, by the letter', async () => {
    const email = anAddress()
    const id = await signUp(email)
    expect((await confirm(id)).status).toBe(200)
    expect(await signIn(email, strangersPassword)).toEqual([401, null])
    expect((await setPassword((await mailbox.to(email)).text)).status).toBe(200)
    expect([await signIn(email, strangersPassword), await signIn(email, ownPassword)]).toEqual([
      [401, null],
      [200, 1]
    ])
  })

  it.each(['promoted', 'confirmed'])(
    'from before passwords were dropped at sign-up loses the password when %s, with every session, factor and identity',
    async how => {
      const email = anAddress()
      const id = await signUp(email)
      const { db } = test.services
      await db('users.accounts')
        .where({ id })
        .update({ password_hash: await hashPassword(strangersPassword) })
      expect(await signIn(email, strangersPassword)).toEqual([200, null])
      const inside = await test.signedInAs(id)
      const now = new Date()
      await db('users.second_factors').insert({ account_id: id, secret: 'x', confirmed_at: now, created_at: now })
      await db('users.identities').insert({ issuer: 'https://id', subject: email, account_id: id, created_at: now })
      if (how === 'promoted') await promote(email)
      else await confirm(id)
      expect((await inside.get('/api/Authorization/userinfo')).status).toBe(401)
      expect(await signIn(email, strangersPassword)).toEqual([401, null])
      expect(await db('users.identities').where({ account_id: id })).toEqual([])
      await mailbox.to(email)
    }
  )

  it('leaves no second factor to who proves the mailbox by a link', async () => {
    const { db } = test.services
    const { id, email } = await anAccount(db, { role: null })
    await db('users.accounts').where({ id }).update({ mailbox_proved_at: null })
    const now = new Date()
    await db('users.second_factors').insert({ account_id: id, secret: 'x', confirmed_at: now, created_at: now })
    await nobody().post('/api/Authorization/forgot-password', { email })
    expect((await setPassword((await mailbox.to(email)).text)).status).toBe(200)
    expect(await signIn(email, ownPassword)).toEqual([200, null])
  })
})

describe('whoever has proved the mailbox', () => {
  it('keeps the password when confirmed or made an administrator, and gets no link', async () => {
    const { db } = test.services
    const [waiting, technician] = [
      await anAccount(db, { role: null }),
      await anAccount(db, { role: 'SERVICE_TECHNICAN' })
    ]
    expect((await confirm(waiting.id)).status).toBe(200)
    expect(await promote(technician.email)).toMatchObject({ kind: 'canSignIn' })
    expect(await signIn(waiting.email, aPassword)).toEqual([200, 1])
    expect(await signIn(technician.email, aPassword)).toEqual([200, 1])
    // the letter says that the account is confirmed; it has no link that sets a password
    const { text } = await mailbox.to(waiting.email)
    expect(text).toContain('/authorization')
    expect(text).not.toMatch(/setnewpassword/i)
    const { data } = (await staff.get(`/api/Admin/Users/admins/${technician.id}/history`)).body
    expect(data[0].statusDescription).toBe('Na serwerze nadano rolę administratora')
  })

  it('loses its credentials when the e-mail changes: a driver is invited anew', async () => {
    const { services, clock } = test
    const { id } = await anAccount(services.db, { role: 'DRIVER' })
    const email = anAddress()
    const person = { firstName: 'Jan', lastName: 'Kierowca', phone: '501502503', email }
    await services.db.transaction(trx =>
      changePerson({ trx, services, now: clock.now, securityEvent: () => undefined }, id, person)
    )
    expect(await signIn(email, aPassword)).toEqual([401, null])
    expect((await setPassword((await mailbox.to(email)).text)).status).toBe(200)
    expect(await signIn(email, ownPassword)).toEqual([200, 3])
  })
})

describe('accounts from before mailboxes were proved', () => {
  it('count as proved where a link was used, an identity is linked or others added them; nobody loses a password', async () => {
    const { db } = test.services
    const company = await aCompany(db)
    const event = (code: string, id: number) =>
      db('kernel.changes').insert({ at: new Date(), resource_type: 'users.account', subject_id: id, version: 1, code })
    const added = await anAccount(db)
    const client = await anAccount(db, { role: 'CLIENT', companyId: company.id })
    const invited = await anAccount(db, { password: null })
    const [signedUp, byLink, linked] = [await anAccount(db), await anAccount(db), await anAccount(db)]
    for (const { id } of [signedUp, byLink, linked]) await event('users.signUp', id)
    await event('users.setNewPassword', byLink.id)
    const identity = { issuer: 'https://id', subject: 'linked', account_id: linked.id, created_at: new Date() }
    await db('users.identities').insert(identity)
    const before = await db('users.accounts').orderBy('id').pluck('password_hash')
    const trx = await db.transaction()
    try {
      await down(trx)
      await up(trx)
      expect(await trx('users.accounts').orderBy('id').pluck('password_hash')).toEqual(before)
      const isProved = async ({ id }: { id: number }) =>
        (await trx('users.accounts').where({ id }).first()).mailbox_proved_at !== null
      for (const proved of [added, client, byLink, linked]) expect(await isProved(proved)).toBe(true)
      for (const unproved of [invited, signedUp]) expect(await isProved(unproved)).toBe(false)
    } finally {
      await trx.rollback()
    }
  })
})

describe('a sign-up', () => {
  it('is rejected by an administrator: the data are erased, the e-mail is free, and history says so', async () => {
    const email = anAddress()
    const id = await signUp(email)
    expect((await staff.call('DELETE', `/api/Admin/Users/not-confirmed/${id}`)).status).toBe(200)
    expect(await account(email)).toBeUndefined()
    expect((await staff.call('DELETE', `/api/Admin/Users/not-confirmed/${id}`)).status).toBe(404)
    expect((await confirm(id)).status).toBe(404)
    const changes = await test.services.db('kernel.changes').where({ resource_type: 'users.account', subject_id: id })
    expect(changes.map(({ code }) => code)).toEqual(['users.signUp', 'users.rejectSignUp'])
    expect(JSON.stringify(changes)).not.toContain('Lis')
    expect(await signUp(email)).not.toBe(id)
  })

  it('cannot be used to reject who is confirmed, or a client’s user', async () => {
    const company = await aCompany(test.services.db)
    const client = await anAccount(test.services.db, { role: 'CLIENT', companyId: company.id, confirmedAt: null })
    for (const id of [staff.accountId, client.id])
      expect((await staff.call('DELETE', `/api/Admin/Users/not-confirmed/${id}`)).status).toBe(404)
  })

  it('that nobody confirms is erased after 7 days, and not before', async () => {
    const email = anAddress()
    const id = await signUp(email)
    const { services, clock } = test
    const begun = clock.now
    clock.now = new Date(begun.getTime() + signUpMs - 60_000)
    await expireSignUps(services)
    expect(await account(email)).toMatchObject({ id })
    clock.now = new Date(begun.getTime() + signUpMs + 60_000)
    await expireSignUps(services)
    clock.now = begun
    expect(await account(email)).toBeUndefined()
    expect(await services.db('kernel.changes').where({ subject_id: id, code: 'users.signUpExpired' })).toHaveLength(1)
  })

  it('gives way to an invitation: of an administrator, of a driver, and of a client who registers', async () => {
    const [boss, driver, client] = [anAddress(), anAddress(), anAddress()]
    for (const email of [boss, driver, client]) await signUp(email)
    expect((await staff.post('/api/Admin/Users/AddAdmin', { email: boss.toUpperCase() })).status).toBe(201)
    const person = { firstName: 'Jan', lastName: 'Kierowca', phone: '501502503', email: driver }
    expect((await staff.post('/api/Admin/Users/AddDriver', person)).status).toBe(201)
    const { id: companyId, departmentId } = await aCompany(test.services.db)
    const contact = { firstName: 'Ola', lastName: 'Zielna', email: client, phone: '501502503' }
    const invited = await staff.post('/api/InvitedUsers', { ...contact, companyId, departmentId })
    expect(invited.status).toBe(201)
    expect((await setPassword((await mailbox.to(client)).text)).status).toBe(200)
    expect(await signIn(client, ownPassword, portalHost)).toEqual([200, 2])
    expect(await account(driver)).toMatchObject({ role: 3 })
    const { rows } = await test.services.db.raw(
      `select count(*)::int as n from kernel.changes where code = 'users.signUpReplaced'`
    )
    expect(rows[0].n).toBe(3)
  })

  it('is refused where the setting says so, in the caller’s language', async () => {
    const closed = await anApp({ ROLES: 'web', STAFF_SIGN_UP: 'false' })
    try {
      const person = { email: anAddress(), firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
      const ask = (language: string) =>
        closed.nobody().post('/api/Authorization/sign-up', person, { 'accept-language': language })
      const { status, body } = await ask('en')
      expect([status, body.code, body.detail]).toEqual([
        403,
        'users.signUpClosed',
        'Staff accounts are created by administrators. Ask one of them for an invitation.'
      ])
      expect(await closed.services.db('users.accounts').where({ email: person.email })).toEqual([])
    } finally {
      await closed.close()
    }
  })
})
