/** Which calls leave a security event: one row, one line of the log and one count each, with who, from where, and no secret. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { networkPattern } from '../../modules/audit/security/schema.ts'
import { ApiError, errorCatalogue } from '../../src/kernel/errors/errors.ts'
import { securityKinds } from '../../src/kernel/security/kinds.ts'
import { ofRefusal, reportedCommands } from '../../src/kernel/security/reported.ts'
import { modules } from '../../src/modules.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, anItem, anOrder, aPassword } from '../helper/factories.ts'

let test: TestApp
let technician: Person
const lines: { level: number; msg: string; security?: Record<string, unknown> }[] = []
const logger = { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } }

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, undefined, logger)
})
afterAll(() => test.close())

let since = 0
beforeEach(async () => {
  technician = await test.signedInAs('SERVICE_TECHNICAN')
  await test.services.security.flush()
  since = (await test.services.db('audit.security_events').max('id as id').first())?.id ?? 0
  lines.length = 0
})

type Row = Record<string, unknown>
/** What was recorded since the test began. */
async function recorded(): Promise<Row[]> {
  await test.services.security.flush()
  return test.services.db('audit.security_events').where('id', '>', since).orderBy('id')
}
const kinds = async (): Promise<unknown[]> =>
  (await recorded()).map(({ kind }) => Object.entries(securityKinds).find(([, code]) => code === kind)?.[0])

const signIn = '/api/Authorization/sign-in'
/** Somebody at an address of documentation that no other test calls from. */
let strangers = 0
const aStranger = () => {
  strangers += 1
  return test.nobody({ host: officeHost, from: `198.51.100.${strangers}` })
}

describe('a refusal', () => {
  it.each([...errorCatalogue()].filter(([, status]) => [401, 403, 429].includes(status)).map(([code]) => code))(
    '%s is a security event',
    code => {
      expect(ofRefusal(new ApiError(code), undefined)).toMatchObject({ code, kind: expect.any(String) })
    }
  )

  it('of another kind is none', () => {
    for (const code of ['kernel.invalid', 'kernel.notFound', 'kernel.state', 'kernel.unavailable'])
      expect(ofRefusal(new ApiError(code), undefined)).toBeUndefined()
  })

  it('leaves one row, one line and one count', async () => {
    const before = await counted('forbidden')
    expect((await technician.get('/api/Admin/Audit')).status).toBe(403)
    expect(await recorded()).toMatchObject([
      {
        kind: securityKinds.forbidden,
        account_id: technician.accountId,
        call: 'GET /api/Admin/Audit',
        code: 'kernel.forbidden',
        network: '127.0.0.1',
        count: 1,
        session_id: expect.stringMatching(/^[\da-f-]{36}$/),
        request_id: expect.stringMatching(/^[\da-f-]{36}$/)
      }
    ])
    const own = lines.filter(({ msg }) => msg === 'security event')
    expect(own).toMatchObject([{ level: 30, security: { kind: 'forbidden', account_id: technician.accountId } }])
    expect(await counted('forbidden')).toBe(before + 1)
  })

  it('of a stranger has the network, and no account', async () => {
    expect((await aStranger().get('/api/Admin/Orders')).status).toBe(401)
    const forged = { authorization: 'Bearer a.b.c' }
    const from = test.nobody({ from: '2001:db8:1:2:3:4:5:6' })
    expect((await from.get('/api/Admin/Orders', forged)).status).toBe(401)
    const unauthorized = { kind: securityKinds.unauthorized, account_id: null, code: 'kernel.unauthorized' }
    expect(await recorded()).toMatchObject([
      { ...unauthorized, network: `198.51.100.${strangers}` },
      { ...unauthorized, network: '2001:db8:1:2::/64' }
    ])
  })

  it('by a limit is one, with the call that is limited', async () => {
    const stranger = aStranger()
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await stranger.post('/api/Authorization/external/begin')).status)
    expect(statuses.at(-1)).toBe(429)
    expect(await recorded()).toMatchObject([
      { kind: securityKinds.throttled, subject: 'users.beginExternal', code: 'kernel.tooMany' }
    ])
  })
})

const counted = async (kind: string): Promise<number> => {
  const { values } = await test.services.metrics.registry.getSingleMetric('opony_security_events_total')!.get()
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0
}

describe('signing in', () => {
  it('wrongly names the account that was tried, and never the e-mail or the password', async () => {
    const { id, email } = await anAccount(test.services.db)
    expect((await aStranger().post(signIn, { email: ` ${email.toUpperCase()}`, password: 'a wrong one' })).status).toBe(
      401
    )
    expect((await aStranger().post(signIn, { email, password: 'a wrong one' })).status).toBe(401)
    const failed = { kind: securityKinds.signInFailed, account_id: null, target_id: id, subject: 'users.signIn' }
    const rows = await recorded()
    expect(rows).toMatchObject([failed, failed])
    // equal spellings have an equal hash
    expect(rows[0]?.email_hash).toMatch(/^[\w-]{22}$/)
    expect(rows[1]?.email_hash).toBe(rows[0]?.email_hash)
    const written = JSON.stringify([rows, lines]).toLowerCase()
    for (const secret of [email.toLowerCase(), 'a wrong one']) expect(written).not.toContain(secret)
  })

  it('with an e-mail that has no account looks the same, without an account', async () => {
    expect((await aStranger().post(signIn, { email: 'nobody@example.org', password: 'x' })).status).toBe(401)
    expect(await recorded()).toMatchObject([{ kind: securityKinds.signInFailed, target_id: null }])
  })

  it('rightly is one, with the account', async () => {
    const { id, email } = await anAccount(test.services.db)
    expect((await aStranger().post(signIn, { email, password: aPassword })).status).toBe(200)
    expect(await recorded()).toMatchObject([{ kind: securityKinds.signedIn, account_id: id, subject: 'users.signIn' }])
  })

  it('and asking for a new password is one, whether or not there is an account', async () => {
    const { email } = await anAccount(test.services.db)
    const ask = (of: string) => aStranger().post('/api/Authorization/forgot-password', { email: of })
    await test.begin()
    expect([(await ask(email)).status, (await ask('nobody@example.org')).status]).toEqual([202, 202])
    expect(await kinds()).toEqual(['resetAsked', 'resetAsked'])
  })
})

describe('a command', () => {
  it('that a table of security events names exists', () => {
    const names = modules.flatMap(({ commands = [] }) => commands.map(({ name }) => name))
    expect(reportedCommands().filter(name => !names.includes(name))).toEqual([])
    expect(reportedCommands().length).toBeGreaterThan(15)
  })

  it('on somebody’s account names both, once it is done and not where it is refused', async () => {
    const staff = await test.signedInAs('ADMIN')
    const { id } = await anAccount(test.services.db)
    expect((await staff.post(`/api/Admin/Users/${id}/sessions/end`)).status).toBe(200)
    expect((await staff.post('/api/Admin/Users/2000000000/sessions/end')).status).toBe(404)
    expect(await recorded()).toMatchObject([
      { kind: securityKinds.sessionsEnded, account_id: staff.accountId, target_id: id, subject: 'users.endSessions' }
    ])
  })
})

describe('the filter by network', () => {
  const isOne = (text: string): boolean => new RegExp(networkPattern).test(text)
  /** Every text of so many of the parts at most. */
  const made = (parts: readonly string[], most: number): string[] =>
    most === 0 ? [''] : ['', ...made(parts, most - 1).flatMap(text => parts.map(part => text + part))]

  it.each([
    ...['1.2.3.4', '192.0.2.0/24', '0.0.0.0/0', '2001:db8:1:2::/64', '::', '::1', '1::', '1::8', '::2:3:4:5:6:7'],
    ...['1:2:3:4:5:6:7:8', 'FE80::1/10', '1:2:3:4:5:6::8']
  ])('takes %s', text => {
    expect(isOne(text)).toBe(true)
  })

  it('takes nothing that the database would not', async () => {
    const { db } = test.services
    const octets = Array.from({ length: 1000 }, (_, n) => [
      `${n}.1.1.1`,
      `1.1.1.0${n}`,
      `1.1.1.1/${n}`,
      `::/${n}`
    ]).flat()
    const taken = [...new Set([...made(['1', '1:', ':', '/8'], 9), ...octets])].filter(isOne)
    expect(taken.length).toBeGreaterThan(500)
    const { rows } = await db.raw("select text from unnest(?::text[]) text where not pg_input_is_valid(text, 'inet')", [
      taken
    ])
    expect(rows).toEqual([])
  })

  it.each(['1', '2147483648', '1e308', '::::', '1::2::3', '1:', '1.2.3', '1.2.3.4/33'])('refuses %s', async text => {
    const staff = await test.signedInAs('ADMIN')
    const { status, body } = await staff.get(`/api/Admin/SecurityEvents?Network=${encodeURIComponent(text)}`)
    expect([status, body.Errors[0].PropertyName]).toEqual([400, 'Network'])
  })
})

describe('what leaves', () => {
  it('as a spreadsheet is one, with the page', async () => {
    const staff = await test.signedInAs('ADMIN')
    expect((await staff.get('/api/ui/pages/ORDERS.new/export')).status).toBe(200)
    expect(await recorded()).toMatchObject([
      { kind: securityKinds.exported, account_id: staff.accountId, subject: 'orders.new' }
    ])
  })
})

describe('another company’s thing', () => {
  it('that is asked for by its id is one; what does not exist is none', async () => {
    const { db } = test.services
    const { id: itemId } = await anItem(db)
    const theirs = await anOrder(db, { company: await aCompany(db), itemId })
    const client = await test.signedInAs('CLIENT_ADMIN')
    for (const id of [theirs.id, 2_000_000_000]) {
      expect((await client.get(`/api/Admin/Orders/${id}/details`)).status).toBe(404)
      expect((await client.get(`/api/Admin/Orders/${id}/history`)).status).toBe(404)
      expect((await client.put(`/api/Admin/Orders/${id}/cancel`, { reasonForCancellation: 'x' })).status).not.toBe(200)
    }
    const rows = await recorded()
    expect(rows.every(({ kind, code }) => kind === securityKinds.foreignId && code === 'orders.order')).toBe(true)
    expect(rows.map(({ call }) => call)).toEqual(
      expect.arrayContaining(['GET /api/Admin/Orders/:id/details', 'GET /api/Admin/Orders/:id/history'])
    )
    expect(rows.every(({ account_id }) => account_id === client.accountId)).toBe(true)
  })
})
