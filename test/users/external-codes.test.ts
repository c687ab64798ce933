/** Signing in by an identity provider, where a second factor is asked for: the account's own, or the provider's. */
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { encrypted } from '../../modules/users/second-factor/factor.ts'
import { codeAt, stepAt } from '../../modules/users/second-factor/totp.ts'
import { anApp, officeHost, portalHost } from '../helper/app.ts'
import { anAccount } from '../helper/factories.ts'
import { anExternalFixture, type ExternalFixture, email, next, path, verified } from './fixtures/external.ts'

let fixture: ExternalFixture
beforeAll(async () => {
  fixture = await anExternalFixture()
})
afterAll(() => fixture.close())
afterEach(() => fixture.provider.forge(undefined))

describe('an account whose second factor is on', () => {
  /** Linked before the factor was set up; the secret of its app. */
  async function aProtected() {
    const account = await anAccount(fixture.test.services.db, { email: email() })
    const subject = `subject-${next()}`
    await fixture.signIn(subject, verified(account.email))
    const secret = randomBytes(20)
    const factor = {
      secret: encrypted(secret, fixture.test.services.settings),
      confirmed_at: new Date(),
      created_at: new Date()
    }
    await fixture.test.services.db('users.second_factors').insert({ account_id: account.id, ...factor })
    const code = (away = 0): string => codeAt(secret, stepAt(fixture.test.clock.now) + away)
    return { account, subject, code }
  }
  /** The first step: what the code is sent with. */
  async function begun(subject: string, address: string) {
    fixture.provider.person(subject, verified(address))
    const { url, binder } = await fixture.begin()
    const { body } = await fixture.complete({ ...(await fixture.provider.visit(url)), binder })
    return { ticket: body.data.ticket as string, binder, accessToken: body.data.accessToken }
  }
  const sendCode = (given: object, host = officeHost) => fixture.browser(host).post(`${path}/code`, given)

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
    fixture.test.clock.now = new Date(Date.now() + 6 * 60_000)
    expect((await sendCode({ ...waiting, code: code() })).body.code).toBe('users.externalRefused')
    fixture.test.clock.now = new Date()
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
    fixture.provider.forge(claims => ({ ...claims, ...said }))
    const { accessToken, ticket } = await begun(subject, account.email)
    expect([accessToken !== undefined, ticket === undefined]).toEqual([isEnough, isEnough])
  })

  it('is asked of the provider by the acr of the setting', async () => {
    expect(new URL((await fixture.begin()).url).searchParams.get('acr_values')).toBe('urn:example:two')
  })
})

describe('an installation that asks administrators for a second factor', () => {
  it('takes the provider’s in place of one’s own, for the session that it was asked in', async () => {
    const { issuer, clientId, clientSecret } = fixture.provider
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
        fixture.provider.forge(given => ({ ...given, ...claims }))
        fixture.provider.person(subject, verified(account.email))
        const nobody = strict.nobody({ host: officeHost, from: `10.5.0.${next() % 250}` })
        const { url, binder } = (await nobody.post(`${path}/begin`)).body.data
        const { data } = (await nobody.post(`${path}/complete`, { ...(await fixture.provider.visit(url)), binder }))
          .body
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
