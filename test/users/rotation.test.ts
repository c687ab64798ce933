/** TOKEN_SECRET can be changed without signing anybody out and without losing a second factor; the former one opens nothing afterwards. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSigned, signedPath } from '../../modules/files/addresses.ts'
import { notifyUrl } from '../../modules/notifications/report.ts'
import { decrypted, encrypted } from '../../modules/users/second-factor/factor.ts'
import { renewFactorKeys } from '../../modules/users/second-factor/renew-keys.ts'
import { openTokens } from '../../src/kernel/access/tokens.ts'
import { emailHash } from '../../src/kernel/security/events.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { anAccount } from '../helper/factories.ts'

const before = 'the secret before it, which is long enough'
const present = 'the present secret, which is long enough as well'

let test: TestApp
beforeAll(async () => {
  test = await anApp({ ROLES: 'web', TOKEN_SECRET: present, TOKEN_SECRET_OLD: before })
})
afterAll(() => test.close())

describe('a token of the former secret', () => {
  it('is accepted, and what is signed now is signed by the present one', async () => {
    const person = await test.signedInAs('ADMIN')
    const { sub, sid } = JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString())
    const former = await openTokens(before).sign(
      { accountId: Number(sub), sessionId: sid },
      new Date(),
      new Date(Date.now() + 60_000)
    )
    const me = (token: string) => test.nobody().get('/api/Authorization/userinfo', { authorization: `Bearer ${token}` })
    expect((await me(former)).status).toBe(200)
    expect((await me(person.token)).status).toBe(200)
    expect(await openTokens(present).verify(person.token, new Date())).toMatchObject({ accountId: Number(sub) })
    expect(await openTokens(present).verify(former, new Date())).toBeUndefined()
    const late = await openTokens(before).sign(
      { accountId: 1, sessionId: sid },
      new Date('2020-01-01'),
      new Date('2020-01-02')
    )
    expect(await test.services.tokens.verify(late, new Date())).toBe('expired')
    expect(
      (
        await me(
          await openTokens(`${before}!`).sign(
            { accountId: Number(sub), sessionId: sid },
            new Date(),
            new Date(Date.now() + 60_000)
          )
        )
      ).status
    ).toBe(401)
  })
})

describe('a second factor', () => {
  it('of the former secret is opened, encrypted anew, and then opened without it', async () => {
    const { db, settings } = test.services
    const own = randomBytes(20)
    const { id } = await anAccount(db)
    const other = await anAccount(db)
    await db('users.second_factors').insert([
      {
        account_id: id,
        secret: encrypted(own, { tokenSecret: before }),
        created_at: new Date(),
        confirmed_at: new Date()
      },
      {
        account_id: other.id,
        secret: encrypted(own, { tokenSecret: 'of nobody' }),
        created_at: new Date(),
        confirmed_at: new Date()
      }
    ])
    const kept = async (of: number) =>
      (await db('users.second_factors').where({ account_id: of }).first()).secret as string
    const lost = await kept(other.id)
    expect(decrypted(await kept(id), settings)?.equals(own)).toBe(true)
    expect(decrypted(await kept(id), { tokenSecret: present })).toBeUndefined()
    expect(await renewFactorKeys(test.services)).toBe(1)
    expect(decrypted(await kept(id), { tokenSecret: present })?.equals(own)).toBe(true)
    expect(await kept(other.id)).toBe(lost)
    expect(await renewFactorKeys(test.services)).toBe(0)
    expect(await renewFactorKeys({ ...test.services, settings: { ...settings, tokenSecretOld: '' } })).toBe(0)
  })
})

describe('what was signed with the former secret', () => {
  it('is still read: addresses of pictures, and delivery reports of SMS', async () => {
    const session = { accountId: 1, sessionId: '00000000-0000-4000-8000-000000000001' }
    const now = new Date()
    const token = signedPath({ tokenSecret: before }, session, 7, now).split('/').at(-1) as string
    expect(readSigned({ tokenSecret: present, tokenSecretOld: before }, token, now)).toMatchObject({ fileId: 7 })
    expect(readSigned({ tokenSecret: present }, token, now)).toBeUndefined()
    const report = (secret: string) => {
      const url = new URL(notifyUrl({ tokenSecret: secret, portalUrl: 'https://opony.example.com' }) ?? '')
      return test.nobody().get(`${url.pathname}?MsgId=1&status=404`)
    }
    expect((await report(present)).status).toBe(200)
    expect((await report(before)).status).toBe(200)
    expect((await report('of nobody')).status).toBe(404)
  })

  it('is not what hashes of e-mails are made of: they cannot be compared by who has no key', () => {
    const [one, other] = [before, present].map(tokenSecret => emailHash({ tokenSecret }, 'a@example.com'))
    expect(one).not.toBe(other)
  })
})
