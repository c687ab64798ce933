/** Signing in by an identity provider of one's own: oidc-provider, with each thing that can be wrong with its answer. */

import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, type SettingsFault } from '../../config/settings.ts'
import { encrypted } from '../../modules/users/second-factor/factor.ts'
import { codeAt, stepAt } from '../../modules/users/second-factor/totp.ts'
import { hashPassword } from '../../src/kernel/access/passwords.ts'
import { anApp, officeHost, type Person, portalHost, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, aPassword } from '../helper/factories.ts'
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
    OIDC_OFFICE_ACR: 'urn:example:two',
    OIDC_PORTAL_ISSUER: issuer,
    OIDC_PORTAL_CLIENT_ID: clientId,
    OIDC_PORTAL_CLIENT_SECRET: clientSecret
  })
  await test.begin()
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

  it('is unlinked by its owner, whose other sessions end, once there is a password; the provider signs in nobody then', async () => {
    const account = await anAccount(test.services.db, { email: email() })
    const subject = `subject-${next()}`
    await signIn(subject, verified(account.email))
    const [owner, elsewhere] = [await test.signedInAs(account.id), await test.signedInAs(account.id)]
    const credentials = '/api/Authorization/credentials'
    const { identities, ...rest } = (await owner.get(credentials)).body.data
    expect([identities.length, identities[0].issuer, rest]).toEqual([
      1,
      provider.issuer,
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
    expect(await identitiesOf(account.id)).toEqual([])
  })

  it('without a password beside it is not unlinked by its owner, but by an administrator, who sends a link by that', async () => {
    const account = await anAccount(test.services.db, { email: email(), password: null })
    await signIn(`subject-${next()}`, verified(account.email))
    const owner = await test.signedInAs(account.id)
    await test.services.db('users.sessions').where({ account_id: account.id }).update({ created_at: test.clock.now })
    expect((await owner.post('/api/Authorization/credentials/unlink', {})).body.code).toBe('users.noPassword')
    const staff = await test.signedInAs('ADMIN')
    const url = `/api/Admin/Users/${account.id}/identities/unlink`
    expect((await staff.post(url)).status).toBe(200)
    expect((await owner.get('/api/Authorization/userinfo')).status).toBe(401)
    expect(await identitiesOf(account.id)).toEqual([])
    const jobs = await test.services.db('queue.job').select('data')
    expect(jobs.map(({ data }) => data)).toContainEqual({ email: account.email, purpose: 'invitation' })
    expect((await staff.post(url)).status).toBe(409)
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

describe('an account whose second factor is on', () => {
  /** Linked before the factor was set up; the secret of its app. */
  async function aProtected() {
    const account = await anAccount(test.services.db, { email: email() })
    const subject = `subject-${next()}`
    await signIn(subject, verified(account.email))
    const secret = randomBytes(20)
    const factor = {
      secret: encrypted(secret, test.services.settings),
      confirmed_at: new Date(),
      created_at: new Date()
    }
    await test.services.db('users.second_factors').insert({ account_id: account.id, ...factor })
    const code = (away = 0): string => codeAt(secret, stepAt(test.clock.now) + away)
    return { account, subject, code }
  }
  /** The first step: what the code is sent with. */
  async function begun(subject: string, address: string) {
    provider.person(subject, verified(address))
    const { url, binder } = await begin()
    const { body } = await complete({ ...(await provider.visit(url)), binder })
    return { ticket: body.data.ticket as string, binder, accessToken: body.data.accessToken }
  }
  const sendCode = (given: object, host = officeHost) => browser(host).post(`${path}/code`, given)

  it('is asked for its own code, where the provider says of none; wrong ones are refused, and the right one is good once', async () => {
    const { account, subject, code } = await aProtected()
    const { accessToken, ...waiting } = await begun(subject, account.email)
    expect(accessToken).toBeUndefined()
    expect((await sendCode({ ...waiting, code: '000000' })).body).toMatchObject({
      status: 401,
      code: 'users.codeWrong'
    })
    const right = { ...waiting, code: code() }
    for (const other of [{ binder: 'of another browser' }, { ticket: 'of another sign-in' }])
      expect((await sendCode({ ...right, ...other })).body.code).toBe('users.externalRefused')
    expect((await sendCode(right, portalHost)).body.code).toBe('users.externalRefused')
    const both = await Promise.all([sendCode(right), sendCode(right)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await sendCode({ ...waiting, code: code(1) })).body.code).toBe('users.externalRefused')
  })

  it('waits for the code for five minutes', async () => {
    const { account, subject, code } = await aProtected()
    const { accessToken: _, ...waiting } = await begun(subject, account.email)
    test.clock.now = new Date(Date.now() + 6 * 60_000)
    expect((await sendCode({ ...waiting, code: code() })).body.code).toBe('users.externalRefused')
    test.clock.now = new Date()
  })

  it.each([
    ['two methods of different kinds', { amr: ['pwd', 'otp'] }, true],
    ['several factors', { amr: ['mfa'] }, true],
    ['the acr of the setting', { acr: 'urn:example:two' }, true],
    ['one method', { amr: ['pwd'] }, false],
    ['two methods of one kind', { amr: ['pwd', 'pin'] }, false],
    ['another acr', { acr: 'urn:example:one' }, false],
    ['a text in place of a list', { amr: 'mfa' }, false]
  ])('is asked for no code where the provider says %s', async (_what, said, isEnough) => {
    const { account, subject } = await aProtected()
    provider.forge(claims => ({ ...claims, ...said }))
    const { accessToken, ticket } = await begun(subject, account.email)
    expect([accessToken !== undefined, ticket === undefined]).toEqual([isEnough, isEnough])
  })

  it('is asked of the provider by the acr of the setting', async () => {
    expect(new URL((await begin()).url).searchParams.get('acr_values')).toBe('urn:example:two')
  })
})

describe('an installation that asks administrators for a second factor', () => {
  it('takes the provider’s in place of one’s own, for the session that it was asked in', async () => {
    const { issuer, clientId, clientSecret } = provider
    const strict = await anApp({
      ROLES: 'web',
      ADMIN_URL: 'http://admin.localhost:3000',
      SECOND_FACTOR: 'admins',
      OIDC_OFFICE_ISSUER: issuer,
      OIDC_OFFICE_CLIENT_ID: clientId,
      OIDC_OFFICE_CLIENT_SECRET: clientSecret
    })
    await strict.begin()
    try {
      const account = await anAccount(strict.services.db, { email: email() })
      const subject = `subject-${next()}`
      const admins = async (claims: object) => {
        provider.forge(given => ({ ...given, ...claims }))
        provider.person(subject, verified(account.email))
        const nobody = strict.nobody({ host: officeHost, from: `10.5.0.${next() % 250}` })
        const { url, binder } = (await nobody.post(`${path}/begin`)).body.data
        const { data } = (await nobody.post(`${path}/complete`, { ...(await provider.visit(url)), binder })).body
        const authorization = { authorization: `Bearer ${data.accessToken}` }
        const info = (await nobody.get('/api/Authorization/userinfo', authorization)).body.data
        return [(await nobody.get('/api/Admin/Users/admins', authorization)).status, info.needsSecondFactor]
      }
      expect(await admins({ amr: ['pwd'] })).toEqual([403, true])
      expect(await admins({ amr: ['pwd', 'hwk', 'mfa'] })).toEqual([200, false])
    } finally {
      await strict.close()
    }
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
