/** Whoever changes what a session says, in whichever process, is known at once by all that keep it in memory. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { usualProofMs } from '../../src/kernel/access/sessions.ts'
import { aMemoryOfSessions, now, untilRight } from './fixtures/sessions.ts'

const all = await aMemoryOfSessions()
const { db, proxy, other, memory, aClient, heard } = all
afterEach(() => all.forget())
afterAll(() => all.close())

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

  test('is dead without being closed, a revocation counts within a second, too', async () => {
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
