/** The external broker refuses, and the subscriber does not give up. */
import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reconnectPause, startSubscriber } from '../../src/kernel/mqtt/client.ts'
import type { Log } from '../../src/kernel/mqtt/message.ts'
import { mosquittoPath } from '../helper/browser.ts'
import { aMosquitto } from '../helper/mosquitto.ts'
import { freePort } from '../helper/relay.ts'
import { log } from './fixtures/mqtt.ts'

const subscribe = (url: string, to: Log = log) => {
  const subscriber = startSubscriber({
    url,
    topic: 'things/+',
    clientId: 'reconnecting',
    sessionExpirySeconds: 60,
    receive: async () => undefined,
    log: to
  })
  onTestFinished(subscriber.stop)
  return subscriber
}

const success = 0
const badUserNameOrPassword = 0x86
const notAuthorized = 0x87

/** A broker that answers each connection by the next of these reasons: of CONNACK, and of SUBACK. */
async function aRefusingBroker(answers: readonly (readonly [connack: number, suback: number])[]) {
  const attempts: number[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    const [connack, suback] = answers[Math.min(attempts.length, answers.length - 1)] as (typeof answers)[number]
    attempts.push(performance.now())
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', packet => {
      if (packet[0] === 0x10) socket.write(Buffer.from([0x20, 3, 0, connack, 0]))
      if (packet[0] === 0x82)
        socket.write(Buffer.from([0x90, 4, packet[2] as number, packet[3] as number, 0, suback || 1]))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `mqtt://127.0.0.1:${(server.address() as { port: number }).port}`, attempts }
}

describe('a subscriber that is refused', () => {
  it('connects again, ever more slowly, until it is let in and its subscription is granted', async () => {
    const { url, attempts } = await aRefusingBroker([
      [badUserNameOrPassword, success],
      [success, notAuthorized],
      [success, success]
    ])
    const { connected } = subscribe(url)
    await expect.poll(connected, { timeout: 10_000 }).toBe(true)
    const [first = 0, second = 0, third = 0, ...more] = attempts
    expect(more).toEqual([])
    expect(second - first).toBeGreaterThan(450)
    expect(third - second).toBeGreaterThan(995)
  })

  it.skipIf(mosquittoPath() === null)('is let in by a Mosquitto whose accounts were put right', async () => {
    const port = await freePort()
    const closed = await aMosquitto(['allow_anonymous false'], port)
    const refusals: object[] = []
    const { connected } = subscribe(closed.url, {
      ...log,
      warn: ({ err }: { err?: object }) => refusals.push(err ?? {})
    })
    await expect.poll(() => refusals).toMatchObject([{ code: notAuthorized }])
    await closed.stop()
    const open = await aMosquitto([], port)
    onTestFinished(open.stop)
    await expect.poll(connected, { timeout: 10_000 }).toBe(true)
  })
})

it('the pause doubles up to half a minute, less a random part of up to half', () => {
  const pauses = Array.from({ length: 8 }, (_, failures) => reconnectPause(failures, 0))
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(reconnectPause(3, 1)).toBe(4_000)
  expect(reconnectPause(3, 0.5)).toBe(6_000)
  expect(reconnectPause(5_000, 1)).toBe(15_000)
})
