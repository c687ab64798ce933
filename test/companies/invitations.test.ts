/** Invitations through a real SMTP server: in the receiver's language, good once, and the use of one ends all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { aPeopleFixture, type PeopleFixture } from './fixtures/people.ts'

let mailbox: Mailbox
let test: TestApp
let fixture: PeopleFixture
beforeAll(async () => {
  mailbox = await aMailbox()
  test = await anApp({
    MAIL_URL: mailbox.url,
    PORTAL_URL: 'https://portal.example.com',
    ADMIN_URL: 'https://admin.example.com',
    PASSWORD_MIN: '8'
  })
  await test.begin()
  fixture = await aPeopleFixture(test)
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
})

let made = 0
const someone = (companyId: number) => {
  made += 1
  return { companyId, email: `guest${made}@example.com`, firstName: 'Jan', lastName: 'Lis' }
}
const password = 'A-better-one-9'
const tokenIn = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? ''
const choose = (token: string) =>
  fixture.test
    .nobody({ from: `10.7.0.${made}` })
    .post('/api/Authorization/SetNewPassword/setNewPassword', { token, password, passwordConfirm: password })
const signIn = (email: string) =>
  fixture.test.nobody({ from: `10.8.0.${made}` }).post('/api/Authorization/sign-in', { email, password })

describe('an invitation', () => {
  it('comes by e-mail; its link sets a password, and the account is no longer shown as invited', async () => {
    const { company, admin } = await fixture.staffed()
    const person = someone(company.id)
    const data = await fixture.invite(admin, person)
    const { subject, text } = await mailbox.to(person.email)
    expect(text).toContain('https://portal.example.com/setnewPassword#token=')
    expect(subject).toMatch(/^Opony: zaproszenie do firmy Opony \d+ sp\. z o\.o\.$/)
    expect((await signIn(person.email)).status).toBe(401)
    expect((await choose(tokenIn(text))).status).toBe(200)
    const signedIn = await signIn(person.email)
    expect(signedIn.body.data.role).toBe(4)
    const bearer = { authorization: `Bearer ${signedIn.body.data.accessToken}` }
    const me = (await fixture.test.nobody().get('/api/Authorization/userinfo', bearer)).body.data
    expect(me).toMatchObject({ companyId: company.id, isActivated: true })
    expect(await fixture.row(data.id)).toMatchObject({ isInvitationInProgress: false, isActive: true })
    expect((await choose(tokenIn(text))).body.code).toBe('users.linkExpired')
  })

  it('writes the company’s name in one line', async () => {
    const { company, admin } = await fixture.staffed()
    const person = someone(company.id)
    const name = 'Guma:\nhttps://portal.example.com/evil\n<b>Syn</b>'
    await fixture.test.services.db('companies.companies').where({ id: company.id }).update({ name })
    await admin.post('/api/InvitedUsers', person)
    const { subject, text, html } = await mailbox.to(person.email)
    expect(subject).toBe('Opony: zaproszenie do firmy Guma: https://portal.example.com/evil <b>Syn</b>')
    expect(text).toContain('w imieniu firmy Guma: https://portal.example.com/evil <b>Syn</b> odbioru')
    expect(html).toContain('&lt;b&gt;Syn&lt;/b&gt;')
    expect(html).not.toContain('href="https://portal.example.com/evil')
  })

  it.each([
    ['de', /Einladung von/, 'Sie sind eingeladen'],
    ['cs', /pozvánka do firmy/, 'byli jste pozváni']
  ])('of a client administrator is written in the language of its portal: %s', async (language, subject, words) => {
    const { company, admin } = await fixture.staffed()
    const person = someone(company.id)
    await admin.post('/api/InvitedUsers', person, { 'accept-language': language })
    const email = await mailbox.to(person.email)
    expect(email.subject).toMatch(subject)
    expect(email.text).toContain(words)
  })

  it.each([
    [1, 'zaproszenie'],
    [2, 'Einladung'],
    [3, 'pozvánka'],
    [4, 'kutse'],
    [5, 'pozvánka']
  ])('of the staff is written in the language of the company’s country: %i', async (country, word) => {
    const { company } = await fixture.staffed()
    await fixture.test.services.db('companies.companies').where({ id: company.id }).update({ country })
    const person = someone(company.id)
    await fixture.staff.post('/api/InvitedUsers', person)
    expect((await mailbox.to(person.email)).subject).toContain(word)
  })

  it('is sent again to one person five times a day, and no more', async () => {
    const { company, admin } = await fixture.staffed()
    const person = someone(company.id)
    await admin.post('/api/InvitedUsers', person)
    const resend = async () => (await admin.post('/api/InvitedUsers/resending', { email: person.email })).status
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push(await resend())
    expect(statuses).toEqual([...Array(5).fill(200), 429])
    const then = fixture.test.clock.now
    fixture.test.clock.now = new Date(then.getTime() + 25 * 3_600_000)
    expect(await resend()).toBe(200)
    fixture.test.clock.now = then
  })

  it('is sent 200 times an hour by one account, and another account is not limited by it', async () => {
    const [busy, other] = [(await fixture.staffed()).admin, (await fixture.staffed()).admin]
    const statuses = new Set<number>()
    for (let n = 0; n < 200; n++) statuses.add((await busy.post('/api/InvitedUsers', {})).status)
    expect([...statuses]).toEqual([400])
    expect((await busy.post('/api/InvitedUsers', {})).status).toBe(429)
    expect((await other.post('/api/InvitedUsers', {})).status).toBe(400)
  })

  it('that is sent again leaves the older link; one that is taken back ends both', async () => {
    const { company, admin } = await fixture.staffed()
    const person = someone(company.id)
    const data = await fixture.invite(admin, person)
    const first = tokenIn((await mailbox.to(person.email)).text)
    expect((await admin.post('/api/InvitedUsers/resending', { email: person.email })).status).toBe(200)
    const second = tokenIn((await mailbox.to(person.email)).text)
    expect(second).not.toBe(first)
    const isValid = async (token: string): Promise<boolean> =>
      (await fixture.test.nobody().get('/api/Authorization/SetNewPassword/link', { 'link-token': token })).body.data
        .valid
    expect([await isValid(first), await isValid(second)]).toEqual([true, true])
    expect((await admin.call('DELETE', `/api/InvitedUsers/${data.id}`)).status).toBe(200)
    for (const token of [first, second]) expect((await choose(token)).body.code).toBe('users.linkExpired')
  })

  it('is good for seven days, and history says that it was sent again', async () => {
    const { company, admin } = await fixture.staffed()
    const person = someone(company.id)
    const data = await fixture.invite(admin, person)
    await mailbox.to(person.email)
    await admin.post('/api/InvitedUsers/resending', { email: person.email })
    const late = tokenIn((await mailbox.to(person.email)).text)
    const said = (await admin.get(`/api/Admin/Users/${data.id}/history`)).body.data
    expect(said.map(({ statusDescription }: { statusDescription: string }) => statusDescription)).toEqual([
      'Ponownie wysłano zaproszenie',
      'Zaproszono użytkownika'
    ])
    const now = fixture.test.clock.now
    fixture.test.clock.now = new Date(now.getTime() + 7 * 24 * 3_600_000 + 1000)
    expect((await choose(late)).body.code).toBe('users.linkExpired')
    fixture.test.clock.now = now
  })
})
