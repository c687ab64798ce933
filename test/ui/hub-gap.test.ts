/** What changes between a page's first answers and its connection to the hub: the browser's own hub against the real server. */
import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket as Socket } from 'ws'
import type { HubHandshake, HubMessage } from '../../src/contract/hub.ts'
import { keptItems, keptMs, recentChanges } from '../../src/kernel/realtime/recent.ts'
import { profileKey } from '../../ui/account.ts'
import { handleMessage, onItems, openHub } from '../../ui/hub.ts'
import { clearSession, storeToken } from '../../ui/session.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany } from '../helper/factories.ts'

let test: TestApp
let company: ACompany
let other: ACompany
let client: Person
let host: string
let stop: () => void = () => undefined

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as { port: number }
  host = `127.0.0.1:${port}`
  vi.stubGlobal('location', { protocol: 'http:', host })
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('WebSocket', Socket) // Node 20 has none
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear()
  })
  company = await aCompany(test.services.db)
  other = await aCompany(test.services.db)
})
beforeEach(async () => {
  client = await test.signedInAs('CLIENT', { companyId: company.id, departmentId: company.departmentId })
})
afterEach(() => {
  stop()
  clearSession()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await test.close()
})

/** Something changes, and the server has heard of it. */
async function changed(resourceType: string, { id }: ACompany): Promise<void> {
  const { hints } = test.services
  await new Promise<void>(resolve => {
    const forget = hints.onHint(hint => {
      if (hint.kind !== 'changed' || hint.resourceType !== resourceType) return
      forget()
      resolve()
    })
    hints.send({ kind: 'changed', resourceType, ids: [1], companyId: id })
  })
}

const types = ['orders.order', 'warehouse.document', 'fleet.vehicle', 'test.end']
function loadedPage(): QueryClient {
  const queries = new QueryClient()
  for (const type of types) queries.setQueryData([type, 'list'], 'as it was')
  return queries
}
const askedAgain = (queries: QueryClient): unknown[] =>
  types.filter(type => queries.getQueryState([type, 'list'])?.isInvalidated)

it('resources that changed after the page was requested are requested again, and no others', async () => {
  storeToken({ accessToken: client.token, expiresAt: new Date(Date.now() + 900_000).toISOString() })
  const queries = loadedPage()
  await changed('orders.order', company)
  await changed('warehouse.document', other)
  stop = openHub(queries, () => undefined)
  await vi.waitFor(() => expect(askedAgain(queries)).toContain('orders.order'))
  // sent after it: nothing is on its way any more
  await changed('test.end', company)
  await vi.waitFor(() => expect(askedAgain(queries)).toContain('test.end'))
  expect(askedAgain(queries)).toEqual(['orders.order', 'test.end'])
})

it('a session that ended before the connection is noticed: the profile is requested again', async () => {
  storeToken({ accessToken: client.token, expiresAt: new Date(Date.now() + 900_000).toISOString() })
  const queries = loadedPage()
  queries.setQueryData(profileKey, 'as it was')
  await client.post('/api/Authorization/sign-out')
  stop = openHub(queries, () => undefined)
  await vi.waitFor(() => expect(queries.getQueryState(profileKey)?.isInvalidated).toBe(true))
  expect(askedAgain(queries)).toEqual([])
})

it('a connection that is given up while it is being made is closed once it stands', async () => {
  const states: number[] = []
  const made: Socket[] = []
  let giveUp = (): void => undefined
  class Watched extends Socket {
    constructor(url: string) {
      super(url)
      made.push(this)
      queueMicrotask(giveUp)
    }
    override close(code?: number, data?: string): void {
      states.push(this.readyState)
      super.close(code, data)
    }
  }
  vi.stubGlobal('WebSocket', Watched)
  giveUp = openHub(new QueryClient(), () => undefined)
  await vi.waitFor(() => expect(made.map(({ readyState }) => readyState)).toEqual([Socket.CLOSED]))
  expect(states[0]).toBe(Socket.OPEN)
  vi.stubGlobal('WebSocket', Socket)
})

/** What a connection hears up to a change that comes after it. The time that it has been asking for is taken once it is open. */
async function heardBy(
  greeting: Omit<HubHandshake, 'token'> | { readonly since: number },
  token = client.token
): Promise<HubMessage[]> {
  const socket = new Socket(`ws://${host}/api/hub`)
  const heard: HubMessage[] = []
  const has = (kind: string) => vi.waitFor(() => expect(heard.map(message => message.kind)).toContain(kind))
  socket.on('message', data => heard.push(JSON.parse(String(data)) as HubMessage))
  await new Promise(resolve => socket.once('open', resolve))
  const said = 'since' in greeting ? { askingForMs: performance.now() - greeting.since } : greeting
  socket.send(JSON.stringify({ token, ...said }))
  await has('ready')
  await changed('test.end', company)
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'changed', resourceType: 'test.end', ids: [1] }))
  socket.terminate()
  return heard.filter(message => message.kind !== 'ready' && !('ids' in message && message.ids.length > 0))
}

it('earlier changes are not reported, and without a time none is', async () => {
  await changed('orders.order', company)
  expect(await heardBy({ askingForMs: 0 })).toEqual([])
  expect(await heardBy({})).toEqual([])
})

it('a browser that asked before the server’s memory begins requests everything again', async () => {
  expect(await heardBy({ askingForMs: 3_600_000 })).toEqual([{ kind: 'resync' }])
})

it('items of a channel that came meanwhile are sent again, to the roles of the channel only', async () => {
  const items = [{ id: 1, lastActiveDate: '2026-11-27T10:00:00.000Z' }]
  const { hints } = test.services
  const since = performance.now()
  const cameBack = new Promise<void>(resolve => {
    hints.onHint(hint => hint.kind === 'items' && resolve())
  })
  hints.send({ kind: 'items', channel: 'iot.positions', items })
  await cameBack
  const admin = await test.signedInAs('ADMIN')
  expect(await heardBy({ since }, admin.token)).toContainEqual({
    kind: 'items',
    channel: 'iot.positions',
    items
  })
  expect((await heardBy({ since })).map(({ kind }) => kind)).not.toContain('items')
})

it('items reach the page that listens later than they came', () => {
  const message = (id: number): HubMessage => ({ kind: 'items', channel: 'test.items', items: [{ id }] })
  const hear = (id: number): void => handleMessage(message(id), new QueryClient(), () => undefined, true)
  const heard: unknown[] = []
  hear(1)
  hear(2)
  const stopListening = onItems('test.items', items => heard.push(...items))
  expect(heard).toEqual([{ id: 1 }, { id: 2 }])
  hear(3)
  stopListening()
  expect(heard).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

it('of more items than are remembered, their channel alone is told', () => {
  const recent = recentChanges(0)
  const batch = (channel: string, length: number) => ({ kind: 'items', channel, items: Array(length).fill(0) }) as const
  recent.add(batch('a', 2), 1_000)
  recent.add(batch('b', 1), 1_500)
  recent.add(batch('a', keptItems - 1), 2_000)
  expect(recent.since(1_000, 3_000)).toEqual([batch('a', 0), batch('b', 1)])
  expect(recent.since(1_500, 3_000)).toEqual([batch('b', 1), batch('a', keptItems - 1)])
})

it('too many missed items make the data of their channel be requested again, and no other', async () => {
  const { hints } = test.services
  const admin = await test.signedInAs('ADMIN')
  storeToken({ accessToken: admin.token, expiresAt: new Date(Date.now() + 900_000).toISOString() })
  const queries = loadedPage()
  queries.getQueryCache().build(queries, { queryKey: ['map'], meta: { resourceTypes: ['iot.positions'] } })
  queries.setQueryData(['map'], 'as it was')
  const end = { id: 'end' }
  const cameBack = new Promise<void>(resolve => {
    hints.onHint(
      hint => hint.kind === 'items' && hint.items.some(item => (item as object as typeof end).id === 'end') && resolve()
    )
  })
  hints.send({ kind: 'items', channel: 'iot.positions', items: [...Array(2 * keptItems).fill({ id: 1 }), end] })
  await cameBack
  stop = openHub(queries, () => undefined)
  await vi.waitFor(() => expect(queries.getQueryState(['map'])?.isInvalidated).toBe(true))
  expect(askedAgain(queries)).toEqual([])
})

it('a change is remembered for a time, once a resource and owner; after a loss of connection, later changes only', () => {
  const hint = (resourceType: string, companyId: number | null = null) =>
    ({ kind: 'changed', resourceType, ids: [7], companyId }) as const
  const recent = recentChanges(1_000)
  recent.add(hint('a'), 2_000)
  recent.add(hint('b', 5), 3_000)
  recent.add(hint('a'), 4_000)
  const typesSince = (from: number, now: number) =>
    recent.since(from, now)?.map(heard => heard.kind === 'changed' && heard.resourceType)
  expect(typesSince(1_000, 4_000)).toEqual(['b', 'a'])
  expect(typesSince(4_000, 4_000)).toEqual(['a'])
  expect(typesSince(4_001, 5_000)).toEqual([])
  // before it had begun to listen
  expect(typesSince(999, 5_000)).toBeUndefined()
  expect(typesSince(3_000, 3_000 + keptMs)).toEqual(['b', 'a'])
  expect(typesSince(3_000, 3_001 + keptMs)).toBeUndefined()
  recent.lose(10_000)
  expect(typesSince(9_999, 11_000)).toBeUndefined()
  expect(typesSince(10_000, 11_000)).toEqual([])
})
