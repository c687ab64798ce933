/** API keys: what they open, whom they name, and how they end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scope, scopes } from '../../src/kernel/access/api-keys.ts'
import { accountingSecret } from '../helper/accounting.ts'
import { type Answer, anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'
import { allEntries } from '../security/entries.ts'
import { aWorld, type World } from '../security/fixtures/world.ts'

let test: TestApp
let staff: Person
let company: ACompany
let other: ACompany
let itemId: number

beforeAll(async () => {
  const accounting = { ACCOUNTING_URL: 'http://127.0.0.1:9', ACCOUNTING_SECRET: accountingSecret }
  test = await anApp({ ROLES: 'web', ...accounting })
  await test.begin()
  staff = await test.signedInAs('ADMIN')
  const { db } = test.services
  company = await aCompany(db)
  other = await aCompany(db)
  itemId = (await anItem(db, { price: 100 })).id
})
afterAll(() => test.close())

interface Made {
  readonly id: number
  readonly key: string
}

const make = async (body: object): Promise<Made> => {
  const answer = await staff.post('/api/Admin/ApiKeys', { name: 'Księgowość', scopes: [...scopes], ...body })
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body.data
}

const withKey = (key: string, from?: string) => {
  const nobody = test.nobody({ host: 'admin.localhost:3000', ...(from ? { from } : {}) })
  return (method: 'GET' | 'PUT' | 'POST', url: string, body?: object): Promise<Answer> =>
    nobody.call(method, url, body, { authorization: `Bearer ${key}` })
}

const anOrderOf = (of: ACompany, status = 0) => anOrder(test.services.db, { company: of, itemId, status })

describe('a key', () => {
  it('is in the answer that makes it, and nowhere else', async () => {
    const { id, key } = await make({ name: 'Raz' })
    expect(key).toMatch(/^opn_[0-9A-Za-z]{49}$/)
    const [row] = await test.services.db('integrations.api_keys').where({ id })
    const everywhere = JSON.stringify([
      row,
      (await staff.get('/api/Admin/ApiKeys')).body,
      (await staff.get(`/api/Admin/ApiKeys/${id}/history`)).body,
      await test.services.db('audit.entries'),
      await test.services.db('kernel.idempotency')
    ])
    expect(everywhere).not.toContain(key)
    expect(row.hint).toBe(key.slice(-4))
  })

  it('reads, and writes under its name: in the history, and in the audit', async () => {
    const { key } = await make({ name: 'Planowanie' })
    const { id } = await anOrderOf(company)
    const call = withKey(key)
    expect((await call('GET', `/api/Admin/Orders/${id}/details`)).body.data.id).toBe(id)
    expect((await call('PUT', `/api/Admin/Orders/${id}/accept`)).status).toBe(200)
    const { body } = await staff.get(`/api/Admin/Orders/${id}/history`)
    expect(body.data[0]).toMatchObject({ user: 'API: Planowanie' })
    const [entry] = await test.services.db('audit.entries').orderBy('id', 'desc').limit(1)
    const [account] = await test.services.db('users.accounts').where({ id: entry.account_id })
    expect([entry.command, entry.audience, account.last_name]).toEqual(['orders.accept', 'ADMIN', 'Planowanie'])
  })

  it('keeps an answer under an idempotency key, as a person’s call does', async () => {
    const { key } = await make({})
    const { id } = await anOrderOf(company)
    const again = { authorization: `Bearer ${key}`, 'idempotency-key': 'accept-once' }
    const nobody = test.nobody()
    const first = await nobody.call('PUT', `/api/Admin/Orders/${id}/accept`, undefined, again)
    const second = await nobody.call('PUT', `/api/Admin/Orders/${id}/accept`, undefined, again)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
  })

  it('without the scope is told which one: 403', async () => {
    const { key } = await make({ scopes: ['orders:read'] })
    const { id } = await anOrderOf(company)
    const { status, body } = await withKey(key)('PUT', `/api/Admin/Orders/${id}/accept`)
    expect([status, body.code, body.detail]).toEqual([403, 'kernel.keyScope', expect.stringContaining('orders:write')])
  })

  it('of one company sees nothing of another', async () => {
    const { key } = await make({ companyId: company.id })
    const call = withKey(key)
    const [own, foreign] = [await anOrderOf(company), await anOrderOf(other)]
    const list = (await call('GET', '/api/Admin/Orders?limit=1000')).body.data as { id: number; companyId: number }[]
    expect(list.map(({ id }) => id)).toContain(own.id)
    expect(new Set(list.map(({ companyId }) => companyId))).toEqual(new Set([company.id]))
    expect((await call('GET', `/api/Admin/Orders/${foreign.id}/details`)).status).toBe(404)
    expect((await call('PUT', `/api/Admin/Orders/${foreign.id}/cancel`, {})).status).toBe(404)
    await staff.put(`/api/Admin/Orders/${foreign.id}/accept`)
    await staff.put(`/api/Admin/Orders/${own.id}/accept`)
    const { data } = (await call('GET', '/api/Admin/Events')).body as { data: { data: { companyId: number } }[] }
    expect(new Set(data.map(event => event.data.companyId))).toEqual(new Set([company.id]))
  })

  it('of a company that is deactivated opens nothing', async () => {
    const closing = await aCompany(test.services.db)
    const { key } = await make({ companyId: closing.id })
    expect((await withKey(key)('GET', '/api/Admin/Orders')).status).toBe(200)
    await test.services.db('companies.companies').where({ id: closing.id }).update({ active: false })
    expect((await withKey(key)('GET', '/api/Admin/Orders')).status).toBe(403)
  })

  it('ends: revoked, expired, from another network, and one that nobody made are the same 401', async () => {
    const bodyOf = async (key: string, from?: string) => {
      const { status, body } = await withKey(key, from)('GET', '/api/Admin/Orders')
      return [status, body.code, body.detail]
    }
    const refused = [401, 'kernel.keyRefused', expect.stringMatching(/^[^.]+\.$/)]
    const { id, key } = await make({ expiresAt: new Date(test.clock.now.getTime() + 60_000).toISOString() })
    expect((await bodyOf(key))[0]).toBe(200)
    const before = test.clock.now
    test.clock.now = new Date(before.getTime() + 61_000)
    expect(await bodyOf(key)).toEqual(refused)
    test.clock.now = before
    expect((await bodyOf(key))[0]).toBe(200)
    await staff.call('DELETE', `/api/Admin/ApiKeys/${id}`)
    expect(await bodyOf(key)).toEqual(refused)
    const here = await make({ networks: '192.0.2.0/24, 2001:db8::/32' })
    expect((await bodyOf(here.key, '192.0.2.77'))[0]).toBe(200)
    expect((await bodyOf(here.key, '2001:db8::7'))[0]).toBe(200)
    expect(await bodyOf(here.key, '192.0.3.1')).toEqual(refused)
    expect(await bodyOf(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toEqual(refused)
    expect(await bodyOf('opn_x')).toEqual(refused)
  })

  it('is refused what it may not be: a network that is none, a day that is over, a company that is not there', async () => {
    const fieldOf = async (body: object) => {
      const { status, body: answer } = await staff.post('/api/Admin/ApiKeys', {
        name: 'x',
        scopes: ['orders:read'],
        ...body
      })
      return [status, answer.Errors?.[0]?.PropertyName]
    }
    expect(await fieldOf({ networks: 'example.com' })).toEqual([422, 'networks'])
    expect(await fieldOf({ expiresAt: '2020-01-01' })).toEqual([422, 'expiresAt'])
    expect(await fieldOf({ companyId: 2_000_000_000 })).toEqual([422, 'companyId'])
    expect(await fieldOf({ scopes: ['all'] })).toEqual([400, 'scopes.0'])
    expect(await fieldOf({ scopes: [] })).toEqual([400, 'scopes'])
  })

  it('has a limit of its own, whatever others call', async () => {
    const { key } = await make({ callsPerMinute: 3 })
    const second = await make({ callsPerMinute: 3 })
    const statuses: number[] = []
    for (let at = 0; at < 4; at += 1) statuses.push((await withKey(key)('GET', '/api/Admin/Orders')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const { headers } = await withKey(key)('GET', '/api/Admin/Orders')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await withKey(second.key)('GET', '/api/Admin/Orders')).status).toBe(200)
  })

  it('has one limit in all processes together', async () => {
    const { key } = await make({ callsPerMinute: 2 })
    const other = await anApp({ ROLES: 'web', DATABASE_URL: test.url })
    const statuses: number[] = []
    for (const app of [test, other, test, other]) {
      const headers = { authorization: `Bearer ${key}` }
      statuses.push((await app.nobody().call('GET', '/api/Admin/Orders', undefined, headers)).status)
    }
    await other.close()
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  it('shows when it was last used, to the minute', async () => {
    const { id, key } = await make({})
    const used = async () => (await staff.get(`/api/Admin/ApiKeys/${id}`)).body.data.lastUsedAt
    expect(await used()).toBeNull()
    await withKey(key)('GET', '/api/Admin/Orders')
    const first = await used()
    test.clock.now = new Date(test.clock.now.getTime() + 30_000)
    await withKey(key)('GET', '/api/Admin/Orders')
    expect(await used()).toBe(first)
    test.clock.now = new Date(test.clock.now.getTime() + 31_000)
    await withKey(key)('GET', '/api/Admin/Orders')
    expect(await used()).not.toBe(first)
  })

  it('is no person: no list of people has its account, and no company counts it as its administrator', async () => {
    await make({ companyId: company.id, name: 'Niewidoczny' })
    for (const url of [
      '/api/Admin/Users',
      '/api/Admin/Users/not-confirmed',
      `/api/Admin/Companies/${company.id}/users`
    ]) {
      const { status, body } = await staff.get(`${url}?limit=1000`)
      if (status === 200) expect([url, JSON.stringify(body)]).toEqual([url, expect.not.stringContaining('Niewidoczny')])
    }
  })
})

/** What opens which route, by hand: `orders:read` and so on; all others are shut to keys. */
const open: Readonly<Record<string, Scope>> = {
  'GET /api/Admin/Events': 'events:read',
  'GET /api/Admin/Orders': 'orders:read',
  'GET /api/Admin/Orders/:id/details': 'orders:read',
  'GET /api/Admin/Orders/:id/history': 'orders:read',
  'GET /api/Admin/Orders/:id/comments': 'orders:read',
  'GET /api/Admin/OrderTypes': 'orders:read',
  'GET /api/Admin/OrderTypeItems': 'orders:read',
  'POST /api/Admin/Orders': 'orders:write',
  'PUT /api/Admin/Orders/:id': 'orders:write',
  'POST /api/Admin/Orders/new-client': 'orders:write',
  'PUT /api/Admin/Orders/set-driver': 'orders:write',
  'PUT /api/Admin/Orders/set-sequence': 'orders:write'
}

describe('every route × every key', () => {
  let world: World
  const keys = {} as Record<Scope, string>
  beforeAll(async () => {
    world = await aWorld(test)
    for (const scope of scopes) keys[scope] = (await make({ scopes: [scope], callsPerMinute: 60_000 })).key
  })

  it('is opened by its own scope alone, and without one by no key', async () => {
    const entries = await allEntries()
    const wrong: unknown[] = []
    for (const { method, url, scope } of test.routes) {
      const entry = entries[`${method} ${url}`]
      const asked = entry?.built || !entry ? undefined : await entry.own(world, 'ADMIN')
      if (!asked) continue
      for (const held of scopes) {
        if (held === scope) continue
        const answer = await test
          .nobody()
          .call(method as 'GET', asked.url, asked.body, { authorization: `Bearer ${keys[held]}` })
        const expected = scope === undefined ? 'kernel.keyShut' : 'kernel.keyScope'
        if (answer.status !== 403 || answer.body.code !== expected)
          wrong.push([method, url, held, answer.status, answer.body.code])
      }
      if (scope) {
        const answer = await test
          .nobody()
          .call(method as 'GET', asked.url, asked.body, { authorization: `Bearer ${keys[scope]}` })
        const good = entry?.status ?? 200
        if (answer.status !== good) wrong.push([method, url, scope, answer.status, answer.body.code])
      }
    }
    expect(wrong).toEqual([])
  })

  it('of one company leaves hidden what is of another', async () => {
    const { key } = await make({ companyId: world.own.company.id, callsPerMinute: 60_000 })
    const call = withKey(key)
    const entries = await allEntries()
    const hidden = world.hiddenFrom('CLIENT_ADMIN').map(canary => canary.toLowerCase())
    const wrong: unknown[] = []
    let asked = 0
    for (const { method, url, scope } of test.routes) {
      const entry = scope && entries[`${method} ${url}`]
      if (!entry) continue
      const may = entry.may.includes('CLIENT_ADMIN')
      const good = entry.without?.includes('CLIENT_ADMIN') ? 404 : (entry.status ?? 200)
      const another = entry.another?.(world, 'CLIENT_ADMIN') ?? []
      const calls = [
        ...another.map(one => [one, may ? 404 : 403] as const),
        [await entry.own(world, 'CLIENT_ADMIN'), may ? good : 403] as const
      ]
      for (const [one, expected] of calls) {
        asked += 1
        const { status, body } = await call(method as 'GET', one.url, one.body as object | undefined)
        const text = (typeof body === 'string' ? body : JSON.stringify(body)).toLowerCase()
        const leaked = hidden.filter(canary => text.includes(canary))
        if (status !== expected || leaked.length > 0) wrong.push([method, one.url, status, expected, leaked])
      }
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(50)
  })

  it('names the scopes that are written here by hand', () => {
    const named = Object.fromEntries(test.routes.map(({ method, url, scope }) => [`${method} ${url}`, scope]))
    for (const [route, scope] of Object.entries(open)) expect([route, named[route]]).toEqual([route, scope])
    const shut = Object.entries(named).filter(([route]) =>
      /ApiKeys|Webhooks|Users|Authorization|Storage\/access/.test(route)
    )
    expect(shut.length).toBeGreaterThan(20)
    expect(shut.filter(([, scope]) => scope !== undefined)).toEqual([])
  })
})
