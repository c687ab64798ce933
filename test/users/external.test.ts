/** Signing in by an identity provider of one's own: oidc-provider, with each thing that can be wrong with its answer. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, type SettingsFault } from '../../config/settings.ts'
import { hashPassword } from '../../src/kernel/access/passwords.ts'
import { anApp, officeHost, portalHost, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount } from '../helper/factories.ts'
import { aProvider, type ProviderPerson, type TestProvider } from './fixtures/provider.ts'

const path = '/api/Authorization/external'
let provider: TestProvider
let test: TestApp
beforeAll(async () => {
  provider = await aProvider(['http://admin.localhost:3000/authorization', 'http://localhost:3000/authorization'])
  const { issuer, clientId, clientSecret } = provider
  test = await anApp({
    ROLES: 'web',
    ADMIN_URL: 'http://admin.localhost:3000',
    PORTAL_URL: 'http://localhost:3000',
    OIDC_OFFICE_ISSUER: issuer,
    OIDC_OFFICE_CLIENT_ID: clientId,
    OIDC_OFFICE_CLIENT_SECRET: clientSecret,
    OIDC_PORTAL_ISSUER: issuer,
    OIDC_PORTAL_CLIENT_ID: clientId,
    OIDC_PORTAL_CLIENT_SECRET: clientSecret
  })
})
afterAll(async () => {
  await test.close()
  await provider.close()
})
afterEach(() => provider.forge(undefined))

let made = 0
const next = (): number => {
  made += 1
  return made
}
const email = (): string => `person${next()}@provider.example.com`
const browser = (host = officeHost) => test.nobody({ host, from: `10.4.0.${1 + (next() % 250)}` })

async function begin(host = officeHost) {
  const { body } = await browser(host).post(`${path}/begin`)
  return body.data as { url: string; binder: string }
}
const complete = (returned: object, host = officeHost) => browser(host).post(`${path}/complete`, returned)

/** A whole sign-in; what it answered. */
async function signIn(subject: string, claims: ProviderPerson, host = officeHost) {
  provider.person(subject, claims)
  const { url, binder } = await begin(host)
  return complete({ ...(await provider.visit(url)), binder }, host)
}
const verified = (address: string): ProviderPerson => ({ email: address, email_verified: true })
const identitiesOf = (accountId: number) => test.services.db('users.identities').where({ account_id: accountId })

describe('the beginning', () => {
  it('leads to the provider with PKCE, a state and a nonce, back to the address of the setting', async () => {
    const { url, binder } = await begin()
    const asked = new URL(url)
    const query = Object.fromEntries(asked.searchParams)
    expect(asked.origin).toBe(provider.issuer)
    expect(query).toMatchObject({
      client_id: 'opony',
      response_type: 'code',
      redirect_uri: 'http://admin.localhost:3000/authorization',
      code_challenge_method: 'S256',
      scope: 'openid email profile'
    })
    for (const secret of [query.state, query.nonce, query.code_challenge, binder])
      expect(secret?.length).toBeGreaterThan(30)
    const kept = JSON.stringify(await test.services.db('users.external_sign_ins'))
    expect([kept.includes(query.state as string), kept.includes(binder)]).toEqual([false, false])
  })

  it('is offered where the setting names a provider, and is nowhere else', async () => {
    expect((await browser().get(path)).body.data).toEqual({ isOffered: true })
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
    const account = await anAccount(test.services.db, { email: email().toUpperCase() })
    const subject = `subject-${next()}`
    const first = await signIn(subject, verified(account.email.toLowerCase()))
    expect([first.status, first.body.data.role]).toEqual([200, 1])
    const authorization = { authorization: `Bearer ${first.body.data.accessToken}` }
    expect((await browser().get('/api/Authorization/userinfo', authorization)).body.data.id).toBe(account.id)
    expect((await signIn(subject, { email: 'another@example.com', email_verified: false })).body.data.role).toBe(1)
    expect(await identitiesOf(account.id)).toHaveLength(1)
  })

  it.each([
    ['an unverified e-mail', { email_verified: false }],
    ['an e-mail of which the provider says nothing', {}],
    ['an e-mail that is said to be verified by a text', { email_verified: 'true' as unknown as boolean }]
  ])('with %s joins no account', async (_, said) => {
    const account = await anAccount(test.services.db, { email: email() })
    const { body } = await signIn(`subject-${next()}`, { email: account.email, ...said })
    expect(body).toMatchObject({ status: 409, code: 'users.externalTaken' })
    expect(await identitiesOf(account.id)).toEqual([])
  })

  it('leaves no password to whoever signed up with its e-mail before it, in the time of passwords at sign-up', async () => {
    const address = email()
    const password = 'A-strangers-choice-9'
    const names = { firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
    await browser().post('/api/Authorization/sign-up', { email: address, password, ...names })
    const byPassword = () => browser().post('/api/Authorization/sign-in', { email: address, password })
    const kept = { password_hash: await hashPassword(password) }
    await test.services.db('users.accounts').where({ email: address }).update(kept)
    const stranger = (await byPassword()).body.data.accessToken
    expect((await signIn(`subject-${next()}`, verified(address))).status).toBe(200)
    expect((await byPassword()).status).toBe(401)
    const authorization = { authorization: `Bearer ${stranger}` }
    expect((await browser().get('/api/Authorization/userinfo', authorization)).status).toBe(401)
  })

  it('joins no account whose second factor is on', async () => {
    const account = await anAccount(test.services.db, { email: email() })
    const factor = { account_id: account.id, secret: 'of nobody', confirmed_at: new Date(), created_at: new Date() }
    await test.services.db('users.second_factors').insert(factor)
    expect((await signIn(`subject-${next()}`, verified(account.email))).body.code).toBe('users.externalTaken')
  })

  it('without an account waits as not confirmed, with its names, and works once it is confirmed', async () => {
    const [address, subject] = [email(), `subject-${next()}`]
    const claims = { ...verified(address), given_name: 'Ola', family_name: 'Zewnętrzna' }
    const { status, body } = await signIn(subject, claims)
    expect([status, body.data.role]).toEqual([200, null])
    const staff = await test.signedInAs('ADMIN')
    const waiting = (await staff.get('/api/Admin/Users/not-confirmed?limit=1000')).body.data
    const person = waiting.find((one: { email: string }) => one.email === address)
    expect(person).toMatchObject({ firstName: 'Ola', lastName: 'Zewnętrzna' })
    await staff.post(`/api/Admin/Users/${person.id}/confirm`, { roleId: 5 })
    expect((await signIn(subject, claims)).body.data.role).toBe(5)
  })

  it('of two returns at once makes one account', async () => {
    const [address, subject] = [email(), `subject-${next()}`]
    provider.person(subject, verified(address))
    const both = await Promise.all(
      [1, 2].map(async () => {
        const { url, binder } = await begin()
        return { ...(await provider.visit(url)), binder }
      })
    )
    const statuses = (await Promise.all(both.map(one => complete(one)))).map(({ status }) => status)
    expect(statuses).toEqual([200, 200])
    expect(await test.services.db('users.accounts').where({ email: address })).toHaveLength(1)
  })

  it('of a client signs in on the portal, and not in the back office; an unknown one is asked to register', async () => {
    const company = await aCompany(test.services.db)
    const given = {
      role: 'CLIENT_ADMIN',
      companyId: company.id,
      departmentId: company.departmentId,
      email: email()
    } as const
    const account = await anAccount(test.services.db, given)
    expect((await signIn(`subject-${next()}`, verified(account.email))).body.code).toBe('users.externalOther')
    expect((await signIn(`subject-${next()}`, verified(account.email), portalHost)).body.data.role).toBe(2)
    expect((await signIn(`subject-${next()}`, verified(email()), portalHost)).body.code).toBe('users.externalUnknown')
    expect((await signIn(`subject-${next()}`, {})).body.code).toBe('users.externalUnknown')
  })

  it('of an erased person is a stranger’s', async () => {
    const account = await anAccount(test.services.db, { email: email() })
    const subject = `subject-${next()}`
    await signIn(subject, verified(account.email))
    const staff = await test.signedInAs((await anAccount(test.services.db)).id)
    await staff.call('DELETE', `/api/Admin/Users/admins/${account.id}`)
    expect(await identitiesOf(account.id)).toEqual([])
    expect((await signIn(subject, verified(account.email))).body.data.role).toBeNull()
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
    const account = await anAccount(test.services.db, { email: email() })
    provider.forge(change)
    expect((await signIn(`subject-${next()}`, verified(account.email))).body).toMatchObject({
      status: 401,
      code: 'users.externalRefused'
    })
    expect(await test.services.db('users.sessions').where({ account_id: account.id })).toEqual([])
    provider.forge(claims => claims)
    expect((await signIn(`subject-${next()}`, verified(account.email))).status).toBe(200)
  })

  it('after the keys were rotated is accepted at once; signed by keys that are not the provider’s it is not', async () => {
    const account = await anAccount(test.services.db, { email: email() })
    const subject = `subject-${next()}`
    expect((await signIn(subject, verified(account.email))).status).toBe(200)
    await provider.rotateKeys()
    expect((await signIn(subject, verified(account.email))).status).toBe(200)
    await provider.signByOthers()
    expect((await signIn(subject, verified(account.email))).body.code).toBe('users.externalRefused')
    await provider.rotateKeys()
    expect((await signIn(subject, verified(account.email))).status).toBe(200)
  })

  it('is good once, for ten minutes, for the browser that began, on its host', async () => {
    const account = await anAccount(test.services.db, { email: email() })
    provider.person(`subject-${next()}`, verified(account.email))
    const visited = async () => {
      const { url, binder } = await begin()
      return { ...(await provider.visit(url)), binder }
    }
    const refused = { status: 401, code: 'users.externalRefused' }
    const first = await visited()
    expect((await complete({ ...first, binder: 'of another browser' })).body).toMatchObject(refused)
    expect((await complete(first, portalHost)).body).toMatchObject(refused)
    expect((await complete({ ...first, state: 'of another sign-in' })).body).toMatchObject(refused)
    const attempts = await Promise.all([complete(first), complete(first)])
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 401])
    const old = await visited()
    test.clock.now = new Date(Date.now() + 11 * 60_000)
    expect((await complete(old)).body).toMatchObject(refused)
    test.clock.now = new Date()
  })

  it('with another code is refused', async () => {
    provider.person(`subject-${next()}`, verified(email()))
    const { url, binder } = await begin()
    expect((await complete({ ...(await provider.visit(url)), code: 'guessed', binder })).body.code).toBe(
      'users.externalRefused'
    )
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
