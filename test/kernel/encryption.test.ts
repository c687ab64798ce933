/** To broker, mail server and database nothing goes out in clear where production asks for encryption, nor to who cannot prove its name. */
import { once } from 'node:events'
import { createServer as createPlainServer } from 'node:net'
import { createServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { openMail, outcomeOf } from '../../src/kernel/messaging/mail.ts'
import { openSms } from '../../src/kernel/messaging/sms.ts'
import { startSubscriber } from '../../src/kernel/mqtt/client.ts'
import { aCertificate } from '../helper/certificate.ts'

const log = { warn: () => undefined, info: () => undefined, error: () => undefined, debug: () => undefined } as never
const portOf = (server: { address(): unknown }): number => (server.address() as { port: number }).port

describe('mail', () => {
  const sender = { name: 'Opony', phone: '', email: '', origins: [] }
  const letter = { to: 'a@example.com', subject: 'Link', text: 'https://example.com/secret', language: 'pl' } as const

  it.each([
    [true, 0],
    [false, 1]
  ])('by smtp:// with TLS required: %s, to a server that knows none, takes %i letters', async (requireTls, taken) => {
    const heard: string[] = []
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      authOptional: true,
      onData(stream, _session, done) {
        stream.on('data', part => heard.push(String(part)))
        stream.on('end', () => done())
      }
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const mail = openMail({
      url: `smtp://127.0.0.1:${portOf(server.server)}`,
      from: 'b@example.com',
      sender,
      requireTls,
      log
    })
    const failure = await mail.send(letter).then(
      () => undefined,
      (error: unknown) => error
    )
    expect(heard.length > 0 ? 1 : 0).toBe(taken)
    // tried again later, because an operator can mend it
    if (requireTls) expect(outcomeOf(failure)).toMatchObject({ kind: 'later' })
    mail.stop()
    await new Promise<void>(resolve => server.close(() => resolve()))
  })
})

describe('a broker at mqtts://', () => {
  it('whose certificate nobody vouches for is told no password', async () => {
    const { cert, key } = aCertificate()
    const heard: Buffer[] = []
    const server = createServer({ cert, key }, socket => {
      socket.on('data', part => heard.push(part))
      socket.on('error', () => undefined)
    })
    let refusals = 0
    server.on('tlsClientError', () => {
      refusals += 1
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const subscriber = startSubscriber({
      url: `mqtts://opony:the-password@127.0.0.1:${portOf(server)}`,
      clientId: 'opony',
      topic: 'containers/+/telemetry',
      formerTopics: [],
      sessionExpirySeconds: 60,
      version: '5',
      receive: async () => undefined,
      log
    } as never)
    await expect.poll(() => refusals, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(subscriber.connected()).toBe(false)
    expect(heard).toEqual([])
    await subscriber.stop()
    server.close()
  })
})

describe('a database', () => {
  it('with sslmode=verify-full that offers no encryption is told nothing', async () => {
    const { admin } = inject('cluster')
    const database = openDatabase({ url: `${admin}?sslmode=verify-full`, poolSize: 1 })
    await expect(database.raw('select 1')).rejects.toThrow('does not support SSL')
    await database.destroy()
  })
})

describe('the gateway of SMS', () => {
  it('whose answer does not end is not read to its end', async () => {
    let sent = 0
    const server = createPlainServer(socket => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"list":[')
        const more = (): void => {
          while (socket.writable && sent < 50_000_000) {
            sent += 65_536
            if (!socket.write('x'.repeat(65_536))) return void socket.once('drain', more)
          }
        }
        more()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const sms = openSms({ url: `http://127.0.0.1:${portOf(server)}`, token: 'x', from: '', log })
    expect(await sms.send({ to: '600700800', text: 'x', key: 'k' })).toEqual({
      kind: 'unknown',
      detail: 'an answer that is too long'
    })
    expect(sent).toBeLessThan(20_000_000)
    server.close()
  })
})
