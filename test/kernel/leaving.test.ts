/** A process that stops: calls that still come are answered, and whoever asks for health sends others elsewhere. A start waits for its database. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { makeFastify } from '../../src/kernel/serve/fastify.ts'
import { keepIdleConnections } from '../../src/kernel/serve/idle-connections.ts'
import { untilAnswering } from '../../src/kernel/upgrade/answering.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { aDatabase } from '../helper/database.ts'
import { aTcpProxy } from '../helper/tcp-proxy.ts'

let test: TestApp | undefined
afterEach(async () => {
  await test?.close()
  test = undefined
})

const status = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, agent: false, headers: { host: 'localhost' } }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end()
  })

it('while it drains it is alive, answers, and is not ready', async () => {
  const app = await anApp({ ROLES: 'web', DRAIN_SECONDS: '1' })
  test = app
  await app.begin()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as { port: number }
  expect(await status(port, '/health/ready')).toBe(200)
  const closing = app.close()
  test = undefined
  expect([await status(port, '/health/ready'), await status(port, '/health/live')]).toEqual([503, 200])
  await closing
  await expect(status(port, '/health/live')).rejects.toThrow()
})

it('a call that comes on an open connection while the process stops is answered, and its connection ends', async () => {
  const app = makeFastify({ trustProxy: false, logger: false, messages: {} as never })
  let release = (): void => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let begun = (): void => undefined
  const hasBegun = new Promise<void>(resolve => {
    begun = resolve
  })
  app.get('/held', async () => {
    begun()
    await held
    return 'one'
  })
  app.get('/next', async () => 'two')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', part => {
    text += part
  })
  const ended = new Promise(resolve => socket.once('close', resolve))
  socket.write('GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await hasBegun
  const closing = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  socket.write('GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n')
  release()
  await ended
  await closing
  expect(text).toContain('one')
  expect(text).not.toContain('Service Unavailable')
})

it('a connection on which nothing happens stays for a moment behind a proxy: the call that comes on it is answered', async () => {
  const app = makeFastify({ trustProxy: false, logger: false, messages: {} as never })
  app.get('/one', async () => 'one')
  app.get('/two', async () => 'two')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  let text = ''
  socket.on('data', part => {
    text += part
  })
  const ended = new Promise(resolve => socket.once('close', resolve))
  socket.write('GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => text).toContain('one')
  // Far longer than the test takes.
  keepIdleConnections(app.server, 60_000)
  const closing = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  socket.write('GET /two HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await ended
  await closing
  expect(text).toMatch(/connection: close[\s\S]*two/i)
})

describe('a start', () => {
  const aWait = (seconds: number) => {
    const said: string[] = []
    return { said, options: { seconds, warn: (text: string) => void said.push(text), check: () => undefined } }
  }

  it('waits for a database that is away, and says so once', async () => {
    const database = await aDatabase()
    const proxy = await aTcpProxy(database.url)
    proxy.shut()
    const { said, options } = aWait(30)
    const waiting = untilAnswering(proxy.url, options)
    await expect.poll(() => said).toEqual(['The database does not answer yet'])
    proxy.open()
    await waiting
    expect(said).toHaveLength(1)
    await proxy.close()
    await database.drop()
  })

  it('gives up after its time, and at once where waiting mends nothing', async () => {
    const { options } = aWait(0)
    await expect(untilAnswering('postgres://opony@127.0.0.1:1/opony', options)).rejects.toThrow('ECONNREFUSED')
    const database = await aDatabase()
    const address = new URL(database.url)
    address.pathname = '/no_such_database'
    await expect(untilAnswering(address.href, aWait(600).options)).rejects.toThrow('does not exist')
    await database.drop()
  })

  it('goes no further when it is stopped meanwhile', async () => {
    const check = (): void => {
      throw new Error('stopping')
    }
    await expect(
      untilAnswering('postgres://opony@127.0.0.1:1/opony', { ...aWait(600).options, check })
    ).rejects.toThrow('stopping')
  })
})
