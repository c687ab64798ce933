/** The owner of an account is told of each change of what it is signed in with, in the own language, at the mailbox that was proved. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Notice, sendNotice } from '../../modules/users/notices.ts'
import { changePerson } from '../../modules/users/public.ts'
import { decrypted } from '../../modules/users/second-factor/factor.ts'
import { codeAt, stepAt } from '../../modules/users/second-factor/totp.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { aCompany, anAccount, aPassword } from '../helper/factories.ts'

let test: TestApp
let mailbox: Mailbox
let staff: Person
beforeAll(async () => {
  mailbox = await aMailbox()
  test = await anApp({
    MAIL_URL: mailbox.url,
    ADMIN_URL: 'https://admin.example.com',
    PORTAL_URL: 'https://portal.example.com'
  })
  await test.begin()
  staff = await test.signedInAs((await anAccount(test.services.db)).id)
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
})

const fresh = 'Krzesło pod oknem 27'
const factor = '/api/Authorization/second-factor'
const codeOf = async (accountId: number, away = 0): Promise<string> => {
  const { secret } = await test.services.db('users.second_factors').where({ account_id: accountId }).first()
  return codeAt(decrypted(secret, test.services.settings) as Buffer, stepAt(test.clock.now) + away)
}

describe('a letter comes', () => {
  it('after the own password was changed', async () => {
    const { id, email } = await anAccount(test.services.db)
    const person = await test.signedInAs(id)
    await person.put('/api/Authorization/password', { oldPassword: aPassword, newPassword: fresh })
    const { subject, text } = await mailbox.to(email)
    expect(subject).toBe('Opony: zmieniono hasło')
    expect(text).toContain(email)
    expect(text).toContain('Jeśli nie, od razu ustaw nowe hasło')
    expect(text).toMatch(/Strona logowania:\r?\nhttps:\/\/admin\.example\.com\/authorization/)
    expect(text).not.toMatch(/token|Krzes|Correct/)
  })

  it('after a second factor was turned on, its codes were renewed, and it was turned off', async () => {
    const { id, email } = await anAccount(test.services.db)
    const person = await test.signedInAs(id)
    const subjects: string[] = []
    await person.post(factor, { password: aPassword })
    for (const [step, away] of [
      ['confirm', -1],
      ['recovery-codes', 0],
      ['remove', 1]
    ] as const) {
      expect((await person.post(`${factor}/${step}`, { code: await codeOf(id, away) })).status).toBe(200)
      subjects.push((await mailbox.to(email)).subject)
    }
    expect(subjects).toEqual([
      'Opony: włączono weryfikację dwuetapową',
      'Opony: nowe kody odzyskiwania',
      'Opony: wyłączono weryfikację dwuetapową'
    ])
  })

  it('after an administrator reset the second factor, or unlinked an identity', async () => {
    const { db } = test.services
    const { id, email } = await anAccount(db)
    const now = new Date()
    await db('users.second_factors').insert({ account_id: id, secret: 'x', confirmed_at: now, created_at: now })
    await staff.post(`/api/Admin/Users/${id}/second-factor/reset`)
    expect((await mailbox.to(email)).text).toContain('administrator zresetował')
    await db('users.identities').insert({ issuer: 'https://id', subject: email, account_id: id, created_at: now })
    await staff.post(`/api/Admin/Users/${id}/identities/unlink`)
    expect((await mailbox.to(email)).subject).toBe('Opony: odłączono konto firmowe')
  })

  it('to the former mailbox after the e-mail has changed, which does not name the new one', async () => {
    const { services, clock } = test
    const { id, email } = await anAccount(services.db, { role: 'DRIVER' })
    const person = { firstName: 'Jan', lastName: 'Kierowca', phone: '501502503', email: 'jan.nowy@example.com' }
    await services.db.transaction(trx =>
      changePerson({ trx, services, now: clock.now, securityEvent: () => undefined }, id, person)
    )
    const { subject, text } = await mailbox.to(email)
    expect(subject).toBe('Opony: zmieniono adres e-mail konta')
    expect(text).not.toContain('jan.nowy')
    // there is no account any more for which that mailbox could set a password
    expect([text.includes('od razu daj nam znać'), text.includes('nowe hasło')]).toEqual([true, false])
    expect((await mailbox.to(person.email)).text).toContain('token=')
  })

  it('after somebody was confirmed who can sign in already; and of a first password none does', async () => {
    const { db } = test.services
    const waiting = await anAccount(db, { role: null })
    await staff.post(`/api/Admin/Users/${waiting.id}/confirm`, { roleId: 5 })
    const { subject, text } = await mailbox.to(waiting.email)
    expect([subject, text.includes('Jeśli nie')]).toEqual(['Opony: konto zatwierdzone', false])
    const added = 'first.password@example.com'
    await staff.post('/api/Admin/Users/AddAdmin', { email: added })
    const token = /token=([\w-]+)/.exec((await mailbox.to(added)).text)?.[1]
    const chosen = { token, password: fresh, passwordConfirm: fresh }
    await test.nobody().post('/api/Authorization/SetNewPassword/setNewPassword', chosen)
    const { rows } = await db.raw(
      `select count(*)::int as n from queue.job
      where name = 'users.notice' and data->>'accountId' = (select id::text from users.accounts where email = ?)`,
      [added]
    )
    expect(rows[0].n).toBe(0)
  })
})

describe('each letter', () => {
  const notices: readonly Notice[] = [
    ...(['passwordChanged', 'factorOn', 'factorOff', 'factorReset', 'codesRenewed', 'emailChanged'] as const),
    ...(['identityLinked', 'identityUnlinked', 'confirmed', 'browserCopied'] as const)
  ]
  it.each([
    [1, 'listopada'],
    [2, 'November'],
    [3, 'November'],
    [4, 'novembra'],
    [5, 'november'],
    [6, 'listopadu']
  ])('speaks language %i of the account, says when in Warsaw, and leads to its host', async (language, month) => {
    const { db } = test.services
    const company = await aCompany(db)
    const { id, email } = await anAccount(db, { role: 'CLIENT', companyId: company.id, language })
    const subjects = new Set<string>()
    for (const notice of notices) {
      await sendNotice(test.services, { accountId: id, notice, at: '2026-11-23T08:15:00.000Z' })
      const { subject, text } = await mailbox.to(email)
      subjects.add(subject)
      expect(text).toMatch(new RegExp(`23.*${month}.*2026.*9:15`))
      expect(text).toContain(email)
      expect(text.includes('https://portal.example.com/authorization')).toBe(notice !== 'emailChanged')
      expect(text).not.toMatch(/\{|users\.notice/)
    }
    expect(subjects.size).toBe(notices.length)
  })

  it('to an erased person is not sent', async () => {
    const { id } = await anAccount(test.services.db)
    await test.services.db('users.accounts').where({ id }).update({ erased_at: new Date() })
    const before = mailbox.kept.length
    await sendNotice(test.services, { accountId: id, notice: 'passwordChanged', at: new Date().toISOString() })
    expect(mailbox.kept).toHaveLength(before)
  })
})
