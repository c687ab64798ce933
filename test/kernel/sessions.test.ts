/** What a session says is kept in memory, and never outlives its truth: whoever changes it, in whichever process. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { userInfo } from '../../modules/users/routes.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { type Identify, identify, kernelPoints } from '../../src/kernel/access/identity.ts'
import {
  type Fact,
  identityChannel,
  openSessions,
  type Sessions,
  type SessionsOptions,
  usualProofMs
} from '../../src/kernel/access/sessions.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { collectExtensions, type Extensions } from '../../src/kernel/extension-points.ts'
import { type Listener, openListener } from '../../src/kernel/realtime/listener.ts'
import { modules } from '../../src/modules.ts'
import { aDatabase } from '../helper/database.ts'
import { type ACompany, aCompany, anAccount, aPlace } from '../helper/factories.ts'
import { aTcpProxy, type TcpProxy } from '../helper/tcp-proxy.ts'

const log = { warn: () => undefined }
const now = new Date()
/** Longer than any test: where the proof of hearing is not the subject, a busy machine may be late with it. */
const patient = 600_000
const extensions = collectExtensions(modules, kernelPoints)

let database: Awaited<ReturnType<typeof aDatabase>>
type Pool = ReturnType<typeof openDatabase>
let db: Pool
let proxy: TcpProxy
let listener: Listener
/** Another process: what it does is known here by NOTIFY alone. */
let other: pg.Client
const opened: { readonly sessions: Sessions; readonly pool: Pool }[] = []

beforeAll(async () => {
  database = await aDatabase()
  db = openDatabase({ url: database.url })
  proxy = await aTcpProxy(database.url)
  listener = await openListener({ url: proxy.url, channels: [identityChannel], log })
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query(
    `insert into users.accounts (email) select 'many-' || n || '@example.com' from generate_series(1, 250) n`
  )
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const { sessions, pool } of opened.splice(0)) {
    sessions.stop()
    await pool.destroy()
  }
})
afterAll(async () => {
  await listener.stop()
  await other.end()
  await proxy.close()
  await db.destroy()
  await database.drop()
})

type Limits = Pick<SessionsOptions, 'most' | 'proofMs'>

/** Memory over the real database, counting how often that is asked. `pool` is how its process writes. */
function memory({ asks = identify.of(extensions), ...options }: { asks?: Identify } & Limits = {}) {
  const asked: string[] = []
  const counting: Identify = (services, sessionId, ...rest) => {
    asked.push(sessionId)
    return asks(services, sessionId, ...rest)
  }
  const pool = openDatabase({ url: database.url, poolSize: 4 })
  const counted: Extensions = new Map([...extensions, [identify, [counting]]])
  const sessions = openSessions({ db: pool, listener, extensions: counted, proofMs: patient, ...options })
  opened.push({ sessions, pool })
  return { ...sessions, asked, pool }
}

async function aSession(accountId: number): Promise<string> {
  const id = randomUUID()
  const expires_at = new Date(now.getTime() + 3_600_000)
  await db('users.sessions').insert({ id, account_id: accountId, policy: 'portal', created_at: now, expires_at })
  return id
}
async function aClient(company?: ACompany) {
  const of = company ?? (await aCompany(db))
  const given = { role: 'CLIENT', companyId: of.id, departmentId: of.departmentId, password: null } as const
  const { id } = await anAccount(db, given)
  return { accountId: id, company: of, sessionId: await aSession(id) }
}
/** Milliseconds from now to the last call that was answered wrongly; ends with the first right answer. */
async function untilRight(ask: () => Promise<unknown>, isRight: (caller: unknown) => boolean): Promise<number> {
  const since = performance.now()
  let wrong = since
  for (let asked = since; !isRight(await ask()); asked = performance.now()) {
    wrong = asked
    await new Promise(resolve => setImmediate(resolve))
  }
  return wrong - since
}
const heard = async () => {
  const since = performance.now()
  await vi.waitFor(
    () => {
      listener.confirm().catch(() => undefined)
      expect(listener.heardUntil()).toBeGreaterThan(since)
    },
    { timeout: 15_000 }
  )
}

describe('a session', () => {
  test('is read once, not at each request', async () => {
    const { callerOf, asked } = memory()
    const { accountId, sessionId } = await aClient()
    await heard()
    const callers = [await callerOf(sessionId, accountId, now), await callerOf(sessionId, accountId, now)]
    expect(callers[0]).toMatchObject({ accountId, sessionId, role: 'CLIENT', hasAllRequiredData: true })
    expect(callers[1]).toBe(callers[0])
    expect(asked).toHaveLength(1)
  })

  test('of memory opens nothing to another account, nor after its end', async () => {
    const { callerOf } = memory()
    const { accountId, sessionId } = await aClient()
    await callerOf(sessionId, accountId, now)
    expect(await callerOf(sessionId, accountId + 1, now)).toBeUndefined()
    expect(await callerOf(sessionId, accountId, new Date(now.getTime() + 3_600_000))).toBeUndefined()
  })

  test('is dropped when there are too many: the longest kept first', async () => {
    const { callerOf, asked } = memory({ most: 2 })
    const clients = [await aClient(), await aClient(), await aClient()] as const
    await heard()
    for (const { accountId, sessionId } of clients) await callerOf(sessionId, accountId, now)
    for (const { accountId, sessionId } of [...clients].reverse()) await callerOf(sessionId, accountId, now)
    const [first, second, third] = clients.map(({ sessionId }) => sessionId)
    expect(asked).toEqual([first, second, third, first])
  })

  test('is read again after a minute, even if nothing were announced', async () => {
    const { callerOf } = memory()
    const { accountId, sessionId } = await aClient()
    await heard()
    await callerOf(sessionId, accountId, now)
    await db.raw('alter table users.sessions disable trigger user')
    await db('users.sessions').where({ id: sessionId }).update({ ended_at: now })
    await db.raw('alter table users.sessions enable trigger user')
    await heard()
    expect(await callerOf(sessionId, accountId, now)).toBeDefined()
    const time = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => time() + 60_001)
    await heard()
    expect(await callerOf(sessionId, accountId, now)).toBeUndefined()
    // What was heard at the later time would count as heard in advance.
    vi.restoreAllMocks()
    await vi.waitFor(() => {
      listener.confirm().catch(() => undefined)
      expect(listener.heardUntil()).toBeLessThan(performance.now())
    })
  })
})

interface Change {
  readonly sql: string
  /** What the change is about: of these the statement gets the id. */
  readonly of: 'session' | 'account' | 'company'
  /** What the caller has become. */
  readonly becomes: object | undefined
}
const changes: Record<string, Change> = {
  'the session is ended': {
    sql: 'update users.sessions set ended_at = now() where id = $1',
    of: 'session',
    becomes: undefined
  },
  'the session is cut short': {
    sql: "update users.sessions set expires_at = now() - interval '1 h' where id = $1",
    of: 'session',
    becomes: undefined
  },
  'the session is deleted': { sql: 'delete from users.sessions where id = $1', of: 'session', becomes: undefined },
  'the account is deleted': { sql: 'delete from users.accounts where id = $1', of: 'account', becomes: undefined },
  'the account is deactivated': {
    sql: 'update users.accounts set deactivated_at = now() where id = $1',
    of: 'account',
    becomes: { isActivated: false }
  },
  'its confirmation is withdrawn': {
    sql: 'update users.accounts set confirmed_at = null where id = $1',
    of: 'account',
    becomes: { role: null }
  },
  'its role is another': {
    sql: 'update users.accounts set role = 2 where id = $1',
    of: 'account',
    becomes: { role: 'CLIENT_ADMIN' }
  },
  'its phone is gone': {
    sql: 'update users.accounts set phone = null where id = $1',
    of: 'account',
    becomes: { hasAllRequiredData: false }
  },
  'its language is another': {
    sql: 'update users.accounts set language = 2 where id = $1',
    of: 'account',
    becomes: { language: 'en' }
  },
  'it has another department': {
    sql: 'update users.accounts set department_id = null where id = $1',
    of: 'account',
    becomes: { departmentId: null }
  },
  'its company is deactivated': {
    sql: 'update companies.companies set active = false where id = $1',
    of: 'company',
    becomes: { hasAllRequiredData: false }
  },
  'its company is not verified any more': {
    sql: 'update companies.companies set verified = false where id = $1',
    of: 'company',
    becomes: { hasAllRequiredData: false }
  },
  'its company has several departments now': {
    sql: 'update companies.companies set multi_department = true where id = $1',
    of: 'company',
    becomes: { ownDepartmentOnly: true }
  },
  'its last place is inactive': {
    sql: 'update companies.reception_places set is_active = false where company_id = $1',
    of: 'company',
    becomes: { hasAllRequiredData: false }
  },
  'its last place is deleted': {
    sql: 'delete from companies.reception_places where company_id = $1',
    of: 'company',
    becomes: { hasAllRequiredData: false }
  },
  'hundreds of accounts change at once': {
    sql: 'update users.accounts set deactivated_at = now() where id = $1 or true',
    of: 'account',
    becomes: { isActivated: false }
  }
}

describe.each(Object.entries(changes))('when %s', (_what, { sql, of, becomes }) => {
  const known = async () => {
    const sessions = memory()
    const { accountId, sessionId, company } = await aClient()
    const id = { session: sessionId, account: accountId, company: company.id }[of]
    await heard()
    const ask = () => sessions.callerOf(sessionId, accountId, now)
    await ask()
    await ask()
    expect(sessions.asked).toHaveLength(1)
    return { id, ask, pool: sessions.pool }
  }
  const restored = () => db('users.accounts').update({ deactivated_at: null })

  test('by this process, the next request knows', async () => {
    const { id, ask, pool } = await known()
    await pool.raw(sql.replace('$1', '?'), [id])
    const caller = await ask()
    if (becomes) expect(caller).toMatchObject(becomes)
    else expect(caller).toBeUndefined()
    await restored()
  })

  test('by another, every process knows within a second', async () => {
    const { id, ask } = await known()
    await other.query(sql, [id])
    const isRight = (caller: unknown) => (becomes ? isSubset(becomes, caller) : caller === undefined)
    expect(await untilRight(ask, isRight)).toBeLessThan(1_000)
    await restored()
  })
})
const isSubset = (part: object, whole: unknown): boolean =>
  Object.entries(part).every(([key, value]) => (whole as Record<string, unknown>)[key] === value)

test('what else is kept for a caller goes with it, and is not kept when it was read before a change', async () => {
  const { callerOf, factOf, pool } = memory()
  const { accountId, sessionId } = await aClient()
  await heard()
  const known = async () => (await callerOf(sessionId, accountId, now)) as Caller
  const call = (phone: string) => pool('users.accounts').where({ id: accountId }).update({ phone })
  let reads = 0
  let meanwhile = async (): Promise<unknown> => undefined
  const phone: Fact<string> = {
    async read() {
      reads += 1
      const account = await pool('users.accounts').where({ id: accountId }).first('phone')
      await meanwhile()
      return account.phone
    }
  }
  const first = await factOf(await known(), phone)
  expect([await factOf(await known(), phone), reads]).toEqual([first, 1])
  await call('501502504')
  meanwhile = async () => {
    await call('501502505')
    await heard()
    // Another request of the same person has come in since.
    await known()
  }
  expect(await factOf(await known(), phone)).toBe('501502504')
  meanwhile = async () => undefined
  expect(await factOf(await known(), phone)).toBe('501502505')
})

test('a first place lets a client act at once', async () => {
  const sessions = memory()
  const company = await aCompany(db, { place: false })
  const { accountId, sessionId } = await aClient(company)
  const ask = () => sessions.callerOf(sessionId, accountId, now)
  expect(await ask()).toMatchObject({ hasAllRequiredData: false })
  await aPlace(sessions.pool, { companyId: company.id, departmentId: company.departmentId })
  expect(await ask()).toMatchObject({ hasAllRequiredData: true })
})

test('a change that is rolled back changes nothing, one that is committed counts from its commit', async () => {
  const sessions = memory()
  const { accountId, sessionId } = await aClient()
  const ask = () => sessions.callerOf(sessionId, accountId, now)
  const end = async (commits: boolean) => {
    const trx = await sessions.pool.transaction()
    await trx('users.sessions').where({ id: sessionId }).update({ ended_at: now })
    // Read again within: by somebody who does not see the change yet.
    expect(await ask()).toBeDefined()
    await (commits ? trx.commit() : trx.rollback())
  }
  await end(false)
  expect(await ask()).toBeDefined()
  await end(true)
  expect(await ask()).toBeUndefined()
})

test('what was read before a change and answered after it is not kept', async () => {
  let pass: () => void = () => undefined
  const gate = new Promise<void>(resolve => (pass = resolve))
  let read: () => void = () => undefined
  const wasRead = new Promise<void>(resolve => (read = resolve))
  const slow: Identify = async (...call) => {
    const answer = await identify.of(extensions)(...call)
    read()
    await gate
    return answer
  }
  const sessions = memory({ asks: slow })
  const { accountId, sessionId } = await aClient()
  const late = sessions.callerOf(sessionId, accountId, now)
  const told = new Promise(resolve => sessions.onChange(resolve))
  await wasRead
  await other.query('update users.sessions set ended_at = now() where id = $1', [sessionId])
  await told
  pass()
  expect(await late).toBeDefined()
  await heard()
  expect(await sessions.callerOf(sessionId, accountId, now)).toBeUndefined()
})

describe('while the listening connection', () => {
  const revoked = async (disturb: () => void) => {
    const sessions = memory({ proofMs: usualProofMs })
    const { accountId, sessionId } = await aClient()
    await heard()
    const ask = () => sessions.callerOf(sessionId, accountId, now)
    await ask()
    disturb()
    await other.query('update users.sessions set ended_at = now() where id = $1', [sessionId])
    const took = await untilRight(ask, caller => caller === undefined)
    // An answer from the database is right at once, and stays so.
    const asked = sessions.asked.length
    expect(await ask()).toBeUndefined()
    expect(sessions.asked.length).toBe(asked + 1)
    proxy.open()
    await heard()
    return took
  }

  test('is cut, a revocation counts within a second', async () => {
    expect(await revoked(() => proxy.shut())).toBeLessThan(1_000)
  })

  test('is dead without anybody being told, too', async () => {
    expect(await revoked(() => proxy.swallow())).toBeLessThan(1_000)
  })

  test('comes back, memory begins anew', async () => {
    const sessions = memory()
    const { accountId, sessionId } = await aClient()
    await heard()
    await sessions.callerOf(sessionId, accountId, now)
    const gap = new Promise(resolve => sessions.onChange(resolve))
    proxy.shut()
    await other.query('update users.sessions set ended_at = now() where id = $1', [sessionId])
    proxy.open()
    expect(await gap).toEqual({ all: true })
    await heard()
    expect(await sessions.callerOf(sessionId, accountId, now)).toBeUndefined()
  })
})

test('every table that a session is read from announces its changes', async () => {
  const { accountId, sessionId } = await aClient()
  const client = (await memory().callerOf(sessionId, accountId, now)) as Caller
  const statements: { sql: string; bindings: unknown[] }[] = []
  const note = (statement: { sql: string; bindings: unknown[] }) => statements.push(statement)
  db.on('query', note)
  await identify.of(extensions)({ db, extensions }, client.sessionId, client.accountId, now)
  await userInfo.read({ db, extensions }, client)
  db.off('query', note)
  expect(statements).toHaveLength(2)
  const tables = new Set<string>()
  for (const { sql, bindings } of statements) {
    const { rows } = await other.query(`explain (verbose, format json) ${sql}`, bindings)
    JSON.stringify(rows, (_key, node) => {
      if (node?.['Relation Name']) tables.add(`${node.Schema}.${node['Relation Name']}`)
      return node
    })
  }
  const { rows: triggers } = await other.query<{ name: string }>(
    `select distinct event_object_schema || '.' || event_object_table as name from information_schema.triggers
      where trigger_name = 'announce_update' and event_manipulation = 'UPDATE'`
  )
  const names = triggers.map(({ name }) => name)
  expect([...tables].sort()).toEqual(names.sort())
})
