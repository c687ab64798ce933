/** What a connection may cost the embedded broker, whoever opens it. */
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Broker, type BrokerOptions, startBroker } from '../../src/kernel/mqtt/broker.ts'
import { packetLimit } from '../../src/kernel/mqtt/packet-limit.ts'
import { acknowledged, aGate, connected, event, log, roundTrip } from './fixtures/mqtt.ts'

const secret = 'a secret'
/** After 10 s the broker closes whoever has not signed in, for another reason than the one that is tested. */
const beforeConnectTimeout = 8_000

async function aBroker(options: Partial<BrokerOptions> = {}): Promise<Broker> {
  const broker = await startBroker({
    port: 0,
    host: '127.0.0.1',
    maxConnections: 100,
    maxUnauthenticated: 100,
    authenticate: async (_user, given) => given === secret,
    topicOf: user => `things/${user}`,
    receive: async () => undefined,
    log,
    ...options
  })
  onTestFinished(broker.stop)
  return broker
}

const asSensor = (broker: Broker, username = 'a') =>
  connected(`mqtt://127.0.0.1:${broker.port}`, { protocolVersion: 4, username, password: secret })

/** A connection without any client: what it reads, and when it is closed. */
async function aSocket(broker: Broker) {
  const socket: Socket = createConnection(broker.port, '127.0.0.1')
  const read: Buffer[] = []
  socket.on('error', () => undefined)
  socket.on('data', chunk => read.push(chunk as Buffer))
  onTestFinished(() => void socket.destroy())
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return { socket, read: () => Buffer.concat(read), closed }
}

const drained = (socket: Socket) => new Promise<void>(resolve => socket.once('drain', () => resolve()))

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}

/** The fixed header of a packet: its type, and the length that it declares. */
function header(type: number, length: number): Buffer {
  const bytes = [type]
  let left = length
  do {
    bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left >>= 7
  } while (left > 0)
  return Buffer.from(bytes)
}

/** CONNECT of MQTT 3.1.1 with a clean session. */
function connect(user: string, password: string): Buffer {
  const body = Buffer.concat([text('MQTT'), Buffer.from([4, 0xc2, 0, 0]), text('id'), text(user), text(password)])
  return Buffer.concat([header(0x10, body.length), body])
}

const accepted = Buffer.from([0x20, 2, 0, 0])

describe('a packet', () => {
  it(
    'of more than 1 kB before the sign-in closes the connection, at its header',
    async () => {
      const broker = await aBroker()
      const { socket, read, closed } = await aSocket(broker)
      socket.write(header(0x10, 1_025))
      await closed
      expect(read()).toHaveLength(0)
      const other = await aSocket(broker)
      const frame = connect('a', 'x'.repeat(900))
      other.socket.write(frame)
      await other.closed
      expect([...other.read()]).toEqual([0x20, 2, 0, 4])
    },
    beforeConnectTimeout
  )

  it('of 300 kB is taken from who has signed in, and of more closes the connection', async () => {
    const gate = aGate()
    const broker = await aBroker({ receive: gate.receive })
    const sensor = await asSensor(broker)
    const safe = acknowledged(sensor, 'things/a', 'x'.repeat(300_000))
    await expect.poll(() => gate.waiting.length).toBe(1)
    gate.waiting[0]?.open()
    await expect.poll(() => safe.length).toBe(1)
    const { socket, read, closed } = await aSocket(broker)
    socket.write(connect('b', secret))
    await expect.poll(read).toEqual(accepted)
    socket.write(header(0x32, 300 * 1024 + 1))
    await closed
  })

  it('of a length that never ends closes the connection', async () => {
    const { socket, closed } = await aSocket(await aBroker())
    socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80]))
    await closed
  })

  it.each(['before', 'after'])('of 100 MB, declared eight times %s signing in, is not kept', async when => {
    const broker = await aBroker()
    const chunk = Buffer.alloc(1_000_000)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const { socket, read, closed } = await aSocket(broker)
        if (when === 'after') {
          socket.write(connect(`sensor ${at}`, secret))
          await expect.poll(read).toEqual(accepted)
        }
        socket.write(header(0x32, 100_000_000))
        for (let sent = 0; sent < 99 && !socket.destroyed; sent++) {
          if (!socket.write(chunk)) await Promise.race([drained(socket), closed])
          most = Math.max(most, process.memoryUsage().arrayBuffers - before)
        }
      })
    )
    expect(most).toBeLessThan(16_000_000)
    await expect.poll(broker.connections).toBe(0)
  })

  it('sent before the answer to a sign-in is not read', async () => {
    let judging = false
    const broker = await aBroker({
      authenticate: async user => {
        judging ||= user === 'a'
        return user === 'a' ? new Promise(() => undefined) : true
      }
    })
    const frames = Buffer.concat(Array(1_000).fill(Buffer.concat([header(0x30, 1_000), Buffer.alloc(1_000)])))
    const { socket } = await aSocket(broker)
    const before = process.memoryUsage().arrayBuffers
    socket.write(connect('a', secret))
    await expect.poll(() => judging, { interval: 1 }).toBe(true)
    for (let times = 0; times < 20; times++) socket.write(frames)
    const other = await asSensor(broker, 'b')
    for (let times = 0; times < 200; times++) await roundTrip(other)
    expect(socket.writableLength).toBeGreaterThan(frames.length)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
  })

  it('of QoS 2 closes the connection and reaches nobody', async () => {
    const gate = aGate()
    const sensor = await asSensor(await aBroker({ receive: gate.receive }))
    const closed = event(sensor, 'close')
    sensor.publish('things/a', 'twice', { qos: 2 })
    await closed
    expect(gate.waiting).toEqual([])
  })
})

describe('connections', () => {
  it(
    'are closed at once above their number; the others stay',
    async () => {
      const broker = await aBroker({ maxConnections: 3 })
      const sensors = [await asSensor(broker, 'a'), await asSensor(broker, 'b'), await asSensor(broker, 'c')]
      const { closed } = await aSocket(broker)
      await closed
      for (const sensor of sensors) await roundTrip(sensor)
      await sensors[0]?.endAsync()
      await expect.poll(broker.connections).toBe(2)
      await asSensor(broker, 'd')
    },
    beforeConnectTimeout
  )

  it(
    'that do not sign in are closed, the longest waiting first, so that sensors can connect',
    async () => {
      const broker = await aBroker({ maxUnauthenticated: 2 })
      const silent = [await aSocket(broker), await aSocket(broker), await aSocket(broker)]
      await silent[0]?.closed
      await expect.poll(broker.connections).toBe(2)
      const sensors = [await asSensor(broker, 'a'), await asSensor(broker, 'b'), await asSensor(broker, 'c')]
      await silent[1]?.closed
      for (const sensor of sensors) await roundTrip(sensor)
      // Those that have signed in are none of them: one that is silent has room again.
      expect(silent[2]?.socket.destroyed).toBe(false)
    },
    beforeConnectTimeout
  )

  it('that are closed are logged once a minute, however many', async () => {
    const lines: string[] = []
    const broker = await aBroker({ maxConnections: 1, log: { ...log, warn: (_, text) => lines.push(text) } })
    await aSocket(broker)
    for (let times = 0; times < 20; times++) await (await aSocket(broker)).closed
    expect(lines).toEqual(['too many connections: new ones are closed'])
  })

  it('live through any bytes of any other', async () => {
    const broker = await aBroker()
    const type = fc.constantFrom(0x10, 0x30, 0x32, 0x34, 0x40, 0x50, 0x62, 0x70, 0x82, 0xa2, 0xc0, 0xe0, 0xf0, 0x00)
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.constantFrom('', 'things/a', '\0', '+/#'), fc.uint8Array({ maxLength: 20 }))
        .map(([topic, rest]) => [...text(topic), ...rest])
    )
    const packet = fc
      .tuple(type, body, fc.integer({ min: -3, max: 3 }))
      .map(([first, bytes, wrong]) =>
        Buffer.concat([header(first, Math.max(0, bytes.length + wrong)), Buffer.from(bytes)])
      )
    const chunk = fc.oneof(
      packet,
      fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes))
    )
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(chunk, { maxLength: 8 }), async (signsIn, chunks) => {
        const { socket, read, closed } = await aSocket(broker)
        if (signsIn) {
          socket.write(connect('a', secret))
          await expect.poll(read, { interval: 1 }).toEqual(accepted)
        }
        for (const bytes of chunks) socket.write(bytes)
        socket.end()
        await closed
      }),
      { numRuns: 400, seed: 20_260_506 }
    )
    const safe = acknowledged(await asSensor(broker, 'b'), 'things/b', 'still here')
    await expect.poll(() => safe).toEqual(['still here'])
    await expect.poll(broker.connections).toBe(1)
  })
})

it('the lengths are read right wherever the chunks are cut', () => {
  const lengths = [0, 1, 127, 128, 300, 16_383, 16_384]
  const bytes = Buffer.concat(lengths.map(length => Buffer.concat([header(0x30, length), Buffer.alloc(length, 0xff)])))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1 }), sizes => {
      const fits = packetLimit(() => 16_384)
      const tight = packetLimit(() => 16_383)
      const verdicts: boolean[] = []
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const chunk = bytes.subarray(at, at + (sizes[turn % sizes.length] as number))
        expect(fits(chunk)).toBe(true)
        verdicts.push(tight(chunk))
        at += chunk.length
      }
      expect(verdicts).toContain(false)
    })
  )
})
