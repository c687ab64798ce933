/** Every answer has the same headers and every refusal is a problem, also where no route was reached; the log is ours alone. */
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { commonHeaders } from '../../src/kernel/serve/headers.ts'
import { anApp, officeHost, portalHost, type TestApp } from '../helper/app.ts'
import { anAccount, aPassword } from '../helper/factories.ts'

let test: TestApp
let port: number
let token: string
const lines: { level: number; msg: string; code?: string }[] = []
const logger = { level: 'trace', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } }

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, undefined, logger)
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as { port: number }).port
  token = (await test.signedInAs('ADMIN')).token
})
afterAll(() => test.close())

interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** What the server writes to a socket that was sent the bytes as they are. */
const raw = (text: string): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', part => {
      answer += String(part)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      const [first = '', ...rest] = head.split('\r\n')
      const headers = rest.map(line => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      })
      resolve({ status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), text: body })
    })
  })

/** Like `raw`, of a call that node's own client can make. */
const call = (path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  new Promise<Seen>((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options
    const sent = request({ port, host: '127.0.0.1', path, method, headers }, answer => {
      let text = ''
      answer.on('data', part => {
        text += String(part)
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, text })
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** pino's level of a warning. */
const warning = 40
const json = { 'content-type': 'application/json' }
const held = () => ({ authorization: `Bearer ${token}` })

describe('an answer', () => {
  const answers: readonly (readonly [string, number, () => Promise<Seen>])[] = [
    ['of a read', 200, () => call('/api/Admin/Orders', { headers: held() })],
    ['of a read without a session', 401, () => call('/api/Admin/Orders')],
    ['of a read for another role', 404, () => call('/api/Admin/Orders/1/details', { headers: held() })],
    ['of health', 200, () => call('/health/live')],
    ['of a form', 200, () => call('/api/ui/forms/users.signUp')],
    ['of a command', 400, () => call('/api/Authorization/sign-in', { method: 'POST', headers: json, body: '{}' })],
    ['to no JSON', 400, () => call('/api/Authorization/sign-in', { method: 'POST', headers: json, body: '{' })],
    [
      'to another kind of body',
      415,
      () =>
        call('/api/Authorization/sign-in', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' })
    ],
    [
      'to a body that is too large',
      413,
      () => call('/api/Authorization/sign-in', { method: 'POST', headers: json, body: `"${'x'.repeat(20_000)}"` })
    ],
    ['where there is nothing', 404, () => call('/api/Nowhere')],
    [
      'to TRACE, which repeats what was sent',
      404,
      () => call('/api/Admin/Orders', { method: 'TRACE', headers: held() })
    ],
    ['to a path that cannot be decoded', 400, () => call('/%ZZ')],
    ['to such a path without a host', 400, () => raw('GET /%ZZ HTTP/1.0\r\n\r\n')],
    ['to a path of the API that cannot be decoded', 400, () => call('/api/Admin/Orders/%E0%A4%A')],
    [
      'to a part of a path that is too long',
      400,
      () => call(`/api/Admin/Orders/${'1'.repeat(500)}`, { headers: held() })
    ],
    ['to headers that are too long', 431, () => raw(`GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`)],
    ['to a URL that is too long', 431, () => raw(`GET /api/x?${'a=1&'.repeat(5_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)],
    ['to what is no HTTP', 400, () => raw('good day\r\n\r\n')],
    ['to two lengths', 400, () => raw('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n')]
  ]
  it.each(answers)('%s has every header', async (_what, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(commonHeaders)
    expect(answer.headers['x-powered-by']).toBeUndefined()
    if (status === 200) return
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    const problem = JSON.parse(answer.text)
    expect(problem).toMatchObject({ status, code: expect.stringMatching(/^kernel\./) })
    expect(problem.detail).toMatch(/\S/)
    expect(answer.text).not.toMatch(/FST_|HPE_|node_modules/)
  })

  it('uses no feature of the browser: only the page of the office may ask for the position', () => {
    const policy = String(commonHeaders['permissions-policy']).split(', ')
    expect(policy).toEqual(expect.arrayContaining(['geolocation=()', 'camera=()']))
    expect(policy.filter(feature => !feature.endsWith('=()'))).toEqual([])
  })

  it('is framed by nobody, by the old header as by the new one', () => {
    expect(commonHeaders['x-frame-options']).toBe('DENY')
    expect(commonHeaders['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

describe.skipIf(!existsSync(join(import.meta.dirname, '../../dist/ui/assets')))('the built browser part', () => {
  const own = Object.keys(commonHeaders).filter(name => !['cache-control', 'content-security-policy'].includes(name))

  it.each([
    ['the office, where a service round may begin where the person is', officeHost, 'self'],
    ['the portal', portalHost, '']
  ])('its page asks for the position in %s: %s', async (_which, host, allowed) => {
    const { status, headers } = await call('/orders/new', { headers: { accept: 'text/html', host } })
    expect(status).toBe(200)
    const policy = String(headers['permissions-policy']).split(', ')
    expect(policy).toContain(`geolocation=(${allowed})`)
    expect(policy.filter(feature => !feature.endsWith('=()'))).toEqual(allowed ? ['geolocation=(self)'] : [])
  })

  it('its page is kept by nobody, and runs only what carries its nonce', async () => {
    const { status, headers } = await call('/orders/new', { headers: { accept: 'text/html' } })
    expect(status).toBe(200)
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(own))
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-.+frame-ancestors 'none'/)
    expect(headers['x-frame-options']).toBe('DENY')
  })

  it('its hashed files are kept for ever, and may load others of their kind', async () => {
    const { text } = await call('/', { headers: { accept: 'text/html' } })
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(text) ?? []
    const { status, headers } = await call(script)
    expect(status).toBe(200)
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(own))
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  })

  it('a hashed file that is not there is kept by nobody', async () => {
    const { status, headers } = await call('/assets/gone-12345678.js')
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  })
})

describe('a slow sender', () => {
  it.each([
    ['of headers', 'POST /api/Authorization/sign-in HTTP/1.1\r\nhost: localhost\r\n'],
    [
      'of a body',
      'POST /api/Authorization/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'
    ]
  ])('%s is answered with 408, and the connection closed', async (_what, begun) => {
    const { server } = test.app
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 15_000])
    server.headersTimeout = 200
    server.requestTimeout = 200
    const { status, headers, text } = await raw(begun)
    server.headersTimeout = 10_000
    server.requestTimeout = 15_000
    expect(status).toBe(408)
    expect(headers).toMatchObject(commonHeaders)
    expect(JSON.parse(text)).toMatchObject({ status: 408, code: 'kernel.timeout' })
  })
})

describe('the log', () => {
  it('has no line of an error from a stranger, whatever is sent', async () => {
    const sockets = ['x'.repeat(100_000), 'no JSON', '{"token":1}', '[]'].map(
      text =>
        new Promise<void>(resolve => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/api/hub`)
          socket.on('open', () => socket.send(text))
          socket.on('error', () => undefined)
          socket.on('close', () => resolve())
        })
    )
    const forged = { authorization: 'Bearer a.b.c' }
    const reset = (text: string) =>
      new Promise<void>(resolve => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.resetAndDestroy()))
        socket.on('error', () => undefined)
        socket.on('close', () => resolve())
      })
    const body = '{"email":"a@example.com","password":"x"}'
    const head = `host: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    // a report's key of 43 letters that are 86 bytes, and a caller who has gone before the limit of calls is looked at
    expect((await call(`/api/Notifications/reports/${'%C3%A9'.repeat(43)}?MsgId=1&status=404`)).status).toBe(404)
    for (let time = 0; time < 20; time++) await reset(`POST /api/Authorization/sign-in HTTP/1.1\r\n${head}${body}`)
    await Promise.all([
      ...sockets,
      call('/%ZZ'),
      call('/api/Admin/Orders', { headers: forged }),
      call('/api/Authorization/sign-in', { method: 'POST', headers: json, body: '{"email":"\\u0000"}' }),
      raw('\u0000\u0000\r\n\r\n'),
      raw('GET /api/hub HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      raw(`GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`)
    ])
    await test.services.security.flush()
    expect(lines.some(({ msg, code }) => msg === 'answered' && code === 'kernel.malformed')).toBe(true)
    // guesses are told of, within the budgets of security events
    expect(lines.filter(({ level, msg }) => level >= warning && msg !== 'security event')).toEqual([])
  })
})

describe('the description of the API', () => {
  it('is not there where the setting is off', async () => {
    const closed = await anApp({ ROLES: 'web', API_DOCS: 'false' })
    for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/index.html'])
      expect([url, (await closed.nobody().get(url)).status]).toEqual([url, 404])
    const { email } = await anAccount(closed.services.db, { role: 'ADMIN' })
    const credentials = { email, password: aPassword }
    const signIn = closed.nobody({ host: 'admin.localhost' }).post('/api/Authorization/sign-in', credentials)
    expect((await signIn).status).toBe(200)
    await closed.close()
  })
})
