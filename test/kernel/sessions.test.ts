/** What a session says is kept in memory, and never outlives its truth. What changes it: session-changes.test.ts. */
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { userInfo } from '../../modules/users/routes.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { type Identify, identify } from '../../src/kernel/access/identity.ts'
import type { Fact } from '../../src/kernel/access/sessions.ts'
import { aCompany, aPlace } from '../helper/factories.ts'
import { aMemoryOfSessions, extensions, now } from './fixtures/sessions.ts'

const all = await aMemoryOfSessions()
const { db, listener, other, memory, aClient, heard } = all
afterEach(() => all.forget())
afterAll(() => all.close())

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

  test('in memory gives no access to another account, nor after its end', async () => {
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

test('other facts about a caller are dropped with it, and are not kept when they were read before a change', async () => {
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
