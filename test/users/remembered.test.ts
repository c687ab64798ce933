/** Browsers that stay signed in: who may, how the secret changes with each use, what a copy of it does, and what ends it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweep } from '../../modules/users/sweep.ts'
import { type SecurityKind, securityKinds } from '../../src/kernel/security/kinds.ts'
import { anApp, officeHost, portalHost, type TestApp } from '../helper/app.ts'
import { type AnAccount, aCompany, anAccount, aPassword } from '../helper/factories.ts'

const day = 24 * 3_600_000
const sessions = '/api/Authorization/sessions'
const fresh = 'Krzesło pod oknem 27'
let test: TestApp
let account: AnAccount
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.begin()
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.now = new Date('2026-11-22T08:00:00Z')
  const { id: companyId, departmentId } = await aCompany(test.services.db)
  account = await anAccount(test.services.db, { role: 'CLIENT', companyId, departmentId })
})

const later = (ms: number): void => {
  test.clock.now = new Date(test.clock.now.getTime() + ms)
}
const signIn = async (more: object = { remember: true }, who = account.email, host = portalHost) => {
  const given = { email: who, password: aPassword, ...more }
  return (await test.nobody({ host }).post('/api/Authorization/sign-in', given)).body.data
}
const resume = async (remembered: string, host = portalHost) => {
  const { status, body } = await test.nobody({ host }).post('/api/Authorization/resume', { remembered })
  expect(status).toBe(200)
  return body.data
}
const nobody = { token: null, remembered: null }
const by = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` })
const opens = async (accessToken: string) => (await test.nobody().get(sessions, by(accessToken))).status === 200
async function eventsOf(kind: SecurityKind): Promise<number> {
  await test.services.security.flush()
  const found = await test.services
    .db('audit.security_events')
    .where({ account_id: account.id, kind: securityKinds[kind] })
  return found.length
}

describe('a browser that stays signed in', () => {
  it('begins its next session, as the same person, after the first has ended, with the secret that was answered last', async () => {
    let { remembered } = await signIn()
    for (let turn = 0; turn < 3; turn++) {
      later(20 * day)
      const next = await resume(remembered)
      expect(next.token.role).toBe(4)
      const { body } = await test.nobody().get('/api/Authorization/userinfo', by(next.token.accessToken))
      expect(body.data.email).toBe(account.email)
      expect(next.remembered).not.toBe(remembered)
      remembered = next.remembered
    }
  })

  it('is one only if a client has asked for it, on the portal', async () => {
    expect((await signIn({})).remembered).toBeUndefined()
    expect((await signIn({ remember: false })).remembered).toBeUndefined()
    const staff = await anAccount(test.services.db)
    const { accessToken, remembered } = await signIn({ remember: true }, staff.email, officeHost)
    expect([typeof accessToken, remembered]).toEqual(['string', undefined])
    const driver = await anAccount(test.services.db, { role: 'DRIVER' })
    expect((await signIn({ remember: true }, driver.email)).remembered).toBeUndefined()
    expect(await resume((await signIn()).remembered, officeHost)).toEqual(nobody)
  })

  it('is forgotten after thirty days without use, and ninety days after the password was typed', async () => {
    const unused = (await signIn()).remembered
    later(30 * day + 1000)
    expect(await resume(unused)).toEqual(nobody)
    let { remembered } = await signIn()
    for (let turn = 0; turn < 3; turn++) {
      later(29 * day)
      remembered = (await resume(remembered)).remembered
    }
    later(4 * day)
    expect(await resume(remembered)).toEqual(nobody)
  })

  it('has its secret in the database as a hash', async () => {
    const [id, secret] = (await signIn()).remembered.split('.')
    const row = await test.services.db('users.remembered').where({ id }).first()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row.secret_hash).toMatch(/^[\w-]{43}$/)
  })

  it.each(['', 'nothing', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.${'a'.repeat(43)}`])(
    'is not one by %j',
    async remembered => {
      const { status, body } = await test.nobody().post('/api/Authorization/resume', { remembered })
      if (remembered === '') expect(status).toBe(400)
      else expect(body.data).toEqual(nobody)
    }
  )

  it('loses nothing by an answer that is lost on the way', async () => {
    const { remembered } = await signIn()
    await resume(remembered)
    const again = await resume(remembered)
    expect((await resume(again.remembered)).token).not.toBeNull()
  })
})

describe('a copied secret', () => {
  it('ends the browser and its sessions once both have used it, whoever was first; the owner is told', async () => {
    const { remembered } = await signIn()
    const owner = await resume(remembered)
    const copy = await resume(remembered)
    expect(await opens(copy.token.accessToken)).toBe(true)
    expect(await resume(owner.remembered)).toEqual(nobody)
    expect([await opens(owner.token.accessToken), await opens(copy.token.accessToken)]).toEqual([false, false])
    expect(await resume(copy.remembered)).toEqual(nobody)
    const { rows } = await test.services.db.raw(
      `select data->>'notice' as notice from queue.job where name = 'users.notice' and data->>'accountId' = ?`,
      [String(account.id)]
    )
    expect(rows).toEqual([{ notice: 'browserCopied' }])
  })

  it('of an earlier turn, too', async () => {
    const first = (await signIn()).remembered
    const second = (await resume(first)).remembered
    const third = (await resume(second)).remembered
    expect(await resume(first)).toEqual(nobody)
    expect(await resume(third)).toEqual(nobody)
  })
})

describe('a browser no longer stays signed in', () => {
  it('after signing out in any of its tabs; another one of the account does', async () => {
    const [here, elsewhere] = [await signIn(), await signIn()]
    const tab = await resume(here.remembered)
    await test.nobody().post('/api/Authorization/sign-out', undefined, by(tab.token.accessToken))
    expect(await resume(tab.remembered)).toEqual(nobody)
    expect(await opens(here.accessToken)).toBe(false)
    expect((await resume(elsewhere.remembered)).token).not.toBeNull()
  })

  it('after the password was changed, in the browser itself, too, whose session goes on', async () => {
    const { accessToken, remembered } = await signIn()
    const given = { oldPassword: aPassword, newPassword: fresh }
    const { status } = await test.nobody().call('PUT', '/api/Authorization/password', given, by(accessToken))
    expect(status).toBe(200)
    expect(await resume(remembered)).toEqual(nobody)
    expect(await opens(accessToken)).toBe(true)
    const { body } = await test.nobody().get(sessions, by(accessToken))
    expect(body.data).toMatchObject([{ isCurrent: true, staysUntil: null }])
  })

  it('after the account was deactivated, and not even if that has forgotten it', async () => {
    const { remembered } = await signIn()
    await test.services.db('users.accounts').where({ id: account.id }).update({ deactivated_at: test.clock.now })
    expect(await resume(remembered)).toEqual(nobody)
    await test.services.db('users.accounts').where({ id: account.id }).update({ deactivated_at: null })
    expect(await resume(remembered)).toEqual(nobody)
  })

  it('after an administrator has ended all sessions, or this one', async () => {
    const staff = await test.signedInAs('ADMIN')
    const path = `/api/Admin/Users/${account.id}/sessions`
    const one = await signIn()
    const [row] = (await staff.get(path)).body.data
    expect((await staff.post(`${path}/end`, { sessionId: row.id })).status).toBe(200)
    expect([await resume(one.remembered), await opens(one.accessToken)]).toEqual([nobody, false])
    const all = await signIn()
    await staff.post(`${path}/end`, {})
    expect([await resume(all.remembered), await opens(all.accessToken)]).toEqual([nobody, false])
  })
})

describe('the list of sessions', () => {
  it('has the browser once, however many tabs it has, and says until when; it is ended there', async () => {
    const first = await signIn()
    const tab = await resume(first.remembered)
    const other = await signIn({})
    const list = async () => (await test.nobody().get(sessions, by(other.accessToken))).body.data
    const [browser] = (await list()).filter(({ staysUntil }: { staysUntil: string | null }) => staysUntil !== null)
    expect(await list()).toHaveLength(2)
    expect(browser).toMatchObject({ isCurrent: false, staysUntil: '2026-12-22T08:00:00.000Z' })
    expect((await test.nobody().get(sessions, by(tab.token.accessToken))).body.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: browser.id, isCurrent: true })])
    )
    await test.nobody().post(`${sessions}/end`, { id: browser.id }, by(other.accessToken))
    expect(await list()).toHaveLength(1)
    expect([await resume(tab.remembered), await opens(tab.token.accessToken)]).toEqual([nobody, false])
  })

  it('ends no browser of another account', async () => {
    const mine = await signIn()
    const stranger = await test.signedInAs('CLIENT')
    const [id] = mine.remembered.split('.')
    expect((await stranger.post(`${sessions}/end`, { id })).status).toBe(404)
    expect((await resume(mine.remembered)).token).not.toBeNull()
  })
})

it('a session that a browser has begun by itself is a sign-in in the security events, and its old rows are swept', async () => {
  const { remembered } = await signIn()
  const before = await eventsOf('signedIn')
  await resume(remembered)
  expect(await eventsOf('signedIn')).toBe(before + 1)
  const [id] = remembered.split('.')
  await sweep(test.services.db, new Date(test.clock.now.getTime() + 400 * day))
  expect(await test.services.db('users.remembered').where({ id })).toEqual([])
})
