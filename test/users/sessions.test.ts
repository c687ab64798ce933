import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { endSessions } from '../../modules/users/public.ts'
import { sweep } from '../../modules/users/sweep.ts'
import type { Role } from '../../src/contract/roles.ts'
import { anApp, officeHost, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, aPassword } from '../helper/factories.ts'

let opony: TestApp
let port: number
beforeAll(async () => {
  opony = await anApp()
  await opony.app.listen({ port: 0, host: '127.0.0.1' })
  port = (opony.app.server.address() as AddressInfo).port
})
afterAll(() => opony.close())

const me = '/api/Authorization/userinfo'
const post = (token: string, verb: string) =>
  opony.nobody().post(`/api/Authorization/${verb}`, undefined, { authorization: `Bearer ${token}` })
const opens = async (token: string) => (await opony.nobody().get(me, { authorization: `Bearer ${token}` })).status

async function signedIn(email: string): Promise<string> {
  const answer = await opony
    .nobody({ host: officeHost })
    .post('/api/Authorization/sign-in', { email, password: aPassword })
  return answer.body.data.accessToken
}

describe('a session', () => {
  test('is renewed by a new token that lives another 15 minutes, and never past 12 hours', async () => {
    const { email } = await anAccount(opony.services.db)
    const begun = opony.clock.now
    let token = await signedIn(email)
    try {
      for (let minutes = 10; minutes < 12 * 60; minutes += 10) {
        opony.clock.now = new Date(begun.getTime() + minutes * 60_000)
        const { status, body } = await post(token, 'renew')
        expect(status).toBe(200)
        const end = Math.min(opony.clock.now.getTime() + 15 * 60_000, begun.getTime() + 12 * 3_600_000)
        expect(body.data).toEqual({ accessToken: expect.any(String), expiresAt: new Date(end).toISOString(), role: 1 })
        token = body.data.accessToken
      }
      opony.clock.now = new Date(begun.getTime() + 12 * 3_600_000 + 1000)
      expect(await opens(token)).toBe(401)
    } finally {
      opony.clock.now = begun
    }
  })

  test('a token that has run out says so, and opens nothing', async () => {
    const token = await signedIn((await anAccount(opony.services.db)).email)
    const begun = opony.clock.now
    opony.clock.now = new Date(begun.getTime() + 15 * 60_000 + 6_000)
    const { status, body } = await opony.nobody().get(me, { authorization: `Bearer ${token}` })
    opony.clock.now = begun
    expect([status, body.code]).toEqual([401, 'kernel.expired'])
  })

  test('sign-out ends this session and no other', async () => {
    const { email } = await anAccount(opony.services.db)
    const [here, there] = [await signedIn(email), await signedIn(email)]
    expect((await post(here, 'sign-out')).status).toBe(200)
    expect([await opens(here), await opens(there)]).toEqual([401, 200])
    expect((await post(here, 'renew')).status).toBe(401)
  })

  test('sign-out everywhere ends all of the account, and nobody else’s', async () => {
    const { email } = await anAccount(opony.services.db)
    const other = await opony.signedInAs('ADMIN')
    const [here, there] = [await signedIn(email), await signedIn(email)]
    expect((await post(here, 'sign-out-everywhere')).status).toBe(200)
    expect([await opens(here), await opens(there), await opens(other.token)]).toEqual([401, 401, 200])
  })

  test.each(['renew', 'sign-out', 'sign-out-everywhere'])('%s wants somebody signed in', async verb => {
    expect((await opony.nobody().post(`/api/Authorization/${verb}`)).status).toBe(401)
  })
})

describe('what an account may is read at each request', () => {
  const changed = (id: number, to: object) => opony.services.db('users.accounts').where({ id }).update(to)

  test('deactivation, a taken role and a missing phone count at the next call', async () => {
    const admin = await opony.signedInAs('ADMIN')
    const pages = async () => (await admin.get('/api/ui/pages')).status
    expect(await pages()).toBe(200)
    await changed(admin.accountId, { deactivated_at: new Date() })
    expect(await pages()).toBe(403)
    await changed(admin.accountId, { deactivated_at: null, confirmed_at: null })
    expect(await pages()).toBe(403)
    expect((await admin.get(me)).body.data.role).toBeNull()
    await changed(admin.accountId, { confirmed_at: new Date(), phone: '  ' })
    expect(await pages()).toBe(403)
    await changed(admin.accountId, { phone: '501502503' })
    expect(await pages()).toBe(200)
  })

  const lacks: [string, object, boolean][] = [
    ['a company that is not verified', { verified: false }, false],
    ['a company that is not active', { active: false }, false],
    ['a company without a place', { place: false }, false],
    ['a company with an active place', {}, true]
  ]
  test.each(lacks)('a client of %s', async (_what, given, complete) => {
    const company = await aCompany(opony.services.db, given)
    const client = await opony.signedInAs('CLIENT_ADMIN', { companyId: company.id })
    const { data } = (await client.get(me)).body
    expect(data).toMatchObject({
      role: 2,
      isActivated: true,
      hasAllRequiredData: complete,
      companyId: company.id,
      country: 1,
      hasReceptionPlace: company.placeId !== undefined
    })
  })

  test.each(['ADMIN', 'CLIENT_ADMIN', 'DRIVER', 'CLIENT', 'SERVICE_TECHNICAN'] satisfies Role[])(
    '%s is told its own role',
    async role => {
      const person = await opony.signedInAs(role)
      const codes = { ADMIN: 1, CLIENT_ADMIN: 2, DRIVER: 3, CLIENT: 4, SERVICE_TECHNICAN: 5 }
      expect((await person.get(me)).body.data.role).toBe(codes[role])
    }
  )
})

describe('sockets', () => {
  async function seated(token: string): Promise<WebSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/hub`)
    await once(socket, 'open')
    const ready = once(socket, 'message')
    socket.send(JSON.stringify({ token }))
    expect(JSON.parse(String((await ready)[0]))).toMatchObject({ kind: 'ready' })
    return socket
  }

  test('of the account close as soon as its sessions end, long before the next look at all of them, and of another account stay', async () => {
    const [one, two] = [await opony.signedInAs('ADMIN'), await opony.signedInAs('ADMIN')]
    const [socket, other] = [await seated(one.token), await seated(two.token)]
    const closed = once(socket, 'close')
    const begun = performance.now()
    expect((await one.post('/api/Authorization/sign-out-everywhere')).status).toBe(200)
    expect((await closed)[0]).toBe(4401)
    // all sockets are looked at once a minute
    expect(performance.now() - begun).toBeLessThan(30_000)
    expect(other.readyState).toBe(WebSocket.OPEN)
    other.terminate()
  })

  test('close for who ends the sessions of an account from another process', async () => {
    const person = await opony.signedInAs('ADMIN')
    const socket = await seated(person.token)
    const closed = once(socket, 'close')
    const { services, clock } = opony
    await services.db.transaction(trx => endSessions(trx, person.accountId, clock.now))
    expect((await closed)[0]).toBe(4401)
  })

  test.each([
    ['a forged token', 'a.b.c'],
    ['no text', 7],
    ['nothing', undefined]
  ])('%s gets no connection to the hub', async (_what, token) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/hub`)
    await once(socket, 'open')
    socket.send(JSON.stringify({ token }))
    expect((await once(socket, 'close'))[0]).toBe(4401)
  })
})

test('what nobody can use any more is swept away', async () => {
  const { services, clock } = opony
  const { db } = services
  await db('users.guesses').insert({ key: 'old', failures: 1, last_at: new Date(clock.now.getTime() - 25 * 3_600_000) })
  await db('users.guesses').insert({ key: 'new', failures: 1, last_at: clock.now })
  const person = await opony.signedInAs('ADMIN')
  const old = { expires_at: new Date(clock.now.getTime() - 31 * 24 * 3_600_000) }
  const gone = await opony.signedInAs('ADMIN')
  await db('users.sessions').where({ account_id: gone.accountId }).update(old)
  await sweep(db, clock.now)
  expect(await db('users.guesses').whereIn('key', ['old', 'new']).pluck('key')).toEqual(['new'])
  expect(await db('users.sessions').where({ account_id: gone.accountId })).toEqual([])
  expect(await opens(person.token)).toBe(200)
})
