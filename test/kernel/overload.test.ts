/** More calls at once than MAX_CALLS: the rest is refused, and health answers. */
import { connect, type Socket } from 'node:net'
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineModule } from '../../src/kernel/module.ts'
import { defineRoute, ItemResponse } from '../../src/kernel/routes/route.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

const most = 3
/** Calls of `/api/test/slow` that wait for `pass`. */
const waiting: (() => void)[] = []
const slow = defineRoute({
  url: '/api/test/slow',
  access: ['signedIn'],
  summary: 'Answers when it is let go',
  answer: ItemResponse(Type.Boolean()),
  run: async () => {
    await new Promise<void>(resolve => waiting.push(resolve))
    return { data: true }
  }
})

let test: TestApp
let staff: Person
let port: number
beforeAll(async () => {
  test = await anApp({ ROLES: 'web', MAX_CALLS: String(most) }, [
    ...modules,
    defineModule({ name: 'test', routes: [slow] })
  ])
  staff = await test.signedInAs('ADMIN')
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as { port: number }).port
})
beforeEach(() => expect(waiting).toEqual([]))
afterAll(() => test.close())

const me = '/api/Authorization/userinfo'
const pass = (): void => {
  for (const one of waiting.splice(0)) one()
}
/** Connections that the server has open. */
const open = () =>
  new Promise<number>((resolve, reject) => test.app.server.getConnections((e, n) => (e ? reject(e) : resolve(n))))

const slowCall = (): string =>
  [`GET /api/test/slow HTTP/1.1`, `Host: localhost:${port}`, `Authorization: Bearer ${staff.token}`, '', ''].join(
    '\r\n'
  )

/** Calls that wait for a place. */
async function queued(): Promise<number> {
  const metric = await test.services.metrics.registry.getSingleMetric('opony_http_calls')?.get()
  return metric?.values.find(({ labels }) => labels.state === 'waiting')?.value ?? Number.NaN
}

/** As many slow calls as there is room for; gives what they answer. */
async function full() {
  const calls = Array.from({ length: most }, () => staff.get('/api/test/slow'))
  await vi.waitFor(() => expect(waiting).toHaveLength(most))
  return Promise.all(calls)
}

describe('past the most calls at a time', () => {
  it('one more is refused: 503, when to come again, in the caller’s language', async () => {
    const filled = full()
    await vi.waitFor(() => expect(waiting).toHaveLength(most))
    const { status, body, headers } = await staff.get(me, { 'accept-language': 'de' })
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'kernel.unavailable', '2'])
    expect(body.title).toBe(test.services.messages.say('de', 'errors.kernel.unavailable'))
    pass()
    expect((await filled).map(answer => answer.status)).toEqual([200, 200, 200])
    expect((await staff.get(me)).status).toBe(200)
  })

  it('one that finds a place in time is served, in the order of coming', async () => {
    const filled = full()
    await vi.waitFor(() => expect(waiting).toHaveLength(most))
    const order: string[] = []
    const called = ['first', 'second'].map(async name => {
      const { status } = await staff.get(me)
      order.push(name)
      return status
    })
    waiting.shift()?.()
    expect(await Promise.all(called)).toEqual([200, 200])
    expect(order).toEqual(['first', 'second'])
    pass()
    await filled
  })

  it('a place is not given to who has gone', async () => {
    const filled = full()
    await vi.waitFor(() => expect(waiting).toHaveLength(most))
    await vi.waitFor(async () => expect(await open()).toBe(0))
    const gone = connect(port, '127.0.0.1')
    gone.write(slowCall())
    await vi.waitFor(async () => expect(await queued()).toBe(1), { interval: 5 })
    gone.destroy()
    await vi.waitFor(async () => expect(await open()).toBe(0), { interval: 5 })
    waiting.shift()?.()
    expect((await staff.get(me)).status).toBe(200)
    expect(waiting).toHaveLength(most - 1)
    pass()
    await filled
  })

  it('a change is refused, too', async () => {
    const filled = full()
    await vi.waitFor(() => expect(waiting).toHaveLength(most))
    expect((await staff.put('/api/Admin/Orders/1/accept', {})).status).toBe(503)
    pass()
    await filled
  })

  it('health and sockets answer all the same', async () => {
    const filled = full()
    await vi.waitFor(() => expect(waiting).toHaveLength(most))
    expect((await staff.get('/health/live')).status).toBe(200)
    expect((await staff.get('/health/ready')).status).toBe(200)
    const socket = connect(port, '127.0.0.1')
    const answer = new Promise<string>(resolve => socket.once('data', data => resolve(String(data))))
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    const key = 'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=='
    socket.write([`GET /api/hub HTTP/1.1`, `Host: localhost:${port}`, ...upgrade, key, '', ''].join('\r\n'))
    expect(await answer).toMatch(/^HTTP\/1\.1 101 /)
    socket.destroy()
    pass()
    await filled
  })

  it('a refused call leaves its place to others, one that fails as well', async () => {
    for (let n = 0; n < 2 * most; n += 1) {
      expect((await staff.get('/api/Admin/Orders/999999')).status).toBe(404)
      expect((await test.nobody().get(me)).status).toBe(401)
      expect((await staff.post('/api/Admin/Orders', { quantity: -1 })).status).toBe(400)
    }
    expect((await staff.get(me)).status).toBe(200)
  })
})

it('bodies that are still on their way take no place', async () => {
  const head = [
    'POST /api/Authorization/sign-in HTTP/1.1',
    `Host: localhost:${port}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    '',
    '{'
  ]
  const senders: Socket[] = []
  for (let n = 0; n < 2 * most; n += 1) {
    const socket = connect(port, '127.0.0.1')
    senders.push(socket)
    await new Promise(resolve => socket.write(head.join('\r\n'), resolve))
  }
  await vi.waitFor(async () => expect(await open()).toBeGreaterThanOrEqual(senders.length))
  const filled = full()
  await vi.waitFor(() => expect(waiting).toHaveLength(most))
  pass()
  expect((await filled).map(({ status }) => status)).toEqual([200, 200, 200])
  for (const socket of senders) socket.destroy()
})

it('a caller who goes away keeps the place until the work is done', async () => {
  await vi.waitFor(async () => expect(await open()).toBe(0))
  const gone = connect(port, '127.0.0.1')
  gone.write(slowCall())
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  gone.destroy()
  await vi.waitFor(async () => expect(await open()).toBe(0))
  const others = [staff.get('/api/test/slow'), staff.get('/api/test/slow')]
  await vi.waitFor(() => expect(waiting).toHaveLength(most))
  expect((await staff.get(me)).status).toBe(503)
  pass()
  await Promise.all(others)
  await vi.waitFor(async () => expect((await staff.get(me)).status).toBe(200))
})

it('readiness does not wait for a pool that is busy', async () => {
  const { db } = test.services
  const held = await Promise.all(Array.from({ length: db.client.pool.max }, () => db.transaction()))
  try {
    expect((await test.nobody().get('/health/ready')).status).toBe(200)
  } finally {
    for (const trx of held) await trx.rollback()
  }
})
