/** What the log has of each call, and by what a call is found again. */
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { requestIdOf, traceIdOf } from '../../src/kernel/serve/request-ids.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { anAccount, anOperator } from '../helper/factories.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly [field: string]: unknown
}

let test: TestApp
let staff: Person
const lines: Line[] = []
const logger = { level: 'debug', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } }
const answered = (): Line[] => lines.filter(({ msg }) => msg === 'answered')
const [debug, info, warn, error] = [20, 30, 40, 50]

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, undefined, logger)
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())
beforeEach(() => {
  lines.length = 0
})

describe('a call', () => {
  it('that is answered is one line: what, by whom, from where, how long, and no value of its path or query', async () => {
    const { id } = await anOperator(test.services.db)
    const { headers } = await staff.get(`/api/Admin/RecycleOperators/${id}?secretly=4711`)
    expect(answered()).toMatchObject([
      {
        level: info,
        method: 'GET',
        route: '/api/Admin/RecycleOperators/:id',
        account: staff.accountId,
        network: '127.0.0.1',
        ms: expect.any(Number),
        reqId: headers['x-request-id']
      }
    ])
    expect(JSON.stringify(lines)).not.toContain('4711')
    expect(lines.filter(({ level }) => level >= info)).toHaveLength(1)
  })

  it('that is refused has the code on the same line', async () => {
    const { body } = await staff.get('/api/Admin/Orders/2000000000/details')
    await test.nobody({ from: '2001:db8:1:2:3:4:5:6' }).get('/api/Admin/Orders')
    await test.nobody().get('/api/Nowhere/4711')
    expect(answered()).toMatchObject([
      { level: info, status: 404, code: body.code, reqId: body.instance },
      { level: info, status: 401, code: 'kernel.unauthorized', network: '2001:db8:1:2::/64' },
      { level: info, status: 404, code: 'kernel.noRoute', route: 'none' }
    ])
    expect(answered()[1]).not.toHaveProperty('account')
    expect(JSON.stringify(lines)).not.toContain('4711')
  })

  it('that the router refuses has its line, too', async () => {
    await test.nobody().get('/%ZZ')
    expect(answered()).toMatchObject([{ level: info, status: 400, code: 'kernel.malformed', route: 'none' }])
  })

  it('that fails by our fault has the cause on a line of its own', async () => {
    const { db } = test.services
    await db.raw('alter view fleet.present_operators rename to away')
    const { status, body } = await staff.get('/api/Admin/RecycleOperators')
    await db.raw('alter view fleet.away rename to present_operators')
    expect(status).toBe(500)
    const own = lines.filter(({ reqId }) => reqId === body.instance)
    expect(own).toMatchObject([
      {
        level: error,
        msg: 'failed',
        code: 'kernel.unexpected',
        err: { message: expect.stringContaining('does not exist') }
      },
      { level: info, msg: 'answered', status: 500, code: 'kernel.unexpected' }
    ])
  })

  it('of health is written with debug', async () => {
    await test.nobody().get('/health/live')
    expect(answered()).toMatchObject([{ level: debug, route: '/health/live', status: 200 }])
  })

  it('whose caller goes before the answer says so', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as { port: number }
    const sent = request({
      port,
      host: '127.0.0.1',
      path: '/api/Admin/Orders',
      headers: { authorization: `Bearer ${staff.token}` }
    })
    sent.on('error', () => undefined)
    await test.services.db.transaction(async trx => {
      await trx.raw('lock table orders.orders in access exclusive mode')
      sent.end()
      await expect.poll(async () => (await trx.raw(`select 1 from pg_locks where not granted`)).rowCount).toBe(1)
      sent.destroy()
    })
    await expect.poll(() => answered().length).toBe(1)
    expect(answered()).toMatchObject([{ status: 499, route: '/api/Admin/Orders', account: staff.accountId }])
  })
})

describe('a live connection', () => {
  it('is one line when it ends', async () => {
    const { port } = test.app.server.address() as { port: number }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/hub`)
    await once(socket, 'open')
    socket.send(JSON.stringify({ token: staff.token }))
    await once(socket, 'message')
    socket.close()
    await once(socket, 'close')
    await expect.poll(() => answered().length).toBe(1)
    expect(answered()).toMatchObject([{ level: info, route: '/api/hub', status: 101, account: staff.accountId }])
  })
})

describe('a failed sign-in', () => {
  it('is a warning with its network, leaves a row among the security events, and names neither password nor a stranger', async () => {
    const { id, email } = await anAccount(test.services.db)
    const from = test.nobody({ host: officeHost, from: '198.51.100.7' })
    const signIn = (name: string) => from.post('/api/Authorization/sign-in', { email: name, password: 'Sesam-4711' })
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn('nobody.4712@example.com')).status).toBe(401)
    const warnings = lines.filter(({ level }) => level === warn)
    expect(warnings).toMatchObject([
      { msg: 'security event', security: { kind: 'signInFailed', network: '198.51.100.7' } },
      { msg: 'security event', security: { kind: 'signInFailed', network: '198.51.100.7' } }
    ])
    expect(answered()).toMatchObject([{ code: 'users.credentials', network: '198.51.100.7' }, {}])
    await test.services.security.flush()
    const rows = await test.services.db('audit.security_events').where({ network: '198.51.100.7' }).orderBy('id')
    expect(rows).toMatchObject([{ target_id: id }, { target_id: null }])
    const ids = answered().map(({ reqId }) => reqId)
    expect(rows.map(({ request_id }) => request_id)).toEqual(ids)
    for (const secret of ['4711', '4712', email]) expect(JSON.stringify([lines, rows])).not.toContain(secret)
  })
})

describe('the id that a caller gives', () => {
  const id = 'proxy-7.2026:00042'
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

  it('is that of the answer, the problem, the log and the audit', async () => {
    const given = { 'x-request-id': id, traceparent }
    const { body, headers } = await staff.get('/api/Admin/Orders/2000000000/details', given)
    expect([headers['x-request-id'], body.instance]).toEqual([id, id])
    await staff.post('/api/Admin/RecycleOperators', { name: 'Ślad' }, given)
    expect(answered()).toMatchObject([
      { reqId: id, traceId: '0af7651916cd43dd8448eb211c80319c' },
      { reqId: id, traceId: '0af7651916cd43dd8448eb211c80319c' }
    ])
    const [entry] = await test.services.db('audit.entries').orderBy('id', 'desc').limit(1)
    expect(entry).toMatchObject({ command: 'fleet.addOperator', request_id: id })
    const { body: audit } = await staff.get('/api/Admin/Audit?limit=1')
    expect(audit.data).toMatchObject([{ requestId: id }])
  })

  it.each(['short', 'x'.repeat(101), 'with a blank', 'a line\\nof its own', '"}{"level":60', 'ąęśćżźół-1234', ''])(
    'is not taken in another form: %s',
    text => {
      expect(requestIdOf({ 'x-request-id': text })).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    }
  )

  it.each([
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '0af7651916cd43dd8448eb211c80319c'],
    ['01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more', '0af7651916cd43dd8448eb211c80319c'],
    ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', undefined],
    ['00-00000000000000000000000000000000-b7ad6b7169203331-01', undefined],
    ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', undefined],
    ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', undefined],
    ['0af7651916cd43dd8448eb211c80319c', undefined]
  ])('of a trace is read from %s', (text, trace) => {
    expect(traceIdOf({ traceparent: text })).toBe(trace)
  })
})
