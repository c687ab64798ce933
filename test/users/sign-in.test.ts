import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '../../src/contract/roles.ts'
import { passwordLoad } from '../../src/kernel/access/passwords.ts'
import { anApp, officeHost, portalHost, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, aPassword } from '../helper/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await anApp()
})
afterAll(() => server.close())

let addresses = 0
const anAddress = (): string => {
  addresses += 1
  return `10.1.${addresses >> 8}.${addresses & 255}`
}

const signIn = (
  email: string,
  {
    password = aPassword,
    host = officeHost,
    from = anAddress(),
    language = 'en'
  }: Record<string, string | undefined> = {}
) =>
  server
    .nobody({ host: host!, from: from! })
    .post('/api/Authorization/sign-in', { email, password }, { 'accept-language': language! })

const later = (seconds: number): void => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000)
}

describe('signing in', () => {
  test('gives a token for 15 minutes that opens userinfo', async () => {
    const account = await anAccount(server.services.db, { role: 'ADMIN', firstName: 'Ewa', lastName: 'Lis' })
    const { status, body } = await signIn(account.email.toUpperCase())
    expect(status).toBe(200)
    expect(body.data.role).toBe(1)
    expect(Date.parse(body.data.expiresAt) - server.clock.now.getTime()).toBe(15 * 60_000)
    const bearer = { authorization: `Bearer ${body.data.accessToken}` }
    const me = await server.nobody().get('/api/authorization/USERINFO', bearer)
    expect(me.body.data).toEqual({
      id: account.id,
      email: account.email,
      firstName: 'Ewa',
      lastName: 'Lis',
      phone: '501502503',
      language: 1,
      role: 1,
      isActivated: true,
      hasAllRequiredData: true,
      companyId: null,
      departmentId: null,
      country: null,
      hasReceptionPlace: false,
      companyDeactivationReason: null,
      companyBdoNumber: null,
      companyAddress: null,
      isCompanyActive: false,
      placesDeactivated: false,
      hasSecondFactor: false,
      needsSecondFactor: false
    })
  })

  const staff: readonly Role[] = ['ADMIN', 'SERVICE_TECHNICAN']
  const clients: readonly Role[] = ['CLIENT_ADMIN', 'CLIENT']
  const policies = [
    ...staff.map(role => [role, 200, 401] as const),
    ...clients.map(role => [role, 401, 200] as const),
    ['DRIVER', 200, 200] as const
  ]
  test.each(policies)('%s: the office answers %i, the portal %i', async (role, office, portal) => {
    const company = clients.includes(role) ? await aCompany(server.services.db) : undefined
    const { email } = await anAccount(server.services.db, { role, companyId: company?.id ?? null })
    const inOffice = await signIn(email, { host: 'ADMIN.localhost' })
    const onPortal = await signIn(email, { host: portalHost })
    expect([inOffice.status, onPortal.status]).toEqual([office, portal])
    for (const { status, body } of [inOffice, onPortal]) if (status === 200) expect(body.data.role).toBe(roles[role])
  })

  test('an account without a role belongs where its company says, and its role is null', async () => {
    const newcomer = await anAccount(server.services.db, { role: null })
    const answer = await signIn(newcomer.email)
    expect(answer.body.data.role).toBeNull()
    expect((await signIn(newcomer.email, { host: portalHost })).status).toBe(401)
  })

  test('a deactivated account may sign in, and opens what the inactive page shows: who it is, the prices, the way out', async () => {
    const account = await anAccount(server.services.db, { role: 'ADMIN', deactivatedAt: new Date() })
    const { body } = await signIn(account.email)
    const bearer = { authorization: `Bearer ${body.data.accessToken}` }
    expect((await server.nobody().get('/api/Authorization/userinfo', bearer)).body.data.isActivated).toBe(false)
    const shut = server.nobody({ from: anAddress() })
    const profile = { firstName: 'Ewa', lastName: 'Inna', phone: '501502503' }
    for (const refused of [
      await shut.get('/api/ui/pages', bearer),
      await shut.put(`/api/Admin/Users/${account.id}`, profile, bearer),
      await shut.post('/api/Authorization/second-factor', {}, bearer),
      await shut.get('/api/Authorization/sessions', bearer)
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'kernel.inactive'])
    expect((await shut.get('/api/Admin/Prices/grouped-prices', bearer)).status).toBe(200)
    expect((await shut.post('/api/Authorization/sign-out', undefined, bearer)).status).toBe(200)
  })

  test('every cause gets the same answer for the same work: one hash', async () => {
    const { db } = server.services
    const known = await anAccount(db)
    const invited = await anAccount(db, { password: null })
    const client = await anAccount(db, { role: 'CLIENT' })
    const causes = [
      () => signIn(known.email, { password: 'wrong-password' }),
      () => signIn('nobody@example.com'),
      () => signIn(invited.email),
      () => signIn(client.email),
      () => signIn('not an address')
    ]
    for (const cause of causes) {
      const before = passwordLoad().computed
      const { status, body } = await cause()
      expect(passwordLoad().computed - before).toBe(1)
      const { instance: _request, ...said } = body
      expect([status, said]).toEqual([
        401,
        {
          type: 'about:blank',
          title: 'Nieprawidłowy adres e-mail lub hasło.',
          status: 401,
          detail: 'Nieprawidłowy adres e-mail lub hasło.',
          code: 'users.credentials'
        }
      ])
    }
    const abroad = await signIn('nobody@example.com', { host: portalHost, language: 'de' })
    expect(abroad.body.detail).toBe('E-Mail-Adresse oder Passwort ist falsch.')
  })

  test.each([
    ['a number for a password', { email: 'a@example.com', password: 7 }],
    ['no password', { email: 'a@example.com' }],
    ['a field that nobody named', { email: 'a@example.com', password: 'secret', role: 1 }],
    ['an endless password', { email: 'a@example.com', password: 'x'.repeat(201) }]
  ])('%s is a wrong shape', async (_what, body) => {
    const answer = await server.nobody({ from: anAddress() }).post('/api/Authorization/sign-in', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'kernel.invalid'])
  })

  test('a NUL in the e-mail is refused, not an error of ours', async () => {
    expect((await signIn('a\u0000@example.com')).status).toBe(400)
  })
})

describe('guessing', () => {
  const wrong = (email: string, from: string) => signIn(email, { password: 'wrong-password', from })

  test.each(['a known account', 'an unknown address'])(
    '%s: after five wrong passwords each next one waits longer',
    async what => {
      const email = what === 'a known account' ? (await anAccount(server.services.db)).email : 'ghost@example.com'
      const from = anAddress()
      for (let i = 0; i < 5; i += 1) expect((await wrong(email, from)).status).toBe(401)
      const pauses: number[] = []
      for (let i = 0; i < 4; i += 1) {
        const before = passwordLoad().computed
        const refused = await wrong(email, from)
        expect([refused.status, refused.body.code]).toEqual([429, 'kernel.tooMany'])
        expect(passwordLoad().computed).toBe(before)
        pauses.push(Number(refused.headers['retry-after']))
        later(pauses.at(-1)!)
        expect((await wrong(email, from)).status).toBe(401)
      }
      expect(pauses).toEqual([1, 2, 4, 8])
    }
  )

  test('the owner still gets in from elsewhere, and from there again after the pause', async () => {
    const { email } = await anAccount(server.services.db)
    const from = anAddress()
    for (let i = 0; i < 5; i += 1) await wrong(email, from)
    expect((await signIn(email, { from })).status).toBe(429)
    expect((await signIn(email)).status).toBe(200)
    later(1)
    expect((await signIn(email, { from })).status).toBe(200)
    expect((await wrong(email, from)).status).toBe(401)
    expect((await signIn(email, { from })).status).toBe(200)
  })

  test('a hundred guesses at once are counted like one after the other', async () => {
    const { email } = await anAccount(server.services.db)
    const from = anAddress()
    const answers = await Promise.all(Array.from({ length: 100 }, () => wrong(email, from)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
  })

  test('of one account in several spellings is counted as of one: those that the database takes for the same', async () => {
    const { db } = server.services
    const { email } = await anAccount(db, { email: 'technician.of.spellings@example.com' })
    const from = anAddress()
    const spellings = ['technİcian', 'TECHNİCİAN', 'Technician', 'TECHNiCIAN', 'TECHNICIAN', 'technician']
    const written = spellings.map(name => email.replace('technician', name))
    const { rows } = await db.raw('select lower(e) as email from unnest(?::text[]) e', [written])
    expect(new Set(rows.map((row: { email: string }) => row.email))).toEqual(new Set([email]))
    const statuses: number[] = []
    for (const spelling of written) statuses.push((await wrong(spelling, from)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('one address that tries many accounts is slowed down, whatever headers it sends', async () => {
    const from = anAddress()
    const statuses: number[] = []
    for (let i = 0; i < 31; i += 1) {
      const forged = { 'x-forwarded-for': `192.0.2.${i}`, 'x-real-ip': `192.0.2.${i}` }
      const person = server.nobody({ host: officeHost, from })
      const body = { email: `someone${i}@example.com`, password: 'wrong-password' }
      statuses.push((await person.post('/api/Authorization/sign-in', body, forged)).status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429])
  })

  test('many addresses that guess at one account get one free try each, and its owner can still sign in', async () => {
    const { email } = await anAccount(server.services.db)
    for (let i = 0; i < 20; i += 1) await wrong(email, anAddress())
    const stranger = anAddress()
    expect((await wrong(email, stranger)).status).toBe(401)
    expect((await wrong(email, stranger)).status).toBe(429)
    expect((await signIn(email)).status).toBe(200)
  })

  test('is forgotten after an hour', async () => {
    const { email } = await anAccount(server.services.db)
    const from = anAddress()
    for (let i = 0; i < 5; i += 1) await wrong(email, from)
    later(3601)
    for (let i = 0; i < 5; i += 1) expect((await wrong(email, from)).status).toBe(401)
  })

  test('keeps neither e-mails nor addresses', async () => {
    await wrong('keeper@example.com', '10.9.9.9')
    const kept = await server.services.db('users.guesses').select('key')
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toMatch(/example|10\.9\.9/)
  })
})
