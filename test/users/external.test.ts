/** Signing in by an identity provider of one's own: oidc-provider, with each thing that can be wrong with its answer. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, type SettingsFault } from '../../config/settings.ts'
import { hashPassword } from '../../src/kernel/access/passwords.ts'
import { anApp, officeHost, type Person, portalHost } from '../helper/app.ts'
import { aCompany, anAccount, aPassword } from '../helper/factories.ts'
import { anExternalFixture, type ExternalFixture, email, next, path, verified } from './fixtures/external.ts'

let fixture: ExternalFixture
beforeAll(async () => {
  fixture = await anExternalFixture()
})
afterAll(() => fixture.close())
afterEach(() => fixture.provider.forge(undefined))

describe('the beginning', () => {
  it('leads to the provider with PKCE, a state and a nonce, back to the address of the setting', async () => {
    const { url, binder } = await fixture.begin()
    const asked = new URL(url)
    const query = Object.fromEntries(asked.searchParams)
    expect(asked.origin).toBe(fixture.provider.issuer)
    expect(query).toMatchObject({
      client_id: 'opony',
      response_type: 'code',
      redirect_uri: 'http://admin.localhost:3000/authorization',
      code_challenge_method: 'S256',
      scope: 'openid email profile'
    })
    for (const secret of [query.state, query.nonce, query.code_challenge, binder])
      expect(secret?.length).toBeGreaterThan(30)
    const kept = JSON.stringify(await fixture.test.services.db('users.external_sign_ins'))
    expect([kept.includes(query.state as string), kept.includes(binder)]).toEqual([false, false])
  })

  it('is offered where the setting names a provider, and is nowhere else', async () => {
    expect((await fixture.browser().get(path)).body.data).toEqual({ isOffered: true })
    const without = await anApp({ ROLES: 'web' })
    try {
      const nobody = without.nobody({ host: officeHost })
      expect((await nobody.get(path)).body.data).toEqual({ isOffered: false })
      expect((await nobody.post(`${path}/begin`)).status).toBe(404)
    } finally {
      await without.close()
    }
  })
})

describe('an identity', () => {
  it('with a verified e-mail joins its account, and is the same account when the e-mail has changed', async () => {
    const account = await anAccount(fixture.test.services.db, { email: email().toUpperCase() })
    const subject = `subject-${next()}`
    const first = await fixture.signIn(subject, verified(account.email.toLowerCase()))
    expect([first.status, first.body.data.role]).toEqual([200, 1])
    const authorization = { authorization: `Bearer ${first.body.data.accessToken}` }
    expect((await fixture.browser().get('/api/Authorization/userinfo', authorization)).body.data.id).toBe(account.id)
    expect(
      (await fixture.signIn(subject, { email: 'another@example.com', email_verified: false })).body.data.role
    ).toBe(1)
    expect(await fixture.identitiesOf(account.id)).toHaveLength(1)
  })

  it.each([
    ['an unverified e-mail', { email_verified: false }],
    ['an e-mail of which the provider says nothing', {}],
    ['an e-mail that is said to be verified by a text', { email_verified: 'true' as unknown as boolean }]
  ])('with %s joins no account', async (_, said) => {
    const account = await anAccount(fixture.test.services.db, { email: email() })
    const { body } = await fixture.signIn(`subject-${next()}`, { email: account.email, ...said })
    expect(body).toMatchObject({ status: 409, code: 'users.externalTaken' })
    expect(await fixture.identitiesOf(account.id)).toEqual([])
  })

  it('removes the password of an older sign-up with its e-mail', async () => {
    const address = email()
    const password = 'A-strangers-choice-9'
    const names = { firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
    await fixture.browser().post('/api/Authorization/sign-up', { email: address, password, ...names })
    const byPassword = () => fixture.browser().post('/api/Authorization/sign-in', { email: address, password })
    const kept = { password_hash: await hashPassword(password) }
    await fixture.test.services.db('users.accounts').where({ email: address }).update(kept)
    const stranger = (await byPassword()).body.data.accessToken
    expect((await fixture.signIn(`subject-${next()}`, verified(address))).status).toBe(200)
    expect((await byPassword()).status).toBe(401)
    const authorization = { authorization: `Bearer ${stranger}` }
    expect((await fixture.browser().get('/api/Authorization/userinfo', authorization)).status).toBe(401)
  })

  it('joins no account whose second factor is on', async () => {
    const account = await anAccount(fixture.test.services.db, { email: email() })
    const factor = { account_id: account.id, secret: 'of nobody', confirmed_at: new Date(), created_at: new Date() }
    await fixture.test.services.db('users.second_factors').insert(factor)
    expect((await fixture.signIn(`subject-${next()}`, verified(account.email))).body.code).toBe('users.externalTaken')
  })

  it('without an account waits as not confirmed, with its names, and works once it is confirmed', async () => {
    const [address, subject] = [email(), `subject-${next()}`]
    const claims = { ...verified(address), given_name: 'Ola', family_name: 'Zewnętrzna' }
    const { status, body } = await fixture.signIn(subject, claims)
    expect([status, body.data.role]).toEqual([200, null])
    const staff = await fixture.test.signedInAs('ADMIN')
    const waiting = (await staff.get('/api/Admin/Users/not-confirmed?limit=1000')).body.data
    const person = waiting.find((one: { email: string }) => one.email === address)
    expect(person).toMatchObject({ firstName: 'Ola', lastName: 'Zewnętrzna' })
    await staff.post(`/api/Admin/Users/${person.id}/confirm`, { roleId: 5 })
    expect((await fixture.signIn(subject, claims)).body.data.role).toBe(5)
  })

  it('of two simultaneous returns makes one account', async () => {
    const [address, subject] = [email(), `subject-${next()}`]
    fixture.provider.person(subject, verified(address))
    const both = await Promise.all(
      [1, 2].map(async () => {
        const { url, binder } = await fixture.begin()
        return { ...(await fixture.provider.visit(url)), binder }
      })
    )
    const statuses = (await Promise.all(both.map(one => fixture.complete(one)))).map(({ status }) => status)
    expect(statuses).toEqual([200, 200])
    expect(await fixture.test.services.db('users.accounts').where({ email: address })).toHaveLength(1)
  })

  it('of a client signs in on the portal, and not in the back office; an unknown one is asked to register', async () => {
    const company = await aCompany(fixture.test.services.db)
    const given = {
      role: 'CLIENT_ADMIN',
      companyId: company.id,
      departmentId: company.departmentId,
      email: email()
    } as const
    const account = await anAccount(fixture.test.services.db, given)
    expect((await fixture.signIn(`subject-${next()}`, verified(account.email))).body.code).toBe('users.externalOther')
    expect((await fixture.signIn(`subject-${next()}`, verified(account.email), portalHost)).body.data.role).toBe(2)
    expect((await fixture.signIn(`subject-${next()}`, verified(email()), portalHost)).body.code).toBe(
      'users.externalUnknown'
    )
    expect((await fixture.signIn(`subject-${next()}`, {})).body.code).toBe('users.externalUnknown')
  })

  it('is unlinked by its owner, whose other sessions end, once there is a password; the provider signs in nobody then', async () => {
    const account = await anAccount(fixture.test.services.db, { email: email() })
    const subject = `subject-${next()}`
    await fixture.signIn(subject, verified(account.email))
    const [owner, elsewhere] = [await fixture.test.signedInAs(account.id), await fixture.test.signedInAs(account.id)]
    const credentials = '/api/Authorization/credentials'
    const { identities, ...rest } = (await owner.get(credentials)).body.data
    expect([identities.length, identities[0].issuer, rest]).toEqual([
      1,
      fixture.provider.issuer,
      { hasPassword: true, passwordMin: 12 }
    ])
    const unlink = (who: Person, body: object) => who.post(`${credentials}/unlink`, body)
    expect((await unlink(owner, {})).body.Errors[0].PropertyName).toBe('password')
    expect((await unlink(owner, { password: aPassword })).status).toBe(200)
    expect([(await elsewhere.get(credentials)).status, (await owner.get(credentials)).body.data.identities]).toEqual([
      401,
      []
    ])
    expect((await unlink(owner, { password: aPassword })).body.code).toBe('users.noIdentity')
    expect(await fixture.identitiesOf(account.id)).toEqual([])
  })

  it('without a password beside it is not unlinked by its owner, but by an administrator, who sends a link by that', async () => {
    const account = await anAccount(fixture.test.services.db, { email: email(), password: null })
    await fixture.signIn(`subject-${next()}`, verified(account.email))
    const owner = await fixture.test.signedInAs(account.id)
    await fixture.test.services
      .db('users.sessions')
      .where({ account_id: account.id })
      .update({ created_at: fixture.test.clock.now })
    expect((await owner.post('/api/Authorization/credentials/unlink', {})).body.code).toBe('users.noPassword')
    const staff = await fixture.test.signedInAs('ADMIN')
    const url = `/api/Admin/Users/${account.id}/identities/unlink`
    expect((await staff.post(url)).status).toBe(200)
    expect((await owner.get('/api/Authorization/userinfo')).status).toBe(401)
    expect(await fixture.identitiesOf(account.id)).toEqual([])
    const jobs = await fixture.test.services.db('queue.job').select('data')
    expect(jobs.map(({ data }) => data)).toContainEqual({ email: account.email, purpose: 'invitation' })
    expect((await staff.post(url)).status).toBe(409)
  })

  it('of an erased person is a stranger’s', async () => {
    const account = await anAccount(fixture.test.services.db, { email: email() })
    const subject = `subject-${next()}`
    await fixture.signIn(subject, verified(account.email))
    const staff = await fixture.test.signedInAs((await anAccount(fixture.test.services.db)).id)
    await staff.call('DELETE', `/api/Admin/Users/admins/${account.id}`)
    expect(await fixture.identitiesOf(account.id)).toEqual([])
    expect((await fixture.signIn(subject, verified(account.email))).body.data.role).toBeNull()
  })
})

describe('what the provider has sent back', () => {
  const hour = 3_600
  it.each([
    ['another audience', (claims: object) => ({ ...claims, aud: 'somebody else' })],
    ['another nonce', (claims: object) => ({ ...claims, nonce: 'of another sign-in' })],
    ['no nonce', (claims: object) => ({ ...claims, nonce: undefined })],
    ['an expiry that is over', (claims: object) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - hour })],
    ['no expiry', (claims: object) => ({ ...claims, exp: undefined })],
    ['another issuer', (claims: object) => ({ ...claims, iss: 'https://evil.example.com' })]
  ])('with %s is refused, and signs nobody in', async (_, change) => {
    const account = await anAccount(fixture.test.services.db, { email: email() })
    fixture.provider.forge(change)
    expect((await fixture.signIn(`subject-${next()}`, verified(account.email))).body).toMatchObject({
      status: 401,
      code: 'users.externalRefused'
    })
    expect(await fixture.test.services.db('users.sessions').where({ account_id: account.id })).toEqual([])
    fixture.provider.forge(claims => claims)
    expect((await fixture.signIn(`subject-${next()}`, verified(account.email))).status).toBe(200)
  })

  it('after the keys were rotated is accepted at once; signed by keys that are not the provider’s it is not', async () => {
    const account = await anAccount(fixture.test.services.db, { email: email() })
    const subject = `subject-${next()}`
    expect((await fixture.signIn(subject, verified(account.email))).status).toBe(200)
    await fixture.provider.rotateKeys()
    expect((await fixture.signIn(subject, verified(account.email))).status).toBe(200)
    await fixture.provider.signByOthers()
    expect((await fixture.signIn(subject, verified(account.email))).body.code).toBe('users.externalRefused')
    await fixture.provider.rotateKeys()
    expect((await fixture.signIn(subject, verified(account.email))).status).toBe(200)
  })

  it('is good once, for ten minutes, for the browser that began, on its host', async () => {
    const account = await anAccount(fixture.test.services.db, { email: email() })
    fixture.provider.person(`subject-${next()}`, verified(account.email))
    const visited = async () => {
      const { url, binder } = await fixture.begin()
      return { ...(await fixture.provider.visit(url)), binder }
    }
    const refused = { status: 401, code: 'users.externalRefused' }
    const first = await visited()
    expect((await fixture.complete({ ...first, binder: 'of another browser' })).body).toMatchObject(refused)
    expect((await fixture.complete(first, portalHost)).body).toMatchObject(refused)
    expect((await fixture.complete({ ...first, state: 'of another sign-in' })).body).toMatchObject(refused)
    const attempts = await Promise.all([fixture.complete(first), fixture.complete(first)])
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 401])
    const old = await visited()
    fixture.test.clock.now = new Date(Date.now() + 11 * 60_000)
    expect((await fixture.complete(old)).body).toMatchObject(refused)
    fixture.test.clock.now = new Date()
  })

  it('with an unknown code is refused', async () => {
    fixture.provider.person(`subject-${next()}`, verified(email()))
    const { url, binder } = await fixture.begin()
    expect(
      (await fixture.complete({ ...(await fixture.provider.visit(url)), code: 'guessed', binder })).body.code
    ).toBe('users.externalRefused')
  })
})

describe('a provider that does not answer', () => {
  it('leaves signing in by the password, and says that it is not there', async () => {
    const alone = await anApp({
      ROLES: 'web',
      OIDC_OFFICE_ISSUER: 'http://127.0.0.1:9',
      OIDC_OFFICE_CLIENT_ID: 'opony'
    })
    try {
      const { status, headers } = await alone.nobody({ host: officeHost }).post(`${path}/begin`)
      expect([status, headers['retry-after']]).toEqual([503, '10'])
    } finally {
      await alone.close()
    }
  })
})

describe('the settings', () => {
  const faults = (env: Record<string, string>): string[] => {
    try {
      readSettings(env)
      return []
    } catch (error) {
      return (error as SettingsFault).faults.map(({ name }) => name)
    }
  }

  it.each([
    [{ OIDC_OFFICE_ISSUER: 'https://login.example.com' }, ['OIDC_OFFICE_CLIENT_ID']],
    [{ OIDC_PORTAL_ISSUER: 'http://login.example.com', OIDC_PORTAL_CLIENT_ID: 'opony' }, ['OIDC_PORTAL_ISSUER']],
    [{ OIDC_PORTAL_ISSUER: 'http://127.0.0.1:9000', OIDC_PORTAL_CLIENT_ID: 'opony' }, []],
    [{ OIDC_OFFICE_ISSUER: 'https://login.example.com', OIDC_OFFICE_CLIENT_ID: 'opony' }, []]
  ])('%j have the faults %j', (env, expected) => expect(faults(env)).toEqual(expected))
})
