import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { relations, signUpsADay } from '../../modules/users/rules.ts'
import { encrypted } from '../../modules/users/second-factor/factor.ts'
import { codeAt, stepAt } from '../../modules/users/second-factor/totp.ts'
import { type Role, roleNames } from '../../src/contract/roles.ts'
import { takeOfDay } from '../../src/kernel/access/daily-limit.ts'
import { securityKinds } from '../../src/kernel/security/kinds.ts'
import { anApp, officeHost, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, aPassword } from '../helper/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await anApp({ ROLES: 'web' })
  await server.begin()
})
afterAll(() => server.close())

describe('signing up', () => {
  const someone = {
    email: 'new@example.com',
    password: 'A-better-one-9',
    firstName: 'Jan',
    lastName: 'Nowy',
    phone: '501502503'
  }
  const signUp = (body: object, from = '10.3.0.1') =>
    server.nobody({ host: officeHost, from }).post('/api/Authorization/sign-up', body)

  test('makes an account that waits: no role, and nothing to sign in with, whatever password was sent', async () => {
    const { status, body } = await signUp(someone)
    expect([status, body]).toEqual([202, { data: { accepted: true } }])
    const account = await server.services.db('users.accounts').where({ email: someone.email }).first()
    expect(account).toMatchObject({ role: null, confirmed_at: null, company_id: null, email: someone.email })
    expect(account).toMatchObject({ password_hash: null, mailbox_proved_at: null })
    const { email, password } = someone
    const signedIn = await server.nobody({ host: officeHost }).post('/api/Authorization/sign-in', { email, password })
    expect([signedIn.status, signedIn.body.code]).toEqual([401, 'users.credentials'])
    const changes = await server.services.db('kernel.changes').where({ subject_id: account.id })
    expect(changes).toMatchObject([{ code: 'users.signUp', account_id: null, resource_type: 'users.account' }])
  })

  test('under an e-mail that somebody has answers the same, in any letter case, and changes nothing', async () => {
    const { db } = server.services
    const { email, id } = await anAccount(db, { email: 'taken@example.com' })
    const all = async () => [await db('users.accounts').orderBy('id'), await db('kernel.changes').orderBy('id')]
    const before = await all()
    const known = await signUp({ ...someone, email: email.toUpperCase() })
    expect(await all()).toEqual(before)
    const fresh = await signUp({ ...someone, email: 'not.taken@example.com' })
    expect([known.status, known.body]).toEqual([fresh.status, fresh.body])
    const sent = ({ date: _, 'x-request-id': __, ...headers }: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-ratelimit')))
    expect(sent(known.headers)).toEqual(sent(fresh.headers))
    const credentials = { email, password: someone.password }
    const stolen = await server.nobody({ host: officeHost }).post('/api/Authorization/sign-in', credentials)
    expect([id, stolen.status]).toEqual([id, 401])
  })

  test('of many from one network is refused for the day, whether or not the e-mail has an account; all others go on', async () => {
    const busy = await anApp({ ROLES: 'web' })
    const { services, clock } = busy
    const { email } = await anAccount(services.db)
    const limit = { what: 'users.signUp', ...signUpsADay }
    for (let n = 0; n < signUpsADay.ofNetwork; n++)
      await takeOfDay(services.db, limit, { services, now: clock.now, address: '198.51.100.7' })
    const ask = (address: string, from = '198.51.100.7') =>
      busy.nobody({ host: officeHost, from }).post('/api/Authorization/sign-up', { ...someone, email: address })
    for (const address of ['one.more@example.com', email]) {
      const { status, body, headers } = await ask(address)
      expect([status, body.code]).toEqual([429, 'kernel.tooMany'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    // of ten times as many networks nobody else is refused; somebody is to look
    await services.db.raw(
      `insert into kernel.stranger_calls select 'users.signUp', 'of ' || n, ?::timestamptz
      from generate_series(1, ?::int) n`,
      [clock.now, signUpsADay.unusual * 10]
    )
    expect((await ask('elsewhere@example.com', '198.51.100.8')).status).toBe(202)
    await services.security.flush()
    const unusual = { kind: securityKinds.unusualNumber, subject: 'users.signUp' }
    expect(await services.db('audit.security_events').where(unusual).count()).toEqual([{ count: 1 }])
    busy.clock.now = new Date(busy.clock.now.getTime() + 25 * 3_600_000)
    expect((await ask('next.day@example.com')).status).toBe(202)
    await busy.close()
  })

  test.each([
    ['a role', { role: 1 }],
    ['a confirmation', { confirmedAt: '2026-01-01T00:00:00Z' }],
    ['a company', { companyId: 1 }]
  ])('nobody gives oneself %s', async (_what, more) => {
    const { status, body } = await signUp({ ...someone, email: 'mass@example.com', ...more })
    expect([status, body.code]).toEqual([400, 'kernel.invalid'])
    expect(body.Errors).toEqual([{ PropertyName: Object.keys(more)[0], ErrorMessage: 'Tego pola nie można tu podać.' }])
  })

  test.each([
    ['no first name', { firstName: ' ' }, 'firstName', 'Podaj imię.'],
    ['a name of 51 letters', { lastName: 'x'.repeat(51) }, 'lastName', 'Wpisz najwyżej 50 znaków.'],
    ['a phone of 8 digits', { phone: '50150250' }, 'phone', 'Numer telefonu ma dokładnie 9 cyfr.'],
    ['no e-mail address', { email: 'jan@' }, 'email', 'Wpisz prawidłowy adres e-mail.']
  ])('%s is refused', async (_what, wrong, field, sentence) => {
    const { status, body } = await signUp({ ...someone, email: 'other@example.com', ...wrong }, '10.3.0.2')
    expect(status).toBe(400)
    expect(body.Errors).toEqual([{ PropertyName: field, ErrorMessage: sentence }])
  })

  test('twenty an hour from one address, then 429 with how long to wait', async () => {
    const answers: Awaited<ReturnType<typeof signUp>>[] = []
    for (let i = 0; i < 21; i += 1) answers.push(await signUp({}, '10.3.0.3'))
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(400), 429])
    const last = answers.at(-1)!
    expect(last.body.code).toBe('kernel.tooMany')
    expect(last.headers['content-type']).toContain('application/problem+json')
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the own profile', () => {
  const profile = { firstName: 'Ewa', lastName: 'Zielińska', phone: '600700800' }
  const everyone = roleNames

  test.each(everyone)('of %s is edited by its owner', async role => {
    const isClient = role === 'CLIENT' || role === 'CLIENT_ADMIN'
    const staff = async () => server.signedInAs((await anAccount(server.services.db, { role })).id)
    const person = isClient ? await server.signedInAs(role) : await staff()
    const again = isClient ? {} : { password: aPassword }
    const { status, body } = await person.put(`/api/Admin/Users/${person.accountId}`, { ...profile, ...again })
    expect([status, body.data]).toMatchObject([
      200,
      { id: person.accountId, ...profile, version: 2, relation: relations.own }
    ])
    const changes = await server.services
      .db('kernel.changes')
      .where({ resource_type: 'users.account', subject_id: person.accountId })
    expect(changes).toMatchObject([{ code: 'users.editUser', account_id: person.accountId, version: 2 }])
    // history outlives an erased person: it knows the account, never the name
    expect(JSON.stringify(changes)).not.toContain(profile.lastName)
  })

  test('of an account that waits is edited too, and completes its data', async () => {
    const { db } = server.services
    const waiting = await anAccount(db, { role: null, firstName: null, lastName: null, phone: null })
    const person = await server.signedInAs(waiting.id)
    const me = async () => (await person.get('/api/Authorization/userinfo')).body.data
    expect(await me()).toMatchObject({ isActivated: false, hasAllRequiredData: false })
    expect((await person.put(`/api/Admin/Users/${waiting.id}`, profile)).status).toBe(200)
    expect(await me()).toMatchObject({ isActivated: false, hasAllRequiredData: true, ...profile })
  })

  test.each([
    ['a role', { role: 1 }],
    ['a company', { companyId: 1 }],
    ['a prototype', JSON.parse('{"__proto__": {"role": 1}}')]
  ])('takes no %s', async (_what, more) => {
    const person = await server.signedInAs('CLIENT')
    const { status } = await person.put(`/api/Admin/Users/${person.accountId}`, { ...profile, ...more })
    expect(status).toBe(400)
  })

  test('takes the payload of the documents: e-mail and phone under both names', async () => {
    const person = await server.signedInAs('CLIENT')
    const url = `/api/Admin/Users/${person.accountId}`
    const { email } = (await person.get('/api/Authorization/userinfo')).body.data
    const { phone, ...names } = profile
    const put = async (more: object) => {
      const { status, body } = await person.put(url, { ...names, ...more })
      return body.Errors ?? [status, body.data.phone]
    }
    expect(await put({ email: email.toUpperCase(), phone, phoneNumber: phone })).toEqual([200, phone])
    expect(await put({ email, phoneNumber: '600700801' })).toEqual([200, '600700801'])
    expect(await put({ email: null, phone: '600700802', phoneNumber: null })).toEqual([200, '600700802'])
    expect(await put({ phone, phoneNumber: '600700803' })).toEqual([
      { PropertyName: 'phoneNumber', ErrorMessage: 'Wartości nie są takie same.' }
    ])
    expect(await put({ email: 'me@example.com', phone })).toEqual([
      { PropertyName: 'email', ErrorMessage: 'Adresu e-mail nie można zmienić.' }
    ])
    expect((await person.get('/api/Authorization/userinfo')).body.data).toMatchObject({ email, phone: '600700802' })
  })

  test('asks for names and a phone', async () => {
    const person = await server.signedInAs('CLIENT')
    const { status, body } = await person.put(
      `/api/Admin/Users/${person.accountId}`,
      { firstName: '', phone: '12' },
      { 'accept-language': 'en' }
    )
    expect(status).toBe(400)
    expect(body.Errors).toEqual([
      { PropertyName: 'firstName', ErrorMessage: 'Enter the first name.' },
      { PropertyName: 'lastName', ErrorMessage: 'Enter the last name.' },
      { PropertyName: 'phone', ErrorMessage: 'Enter a phone number.' }
    ])
  })

  test('of somebody else is out of reach', async () => {
    const { db } = server.services
    const company = await aCompany(db)
    const colleague = await anAccount(db, { role: 'CLIENT', companyId: company.id })
    const stranger = await anAccount(db, { role: 'CLIENT', companyId: (await aCompany(db)).id })
    const put = async (role: Role, id: number) =>
      (await (await server.signedInAs(role, { companyId: company.id })).put(`/api/Admin/Users/${id}`, profile)).status
    expect(await put('CLIENT', colleague.id)).toBe(404)
    expect(await put('CLIENT_ADMIN', stranger.id)).toBe(404)
    expect(await put('DRIVER', colleague.id)).toBe(404)
    expect(await db('users.accounts').whereIn('id', [colleague.id, stranger.id]).pluck('first_name')).toEqual([
      'Anna',
      'Anna'
    ])
    expect((await server.nobody().put(`/api/Admin/Users/${colleague.id}`, profile)).status).toBe(401)
  })

  test('a member of the staff changes the own phone with the password or a code again; names need neither', async () => {
    const { db } = server.services
    const { id } = await anAccount(db, { firstName: 'Ewa', lastName: 'Lis', phone: '501502503' })
    const person = await server.signedInAs(id)
    const put = (more: object) => person.put(`/api/Admin/Users/${id}`, { firstName: 'Ewa', lastName: 'Nowa', ...more })
    const refused = async (more: object) => (await put(more)).body.Errors
    expect((await put({ phone: '501502503' })).status).toBe(200)
    expect((await put({ phone: '501502503', password: 'of nobody' })).status).toBe(200)
    expect(await refused({ phone: '600700800' })).toEqual([
      {
        PropertyName: 'password',
        ErrorMessage: 'Zmianę własnego numeru telefonu potwierdza się hasłem, w swoim profilu.'
      }
    ])
    expect(await refused({ phone: '600700800', password: 'of nobody' })).toEqual([
      { PropertyName: 'password', ErrorMessage: 'To hasło jest nieprawidłowe.' }
    ])
    expect((await db('users.accounts').where({ id }).first()).phone).toBe('501502503')
    expect((await put({ phone: '600700800', password: aPassword })).body.data.phone).toBe('600700800')
    const secret = randomBytes(20)
    const on = { account_id: id, secret: encrypted(secret, server.services.settings), confirmed_at: new Date() }
    await db('users.second_factors').insert({ ...on, created_at: new Date() })
    const code = codeAt(secret, stepAt(server.clock.now))
    expect((await refused({ phone: '600700801', code: '000000' }))[0].PropertyName).toBe('code')
    expect((await put({ phone: '600700801', code })).status).toBe(200)
    expect((await refused({ phone: '600700802', code }))[0].PropertyName).toBe('code')
  })

  test('who has no password changes the phone within ten minutes of signing in', async () => {
    const person = await server.signedInAs('ADMIN')
    const session = server.services.db('users.sessions').where({ account_id: person.accountId })
    const put = () => person.put(`/api/Admin/Users/${person.accountId}`, profile)
    expect((await put()).body).toMatchObject({ status: 403, code: 'users.signInAgain' })
    await session.update({ created_at: server.clock.now })
    expect((await put()).status).toBe(200)
  })

  test('an older version is refused, with who changed what', async () => {
    const person = await server.signedInAs((await anAccount(server.services.db)).id)
    const url = `/api/Admin/Users/${person.accountId}`
    const again = { ...profile, password: aPassword }
    expect((await person.put(url, again, { 'if-match': '"1"' })).status).toBe(200)
    const { status, body } = await person.put(url, { ...profile, firstName: 'Ola' }, { 'if-match': '"1"' })
    expect([status, body.code]).toEqual([409, 'kernel.stale'])
    expect(body.current).toMatchObject({ firstName: 'Ewa', version: 2 })
    expect(body.changes).toMatchObject([
      { who: 'Ewa Zielińska', what: 'Zmieniono dane użytkownika. Nowe imię lub nazwisko. Nowy telefon.' }
    ])
  })
})
