import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Broker, startBroker } from '../../src/kernel/mqtt/broker.ts'
import { type SubscriberOptions, startSubscriber } from '../../src/kernel/mqtt/client.ts'
import type { Message, Receive } from '../../src/kernel/mqtt/message.ts'
import { aRelay, freePort } from '../helper/relay.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const cleanups: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A receiver that keeps each message waiting until it is let go. */
function aGate() {
  const waiting: { message: Message; open: () => void; refuse: () => void }[] = []
  const receive: Receive = message =>
    new Promise((resolve, reject) => waiting.push({ message, open: resolve, refuse: () => reject(new Error('no')) }))
  return { waiting, receive, texts: () => waiting.map(({ message }) => Buffer.from(message.payload).toString()) }
}

/** What a publisher knows to be safe: the payloads whose PUBACK came. */
function acknowledged(client: MqttClient, topic: string, ...payloads: string[]): string[] {
  const safe: string[] = []
  for (const payload of payloads) client.publish(topic, payload, { qos: 1 }, err => err ?? safe.push(payload))
  return safe
}

async function connected(url: string, options: IClientOptions): Promise<MqttClient> {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, ...options })
  cleanups.push(() => client.endAsync(true))
  return client
}

const event = (client: MqttClient, name: 'connect' | 'close' | 'packetreceive') =>
  new Promise<void>(resolve => client.once(name, () => resolve()))

/** One round trip to the broker: what it had to send before has arrived. */
async function roundTrip(client: MqttClient): Promise<void> {
  const answered = event(client, 'packetreceive')
  client.sendPing()
  await answered
}

describe('the embedded broker', () => {
  async function aBroker(receive: Receive): Promise<Broker> {
    const broker = await startBroker({
      port: 0,
      host: '127.0.0.1',
      authenticate: async (user, secret) => {
        if (user === 'cannot tell') throw new Error('the database is away')
        return secret === `secret of ${user}`
      },
      topicOf: user => `things/${user}`,
      receive,
      log
    })
    cleanups.push(broker.stop)
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

  /** Another sensor's message goes all the way through and back meanwhile. */
  async function roundTripOf(broker: Broker): Promise<void> {
    const other = await as(broker, 'other')
    await roundTrip(other)
  }

  it.each([
    ['a wrong secret', { username: 'a', password: 'guess' }, 4],
    ['no name', {}, 4],
    ['no secret', { username: 'a' }, 4],
    ['a database that is away', { username: 'cannot tell', password: 'x' }, 3]
  ])('does not let in with %s', async (_, options, code) => {
    const broker = await aBroker(aGate().receive)
    await expect(
      connected(`mqtt://127.0.0.1:${broker.port}`, { protocolVersion: 4, ...options })
    ).rejects.toMatchObject({
      code
    })
  })

  it('refuses every subscription', async () => {
    const sensor = await as(await aBroker(async () => undefined), 'a')
    for (const topic of ['#', 'things/a', '$SYS/#']) {
      await expect(sensor.subscribeAsync(topic, { qos: 1 })).rejects.toThrow()
    }
  })

  it.each(['things/b', 'things/a/b', '$SYS/x', 'things'])('shuts out who publishes to %s', async topic => {
    const gate = aGate()
    const sensor = await as(await aBroker(gate.receive), 'a')
    const closed = event(sensor, 'close')
    const safe = acknowledged(sensor, topic, 'foreign')
    await closed
    expect(safe).toEqual([])
    expect(gate.waiting).toEqual([])
  })

  it('does not acknowledge what was not taken', async () => {
    const gate = aGate()
    const sensor = await as(await aBroker(gate.receive), 'a')
    const safe = acknowledged(sensor, 'things/a', 'one')
    await expect.poll(gate.texts).toEqual(['one'])
    const closed = event(sensor, 'close')
    gate.waiting[0]?.refuse()
    await closed
    expect(safe).toEqual([])
  })

  it('keeps a session to who signed in, whatever client id was sent', async () => {
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

  it('has no use for a last will', async () => {
    const gate = aGate()
    const broker = await aBroker(gate.receive)
    const sensor = await as(broker, 'a', { will: { topic: 'things/b', payload: Buffer.from('will'), qos: 1 } })
    sensor.stream.destroy()
    await expect.poll(broker.connections).toBe(0)
    expect(gate.waiting).toEqual([])
  })

  it('lives through what is no MQTT', async () => {
    const broker = await aBroker(async () => undefined)
    const socket = createConnection(broker.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\n\r\n')
    await once(socket, 'close')
    const safe = acknowledged(await as(broker, 'a'), 'things/a', 'one')
    await expect.poll(() => safe).toEqual(['one'])
  })
})

const mosquitto = ['mosquitto', '/usr/sbin/mosquitto'].find(name => spawnSync(name, ['-h']).error === undefined)

describe.skipIf(!mosquitto)('the external broker (Mosquitto)', () => {
  let server: ChildProcess
  let folder: string
  let url: string
  let port: number
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'opony-mosquitto-'))
    port = await freePort()
    const config = path.join(folder, 'mosquitto.conf')
    await writeFile(
      config,
      `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\nlog_dest none\n`
    )
    server = spawn(mosquitto as string, ['-c', config], { stdio: 'ignore' })
    url = `mqtt://127.0.0.1:${port}`
    const first = mqtt.connect(url, { reconnectPeriod: 20 }).on('error', () => undefined)
    await event(first, 'connect')
    await first.endAsync()
  })
  afterAll(async () => {
    const gone = once(server, 'exit')
    server.kill()
    await gone
    await rm(folder, { recursive: true, force: true })
  })

  let serial = 0
  async function aSubscriber(receive: Receive, options: Partial<SubscriberOptions> = {}) {
    const topic = `things/${++serial}`
    const subscriber = startSubscriber({
      url,
      topic,
      clientId: `test-${serial}`,
      sessionExpirySeconds: 60,
      receive,
      log,
      ...options
    })
    cleanups.push(subscriber.stop)
    await expect.poll(subscriber.connected).toBe(true)
    const publisher = await connected(url, { protocolVersion: 5 })
    const send = async (...payloads: string[]) => {
      for (const payload of payloads) await publisher.publishAsync(topic, payload, { qos: 1 })
    }
    return { topic, subscriber, publisher, send, clientId: `test-${serial}` }
  }

  it('hands over many messages at once, and acknowledges them in their order', async () => {
    const gate = aGate()
    const acks: number[] = []
    const { relayUrl } = await relayed(port, packet => packet[0] === 0x40 && acks.push(...idsOf(packet)))
    const { send } = await aSubscriber(gate.receive, { url: relayUrl })
    await send('one', 'two', 'three')
    await expect.poll(gate.texts).toEqual(['one', 'two', 'three'])
    gate.waiting[2]?.open()
    gate.waiting[1]?.open()
    await send('four')
    await expect.poll(gate.texts).toHaveLength(4)
    expect(acks).toEqual([])
    gate.waiting[0]?.open()
    await expect.poll(() => acks).toEqual([1, 2, 3])
    gate.waiting[3]?.open()
    await expect.poll(() => acks).toEqual([1, 2, 3, 4])
  })

  it('gets again after a restart what was not safe, and nothing else', async () => {
    const first = aGate()
    const { send, subscriber, topic, clientId } = await aSubscriber(first.receive)
    await send('one', 'two', 'three')
    await expect.poll(first.texts).toHaveLength(3)
    first.waiting[0]?.open()
    await expect.poll(() => subscriber.waiting()).toBe(2)
    await send('four')
    await expect.poll(first.texts).toHaveLength(4)
    await subscriber.stop()
    await send('five')
    const second = aGate()
    const again = startSubscriber({ url, topic, clientId, sessionExpirySeconds: 60, receive: second.receive, log })
    cleanups.push(again.stop)
    await expect.poll(second.texts).toEqual(['two', 'three', 'four', 'five'])
  })

  it('writes no acknowledgement to another stream than the message came by', async () => {
    const gate = aGate()
    const acks: number[] = []
    const { relayUrl, cut } = await relayed(port, packet => packet[0] === 0x40 && acks.push(...idsOf(packet)))
    const { send, subscriber } = await aSubscriber(gate.receive, { url: relayUrl })
    await send('one', 'two')
    await expect.poll(gate.texts).toEqual(['one', 'two'])
    cut()
    await expect.poll(subscriber.connected).toBe(false)
    await expect.poll(subscriber.connected, { timeout: 5_000 }).toBe(true)
    await expect.poll(gate.texts).toEqual(['one', 'two', 'one', 'two'])
    gate.waiting[0]?.open()
    gate.waiting[1]?.open()
    await expect.poll(() => subscriber.waiting()).toBe(2)
    await send('three')
    await expect.poll(gate.texts).toHaveLength(5)
    expect(acks).toEqual([])
    for (const one of gate.waiting.slice(2)) one.open()
    await expect.poll(() => acks).toHaveLength(3)
  })

  it('has no more waiting than was agreed, and stays connected meanwhile', async () => {
    const gate = aGate()
    const { send, publisher, subscriber } = await aSubscriber(gate.receive, { receiveMaximum: 3 })
    await send('1', '2', '3', '4', '5')
    await expect.poll(gate.texts).toHaveLength(3)
    await roundTrip(publisher)
    expect(gate.waiting).toHaveLength(3)
    expect(subscriber.connected()).toBe(true)
  })

  it.each([1, 0] as const)('stops reading when a broker sends more than was agreed (QoS %i)', async qos => {
    const gate = aGate()
    const { publisher, topic, subscriber } = await aSubscriber(gate.receive, { receiveMaximum: 3 })
    for (let at = 0; at < 60; at++) await publisher.publishAsync(topic, `${at}`, { qos })
    let most = 0
    for (let at = 0; at < 60; at++) {
      await expect.poll(() => gate.waiting.length, { interval: 1 }).toBeGreaterThan(at)
      most = Math.max(most, subscriber.waiting())
      gate.waiting[at]?.open()
    }
    await expect.poll(subscriber.waiting).toBe(0)
    expect(gate.texts()).toEqual(Array.from({ length: 60 }, (_, at) => `${at}`))
    expect(most).toBeLessThanOrEqual(4)
  })

  it('leaves a broker that does not answer', async () => {
    const { relayUrl, freeze } = await relayed(port, () => undefined)
    const { subscriber } = await aSubscriber(async () => undefined, { url: relayUrl })
    freeze()
    await subscriber.stop()
    expect(subscriber.connected()).toBe(false)
  })

  it('starts and leaves without a broker', async () => {
    const none = `mqtt://127.0.0.1:${await freePort()}`
    const subscriber = startSubscriber({
      url: none,
      topic: 'x',
      clientId: 'x',
      sessionExpirySeconds: 60,
      receive: async () => undefined,
      log
    })
    expect(subscriber.connected()).toBe(false)
    await subscriber.stop()
  })

  it('is not disturbed by a message that is not taken', async () => {
    const gate = aGate()
    const { send, subscriber } = await aSubscriber(gate.receive)
    await send('one')
    await expect.poll(gate.texts).toEqual(['one'])
    gate.waiting[0]?.refuse()
    await send('two')
    await expect.poll(gate.texts).toEqual(['one', 'two'])
    expect(subscriber.connected()).toBe(true)
  })
})

/** A relay that ends with the test. */
async function relayed(...given: Parameters<typeof aRelay>) {
  const relay = await aRelay(...given)
  cleanups.push(relay.close)
  return relay
}

/** The packet ids of PUBACKs of four bytes. */
function idsOf(bytes: Buffer): number[] {
  const ids: number[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) ids.push(bytes.readUInt16BE(at + 2))
  return ids
}
