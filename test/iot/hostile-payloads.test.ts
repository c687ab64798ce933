/** No payload ends the process or is delivered for ever: each is acknowledged, and what is no reading is kept with its reason. */
import fc from 'fast-check'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPayload } from '../../modules/iot/ingest/reading.ts'
import type { Ingest } from '../../modules/iot/ingest/start.ts'
import { type Broker, startBroker } from '../../src/kernel/mqtt/broker.ts'
import { startSubscriber } from '../../src/kernel/mqtt/client.ts'
import type { Receive } from '../../src/kernel/mqtt/message.ts'
import { mosquittoPath } from '../helper/browser.ts'
import { aMosquitto, type Mosquitto } from '../helper/mosquitto.ts'
import { secret, silent } from './fixtures/database.ts'
import { deepBrackets, hostilePayload } from './fixtures/hostile.ts'
import { aContainer, anIngest, prepareTables, rejected } from './fixtures/ingest.ts'

prepareTables()

const topicOf = (imei: string) => `containers/${imei}/telemetry`
const outcomes = (ingest: Ingest): number => {
  const { stored, repeated, rejected: reasons } = ingest.stats()
  return stored + repeated + Object.values(reasons).reduce((sum, count) => sum + count, 0)
}

describe('through the embedded broker', () => {
  it('12 kB of nested brackets are acknowledged and rejected as unreadable; so is every other payload', async () => {
    const { imei } = await aContainer()
    const ingest = anIngest()
    const broker: Broker = await startBroker({
      port: 0,
      host: '127.0.0.1',
      maxConnections: 10,
      maxUnauthenticated: 10,
      authenticate: ingest.authenticate,
      topicOf,
      receive: ingest.receive,
      log: silent
    })
    const sensor: MqttClient = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      username: imei,
      password: secret,
      reconnectPeriod: 0
    })
    try {
      await sensor.publishAsync(topicOf(imei), deepBrackets, { qos: 1 })
      expect(await rejected(imei)).toEqual([{ reason: 'unreadable', payload: '['.repeat(1_000), topic: topicOf(imei) }])
      await fc.assert(
        fc.asyncProperty(hostilePayload, async payload => {
          const before = outcomes(ingest)
          await sensor.publishAsync(topicOf(imei), payload, { qos: 1 })
          expect(outcomes(ingest)).toBeGreaterThan(before)
          expect(sensor.connected).toBe(true)
        }),
        { numRuns: 300, seed: 20_260_504 }
      )
    } finally {
      await sensor.endAsync(true)
      await broker.stop()
    }
  })
})

describe.skipIf(mosquittoPath() === null)('through Mosquitto', () => {
  let mosquitto: Mosquitto
  beforeAll(async () => {
    mosquitto = await aMosquitto()
  })
  afterAll(() => mosquitto.stop())

  const subscriberTo = async (topic: string, receive: Receive) => {
    const subscriber = startSubscriber({
      url: mosquitto.url,
      topic,
      clientId: 'hostile-payloads',
      sessionExpirySeconds: 60,
      receive,
      log: silent
    })
    await expect.poll(subscriber.connected).toBe(true)
    return subscriber
  }

  it('every payload is acknowledged for good: a restart gets none of them again', async () => {
    const { imei } = await aContainer()
    const ingest = anIngest()
    const publisher = await mqtt.connectAsync(mosquitto.url, { protocolVersion: 5 })
    const subscriber = await subscriberTo(topicOf('+'), ingest.receive)
    const publish = async (topic: string, payload: Buffer) => {
      const before = outcomes(ingest)
      await publisher.publishAsync(topic, payload, { qos: 1 })
      await expect.poll(() => outcomes(ingest), { interval: 1 }).toBeGreaterThan(before)
    }
    await publish(topicOf(imei), deepBrackets)
    expect(await rejected(imei)).toMatchObject([{ reason: 'unreadable' }])
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter(name => !/[+#/\0$]/.test(name))
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(imei), names), hostilePayload, (name, payload) =>
        publish(topicOf(name), payload)
      ),
      { numRuns: 200, seed: 20_260_505 }
    )
    await expect.poll(subscriber.waiting).toBe(0)
    await subscriber.stop()

    const again: string[] = []
    const second = await subscriberTo(topicOf('+'), async ({ payload }) => {
      again.push(Buffer.from(payload).toString().slice(0, 50))
    })
    await publisher.publishAsync(topicOf(imei), 'the only one', { qos: 1 })
    await expect.poll(() => again).toContain('the only one')
    expect(again).toEqual(['the only one'])
    await second.stop()
    await publisher.endAsync(true)
  })
})

/**
 * What the process can do nothing else during: the longest single turn of the event loop, as the clock of the processor sees it, so that
 * other processes of the machine do not count.
 */
it('no payload takes 50 ms of the event loop, whatever it holds', () => {
  const ts = Date.UTC(2026, 4, 4)
  const objects = (part: string) => Buffer.from(`[${Array(500).fill(part).join(',')}]`)
  const full = (part: string) => Buffer.from(`[${part.repeat(Math.floor(262_000 / part.length)).slice(0, -1)}]`)
  const payloads = [
    objects(`{"ts":${ts},"lat":52.123456789,"lon":21.123456789,"battery":3.71,"accuracy":12}`),
    objects(`{"ts":"2026-05-04T11:59:00.${'1'.repeat(400)}Z"}`),
    objects(`{"ts":${ts},"lat":${'9'.repeat(400)}}`),
    full('[],'),
    full('{},'),
    full(`${'['.repeat(6_000)}${']'.repeat(6_000)},`),
    full(`{"a":${'['.repeat(500)}${']'.repeat(500)}},`),
    full('"\\ud800",'),
    full('1e999,'),
    Buffer.alloc(262_144, '['),
    Buffer.alloc(262_144, '{"a":'),
    Buffer.alloc(262_144, 0xff),
    Buffer.alloc(299_000, '9')
  ]
  for (const payload of payloads) {
    const took = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      readPayload(payload, ts, 400)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    })
    expect(Math.min(...took), Buffer.from(payload.subarray(0, 40)).toString()).toBeLessThan(50)
  }
})
