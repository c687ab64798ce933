import { once } from 'node:events'
import { createConnection } from 'node:net'
import mqtt, { type IClientOptions } from 'mqtt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Broker, startBroker } from '../../src/kernel/mqtt/broker.ts'
import type { Receive } from '../../src/kernel/mqtt/message.ts'
import { acknowledged, aGate, connected, event, log, roundTrip } from './fixtures/mqtt.ts'

describe('the embedded broker', () => {
  let databaseAway = false
  async function aBroker(receive: Receive): Promise<Broker> {
    const broker = await startBroker({
      port: 0,
      host: '127.0.0.1',
      maxConnections: 100,
      maxUnauthenticated: 100,
      authenticate: async (user, secret) => {
        if (databaseAway) throw new Error('the database is away')
        return secret === `secret of ${user}`
      },
      topicOf: user => `things/${user}`,
      receive,
      log
    })
    onTestFinished(broker.stop)
    return broker
  }
  const as = (broker: Broker, username: string, options: IClientOptions = {}) =>
    connected(`mqtt://127.0.0.1:${broker.port}`, {
      protocolVersion: 4,
      username,
      password: `secret of ${username}`,
      ...options
    })

  it('acknowledges when the message is safe, and not before', async () => {
    const gate = aGate()
    const broker = await aBroker(gate.receive)
    const sensor = await as(broker, 'a')
    const safe = acknowledged(sensor, 'things/a', 'one', 'two', 'three')
    await expect.poll(gate.texts).toEqual(['one', 'two', 'three'])
    await roundTripOf(broker)
    expect(safe).toEqual([])
    gate.waiting[1]?.open()
    await expect.poll(() => safe).toEqual(['two'])
    gate.waiting[0]?.open()
    gate.waiting[2]?.open()
    await expect.poll(() => safe).toEqual(['two', 'one', 'three'])
  })

  it('judges a sign-in again when a secret has changed meanwhile, and closes what was opened before', async () => {
    const asked: ((known: boolean) => void)[] = []
    const broker = await startBroker({
      port: 0,
      host: '127.0.0.1',
      maxConnections: 100,
      maxUnauthenticated: 100,
      authenticate: () => new Promise(resolve => asked.push(resolve)),
      topicOf: user => `things/${user}`,
      receive: async () => undefined,
      log
    })
    onTestFinished(broker.stop)
    const signingIn = mqtt.connectAsync(
      `mqtt://127.0.0.1:${broker.port}`,
      { username: 'a', password: 'b', reconnectPeriod: 0 },
      false
    )
    const refused = expect(signingIn).rejects.toThrow('Bad username or password')
    await expect.poll(() => asked.length).toBe(1)
    broker.disconnect('a')
    asked[0]?.(true)
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.(false)
    await refused

    const again = mqtt.connectAsync(
      `mqtt://127.0.0.1:${broker.port}`,
      { username: 'a', password: 'b', reconnectPeriod: 0 },
      false
    )
    await expect.poll(() => asked.length).toBe(3)
    asked[2]?.(true)
    const sensor = await again
    expect(broker.users()).toEqual(['a'])
    const closed = new Promise<void>(resolve => sensor.once('close', () => resolve()))
    broker.disconnect('a')
    await closed
    await expect.poll(() => broker.users()).toEqual([])
  })

  /** Another sensor's message goes all the way through and back meanwhile. */
  async function roundTripOf(broker: Broker): Promise<void> {
    const other = await as(broker, 'other')
    await roundTrip(other)
  }

  it.each([
    ['a wrong secret', { username: 'a', password: 'guess' }, 4],
    ['no name', {}, 4],
    ['no secret', { username: 'a' }, 4]
  ])('does not let in with %s', async (_, options, code) => {
    const broker = await aBroker(aGate().receive)
    await expect(
      connected(`mqtt://127.0.0.1:${broker.port}`, { protocolVersion: 4, ...options })
    ).rejects.toMatchObject({
      code
    })
  })

  it('closes without an answer while the database is away, so that a sensor comes again', async () => {
    const broker = await aBroker(async () => undefined)
    databaseAway = true
    onTestFinished(() => {
      databaseAway = false
    })
    // As it comes: mqtt.js, too, gives up for good at a refusal.
    const sensor = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, {
      protocolVersion: 4,
      username: 'a',
      password: 'secret of a',
      reconnectPeriod: 10
    })
    onTestFinished(() => sensor.endAsync(true))
    const answers: string[] = []
    sensor.on('packetreceive', packet => answers.push(packet.cmd))
    sensor.on('error', () => undefined)
    await event(sensor, 'close')
    await event(sensor, 'close')
    expect(answers).toEqual([])
    databaseAway = false
    await event(sensor, 'connect')
    expect(sensor.connected).toBe(true)
  })

  it('refuses every subscription', async () => {
    const sensor = await as(await aBroker(async () => undefined), 'a')
    for (const topic of ['#', 'things/a', '$SYS/#']) {
      await expect(sensor.subscribeAsync(topic, { qos: 1 })).rejects.toThrow()
    }
  })

  it.each(['things/b', 'things/a/b', '$SYS/x', 'things'])(
    'closes the connection of a sensor that publishes to %s',
    async topic => {
      const gate = aGate()
      const sensor = await as(await aBroker(gate.receive), 'a')
      const closed = event(sensor, 'close')
      const safe = acknowledged(sensor, topic, 'foreign')
      await closed
      expect(safe).toEqual([])
      expect(gate.waiting).toEqual([])
    }
  )

  it('does not acknowledge a message that was not stored', async () => {
    const gate = aGate()
    const sensor = await as(await aBroker(gate.receive), 'a')
    const safe = acknowledged(sensor, 'things/a', 'one')
    await expect.poll(gate.texts).toEqual(['one'])
    const closed = event(sensor, 'close')
    gate.waiting[0]?.refuse()
    await closed
    expect(safe).toEqual([])
  })

  it('treats a receiver that throws as one that refuses, and serves other connections', async () => {
    const broker = await aBroker(({ payload }) => {
      if (String(payload) === 'bad') throw new Error('before any promise')
      return Promise.resolve()
    })
    const sensor = await as(broker, 'a')
    const closed = event(sensor, 'close')
    const safe = acknowledged(sensor, 'things/a', 'bad')
    await closed
    expect(safe).toEqual([])
    const other = acknowledged(await as(broker, 'b'), 'things/b', 'good')
    await expect.poll(() => other).toEqual(['good'])
  })

  it('names a session after the user, whatever client id was sent', async () => {
    const broker = await aBroker(async () => undefined)
    const a = await as(broker, 'a', { clientId: 'same' })
    const b = await as(broker, 'b', { clientId: 'same' })
    await roundTrip(a)
    await roundTrip(b)
    expect([a.connected, b.connected]).toEqual([true, true])
    const closed = event(a, 'close')
    await as(broker, 'a', { clientId: 'another' })
    await closed
  })

  it('ignores a last will', async () => {
    const gate = aGate()
    const broker = await aBroker(gate.receive)
    const sensor = await as(broker, 'a', { will: { topic: 'things/b', payload: Buffer.from('will'), qos: 1 } })
    sensor.stream.destroy()
    await expect.poll(broker.connections).toBe(0)
    expect(gate.waiting).toEqual([])
  })

  it('survives bytes that are not MQTT', async () => {
    const broker = await aBroker(async () => undefined)
    const socket = createConnection(broker.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\n\r\n')
    await once(socket, 'close')
    const safe = acknowledged(await as(broker, 'a'), 'things/a', 'one')
    await expect.poll(() => safe).toEqual(['one'])
  })
})
