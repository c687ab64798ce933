/** By which names the server may be called: nothing that a stranger writes into Host is served, or stands in a link. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostRule } from '../../src/kernel/serve/hosts.ts'
import { anApp, type TestApp } from '../helper/app.ts'

const settings = {
  nodeEnv: 'production',
  portalUrl: 'https://opony.example.com',
  adminUrl: 'https://Admin.example.com:8443',
  allowedHosts: 'app, 10.0.0.7'
} as const

describe('a name', () => {
  it.each([
    ['opony.example.com', true, true],
    ['OPONY.example.com:3000', true, true],
    ['admin.example.com', true, true],
    ['app:3000', true, true],
    ['10.0.0.7', true, true],
    ['10.0.0.8', false, true],
    ['[::1]:3000', false, true],
    ['localhost:3000', false, true],
    ['admin.localhost', false, true],
    ['evil.example.com', false, false],
    ['example.com', false, false],
    ['opony.example.com.evil.net', false, false],
    ['localhost.evil.net', false, false],
    ['opony.example.com@evil.net', false, false],
    ['', false, false]
  ])('%s is answered: in production %s, else %s', (host, inProduction, elsewhere) => {
    expect(hostRule(settings)(host)).toBe(inProduction)
    expect(hostRule({ ...settings, nodeEnv: 'development' })(host)).toBe(elsewhere)
  })
})

describe('the server', () => {
  let test: TestApp
  let port: number
  beforeAll(async () => {
    test = await anApp({
      ROLES: 'web',
      PORTAL_URL: 'https://opony.example.com',
      ADMIN_URL: 'https://admin.example.com'
    })
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    port = (test.app.server.address() as { port: number }).port
  })
  afterAll(() => test.close())

  /** What it writes to a socket that was sent these headers. */
  const answerTo = (path: string, ...headers: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        const closing = headers.some(header => header.startsWith('connection')) ? [] : ['connection: close']
        socket.write([`GET ${path} HTTP/1.1`, ...headers, ...closing, '', ''].join('\r\n'))
      })
      let answer = ''
      socket.on('data', part => {
        answer += String(part)
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })
  const statusOf = async (path: string, ...headers: string[]) =>
    Number(/^HTTP\/1\.1 (\d+)/.exec(await answerTo(path, ...headers))?.[1])

  it.each(['/api/ui/forms/users.signUp', '/', '/nowhere'])(
    'refuses another name at %s, without repeating it',
    async path => {
      const answer = await answerTo(path, 'host: evil.example.net', 'accept-language: en')
      expect(answer).toMatch(/^HTTP\/1\.1 421 /)
      expect(answer).toContain('"code":"kernel.unknownHost"')
      expect(answer).toContain('x-content-type-options: nosniff')
      expect(answer).not.toContain('evil')
    }
  )

  it('closes the connection of who would open a socket by another name', async () => {
    const upgrade = [
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='
    ]
    expect(await answerTo('/api/hub', 'host: evil.example.net', ...upgrade)).toMatch(/^HTTP\/1\.1 421 /)
  })

  it('answers by its own names, and about its health by any', async () => {
    for (const host of ['opony.example.com', 'admin.example.com', '127.0.0.1'])
      expect([host, await statusOf('/api/ui/forms/users.signUp', `host: ${host}`)]).toEqual([host, 200])
    expect(await statusOf('/health/live', 'host: 10.9.8.7')).toBe(200)
    expect(await statusOf('/health/live', 'host: anything.internal')).toBe(200)
  })

  it('refuses two Host headers, whichever they are', async () => {
    const own = 'host: opony.example.com'
    expect(await statusOf('/api/ui/forms/users.signUp', own, own)).toBe(400)
    expect(await statusOf('/api/ui/forms/users.signUp', own, 'HOST: evil.example.net')).toBe(400)
    expect(await statusOf('/health/live', own, own)).toBe(400)
  })
})
