/** The second factor: set up, asked for, guessed at, lost and reset. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decrypted, hashCode } from '../../modules/users/second-factor/factor.ts'
import { codeAt, stepAt } from '../../modules/users/second-factor/totp.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { anAccount, aPassword } from '../helper/factories.ts'

const path = '/api/Authorization/second-factor'
/** The password once more, without which no factor is begun. */
const again = { password: aPassword }
let test: TestApp
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.begin()
})
afterAll(() => test.close())

let address = 0
/** From an address of its own, so that tests do not slow each other down. */
const signIn = (email: string, code?: string, from?: string) => {
  address += 1
  return test
    .nobody({ host: officeHost, from: from ?? `10.1.${Math.floor(address / 250)}.${address % 250}` })
    .post('/api/Authorization/sign-in', { email, password: aPassword, ...(code ? { code } : {}) })
}
const secretOf = async (accountId: number): Promise<Buffer> => {
  const { secret } = await test.services.db('users.second_factors').where({ account_id: accountId }).first()
  return decrypted(secret, test.services.settings) as Buffer
}
/** The code so many steps from now. */
const codeOf = async (accountId: number, away = 0): Promise<string> =>
  codeAt(await secretOf(accountId), stepAt(test.clock.now) + away)
const later = (): void => {
  test.clock.now = new Date(test.clock.now.getTime() + 120_000)
}

interface Protected extends Person {
  readonly email: string
  readonly recoveryCodes: readonly string[]
}

async function aPerson(role: 'ADMIN' | 'CLIENT' = 'ADMIN'): Promise<Person & { email: string }> {
  const { id, email } = await anAccount(test.services.db, { role })
  return { ...(await test.signedInAs(id)), email }
}

/** Somebody whose second factor is on; the clock has moved on since. */
async function aProtected(): Promise<Protected> {
  const person = await aPerson()
  await person.post(path, again)
  const { body } = await person.post(`${path}/confirm`, { code: await codeOf(person.accountId) })
  later()
  return { ...person, recoveryCodes: body.data.recoveryCodes }
}

describe('setting it up', () => {
  it('gives the secret as text and as a QR code of the same address, and nothing of it is kept in the clear', async () => {
    const person = await aPerson()
    const { status, body } = await person.post(path, again)
    const { secret, address: uri, qr } = body.data
    expect([status, secret.length, uri.includes(`secret=${secret}`)]).toEqual([200, 32, true])
    expect([qr.size > 20, /^(M\d+ \d+h1v1h-1z)+$/.test(qr.path)]).toEqual([true, true])
    expect(JSON.stringify(await test.services.db('users.second_factors'))).not.toContain(secret)
  })

  it('begun again, after a lost session too, gives the same secret until a code has confirmed it', async () => {
    const person = await aPerson()
    const key = { 'idempotency-key': 'begin-once-and-again' }
    const first = (await person.post(path, again, key)).body.data.secret
    await person.post('/api/Authorization/sign-out-everywhere')
    const anew = await test.signedInAs(person.accountId)
    expect((await anew.post(path, again, key)).body.data.secret).toBe(first)
    expect(await test.services.db('kernel.idempotency').where({ account_id: person.accountId })).toEqual([])
    expect((await signIn(person.email)).status).toBe(200)
  })

  it('is begun by who gives the password again, not by a session alone; guesses are counted as at the sign-in', async () => {
    const person = await aPerson()
    const refused = async (body: object) => (await person.post(path, body)).body.Errors[0]
    expect(await refused({})).toEqual({ PropertyName: 'password', ErrorMessage: 'Podaj swoje hasło.' })
    for (let n = 0; n < 5; n += 1)
      expect(await refused({ password: 'of nobody' })).toMatchObject({ PropertyName: 'password' })
    expect((await person.post(path, again)).status).toBe(429)
    later()
    expect((await person.post(path, again)).status).toBe(200)
  })

  it('is begun without a password, which an identity provider’s account has not, for ten minutes after the sign-in', async () => {
    const { id } = await anAccount(test.services.db, { password: null })
    const person = await test.signedInAs(id)
    expect((await person.post(path, {})).body).toMatchObject({ status: 403, code: 'users.signInAgain' })
    await test.services.db('users.sessions').where({ account_id: id }).update({ created_at: test.clock.now })
    expect((await person.post(path, {})).status).toBe(200)
  })

  it('ends the other sessions, and not this one; so does turning it off', async () => {
    const person = await aPerson()
    const elsewhere = await test.signedInAs(person.accountId)
    await person.post(path, again)
    await person.post(`${path}/confirm`, { code: await codeOf(person.accountId) })
    expect([(await elsewhere.get(path)).status, (await person.get(path)).status]).toEqual([401, 200])
    later()
    const other = await test.signedInAs(person.accountId)
    await person.post(`${path}/remove`, { code: await codeOf(person.accountId) })
    expect([(await other.get(path)).status, (await person.get(path)).status]).toEqual([401, 200])
  })

  it('is not on before a right code, and then gives ten recovery codes, kept as hashes', async () => {
    const person = await aPerson()
    await person.post(path, again)
    const wrong = await person.post(`${path}/confirm`, { code: '000000' })
    expect([wrong.status, wrong.body.Errors[0].PropertyName]).toEqual([400, 'code'])
    expect((await person.get(path)).body.data).toEqual({
      isOn: false,
      isRequired: false,
      recoveryCodesLeft: 0,
      hasShortCodes: false
    })
    const { recoveryCodes } = (await person.post(`${path}/confirm`, { code: await codeOf(person.accountId) })).body.data
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
    expect((await person.get(path)).body.data).toEqual({
      isOn: true,
      isRequired: false,
      recoveryCodesLeft: 10,
      hasShortCodes: false
    })
    const kept = JSON.stringify(await test.services.db('users.recovery_codes').where({ account_id: person.accountId }))
    for (const code of recoveryCodes) expect(kept).not.toContain(code)
    expect((await person.post(path, again)).body).toMatchObject({ status: 409, code: 'users.secondFactorOn' })
  })
})

describe('signing in with it', () => {
  it('asks for the code once the password is right, and otherwise does not reveal the factor', async () => {
    const { email } = await aProtected()
    expect((await signIn(email)).body).toMatchObject({ status: 401, code: 'users.codeRequired' })
    const wrong = { email, password: 'not the password', code: '000000' }
    const guessed = await test.nobody({ host: officeHost, from: '10.2.0.1' }).post('/api/Authorization/sign-in', wrong)
    expect(guessed.body.code).toBe('users.credentials')
  })

  it.each([-1, 0, 1])('takes the code of the step %i, once', async away => {
    const { email, accountId } = await aProtected()
    const code = await codeOf(accountId, away)
    expect((await signIn(email, code)).body.data.role).toBe(1)
    expect((await signIn(email, code)).body.code).toBe('users.codeWrong')
  })

  it.each([-2, 2])('refuses the code of the step %i', async away => {
    const { email, accountId } = await aProtected()
    expect((await signIn(email, await codeOf(accountId, away))).body.code).toBe('users.codeWrong')
  })

  it('takes a code of two calls at once for one of them', async () => {
    const { email, accountId } = await aProtected()
    const code = await codeOf(accountId)
    const statuses = (await Promise.all([signIn(email, code), signIn(email, code), signIn(email, code)])).map(
      one => one.status
    )
    expect(statuses.sort()).toEqual([200, 401, 401])
  })

  it('takes each recovery code once, however it is typed', async () => {
    const { email, recoveryCodes, get } = await aProtected()
    const [first = '', second = ''] = recoveryCodes
    expect((await signIn(email, first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await signIn(email, first)).body.code).toBe('users.codeWrong')
    const both = await Promise.all([signIn(email, second), signIn(email, second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await get(path)).body.data.recoveryCodesLeft).toBe(8)
  })

  it('is slowed down after ten wrong codes, from whatever address, and not before the password is right', async () => {
    const { email, accountId } = await aProtected()
    const guess = () => signIn(email, '000000')
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(401)
    expect((await guess()).status).toBe(429)
    expect((await signIn(email, await codeOf(accountId))).status).toBe(429)
    later()
    expect((await signIn(email, await codeOf(accountId))).status).toBe(200)
  })

  it('does not forget wrong codes because the password alone was sent between them', async () => {
    const { email } = await aProtected()
    const from = '10.9.9.9'
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      statuses.push((await signIn(email, '000000', from)).status)
      statuses.push((await signIn(email, undefined, from)).status)
    }
    expect(statuses).toContain(429)
  })
})

describe('recovery codes of the earlier, shorter kind', () => {
  it('still work, and their owner is told to make new ones', async () => {
    const person = await aProtected()
    const { db } = test.services
    const old = { account_id: person.accountId, code_hash: hashCode(person.accountId, 'ABCDE-FGHIJ') }
    await db('users.recovery_codes').insert(old)
    expect((await person.get(path)).body.data).toMatchObject({ recoveryCodesLeft: 11, hasShortCodes: true })
    expect((await signIn(person.email, 'abcde fghij')).status).toBe(200)
    expect((await person.get(path)).body.data).toMatchObject({ recoveryCodesLeft: 10, hasShortCodes: false })
  })
})

describe('its end', () => {
  it('needs a code; then the password is enough', async () => {
    const person = await aProtected()
    expect((await person.post(`${path}/remove`, { code: '123456' })).status).toBe(400)
    expect((await person.post(`${path}/remove`, { code: person.recoveryCodes[0] })).status).toBe(200)
    expect((await signIn(person.email)).status).toBe(200)
    expect(await test.services.db('users.recovery_codes').where({ account_id: person.accountId })).toEqual([])
  })

  it('of recovery codes comes with new ones', async () => {
    const person = await aProtected()
    const { recoveryCodes } = (await person.post(`${path}/recovery-codes`, { code: await codeOf(person.accountId) }))
      .body.data
    expect((await signIn(person.email, person.recoveryCodes[0])).status).toBe(401)
    expect((await signIn(person.email, recoveryCodes[0])).status).toBe(200)
  })

  it('is an administrator’s reset of another’s, which signs the person out, and never of the own', async () => {
    const person = await aProtected()
    const admin = await aPerson()
    const reset = (who: Person, id: number) => who.post(`/api/Admin/Users/${id}/second-factor/reset`)
    expect((await reset(person, person.accountId)).status).toBe(409)
    expect((await reset(admin, person.accountId)).status).toBe(200)
    expect((await person.get(path)).status).toBe(401)
    expect((await signIn(person.email)).status).toBe(200)
    expect((await reset(admin, person.accountId)).status).toBe(409)
    expect((await reset(await test.signedInAs('CLIENT_ADMIN'), person.accountId)).status).toBe(403)
  })

  it('comes with the erasing of the person, whose devices are forgotten, too', async () => {
    const person = await aProtected()
    await signIn(person.email, await codeOf(person.accountId))
    await (await aPerson()).call('DELETE', `/api/Admin/Users/admins/${person.accountId}`)
    const { db } = test.services
    expect(await db('users.second_factors').where({ account_id: person.accountId })).toEqual([])
    const sessions = await db('users.sessions').where({ account_id: person.accountId })
    expect(sessions.length).toBeGreaterThan(1)
    expect(sessions.filter(({ address: kept, device }) => kept ?? device)).toEqual([])
  })
})

describe('an installation that asks administrators for it', () => {
  it('lets an administrator only set it up, and act normally from the next call on; other roles are not asked', async () => {
    const strict = await anApp({ ROLES: 'web', SECOND_FACTOR: 'admins' })
    await strict.begin()
    try {
      const { id } = await anAccount(strict.services.db)
      const admin = await strict.signedInAs(id)
      expect((await admin.get('/api/Admin/Users/admins')).body.code).toBe('kernel.inactive')
      const info = async () => (await admin.get('/api/Authorization/userinfo')).body.data
      expect(await info()).toMatchObject({ needsSecondFactor: true, hasAllRequiredData: false })
      await admin.post(path, again)
      const { secret } = await strict.services.db('users.second_factors').where({ account_id: id }).first()
      const own = decrypted(secret, strict.services.settings) as Buffer
      await admin.post(`${path}/confirm`, { code: codeAt(own, stepAt(strict.clock.now)) })
      expect((await admin.get('/api/Admin/Users/admins')).status).toBe(200)
      expect(await info()).toMatchObject({ needsSecondFactor: false, hasSecondFactor: true, hasAllRequiredData: true })
      expect((await admin.get(path)).body.data.isRequired).toBe(true)
      const client = await strict.signedInAs('CLIENT_ADMIN')
      expect((await client.get('/api/Authorization/userinfo')).body.data.needsSecondFactor).toBe(false)
    } finally {
      await strict.close()
    }
  })
})

describe('a secret that was encrypted with another TOKEN_SECRET', () => {
  it('makes no code right; a recovery code still is', async () => {
    const { email, accountId, recoveryCodes } = await aProtected()
    const code = await codeOf(accountId)
    await test.services.db.raw(
      `update users.second_factors set secret = translate(secret, 'ABCDEFabcdef', 'BCDEFAbcdefa') where account_id = ?`,
      [accountId]
    )
    expect((await signIn(email, code)).body.code).toBe('users.codeWrong')
    expect((await signIn(email, recoveryCodes[3])).status).toBe(200)
  })
})
