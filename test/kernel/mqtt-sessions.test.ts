/** Sessions at an external broker: several share the messages, and none is lost when they become more, fewer, or are left. */
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Version } from '../../src/kernel/mqtt/client.ts'
import { fetchFormerSessions } from '../../src/kernel/mqtt/former-sessions.ts'
import { sessionId, startMqttListener } from '../../src/kernel/mqtt/listener.ts'
import type { Receive } from '../../src/kernel/mqtt/message.ts'
import { mosquittoPath } from '../helper/browser.ts'
import { aDatabase } from '../helper/database.ts'
import { aMosquitto, type Mosquitto } from '../helper/mosquitto.ts'
import { aGate, connected, log } from './fixtures/mqtt.ts'

const topicOf = (user: string) => `things/${user}/said`
const slowly = { timeout: 15_000 }

describe.skipIf(mosquittoPath() === null).each(['5', '3.1.1'] as const)('sessions by MQTT %s', version => {
  let mosquitto: Mosquitto
  let database: Awaited<ReturnType<typeof aDatabase>>
  beforeAll(async () => {
    ;[mosquitto, database] = await Promise.all([aMosquitto(), aDatabase()])
  })
  afterAll(async () => {
    await Promise.all([mosquitto.stop(), database.drop()])
  })

  let serial = 0
  const aClientId = () => `client${version.replaceAll('.', '')}x${++serial}`

  /** A process that takes part in so many sessions. */
  function aProcess(clientId: string, sessions: number, receive: Receive) {
    const listener = startMqttListener({
      databaseUrl: database.url,
      url: mosquitto.url,
      version,
      clientId,
      sessions,
      sessionExpirySeconds: 60,
      topicOf,
      receive,
      authenticate: async () => false,
      port: 0,
      host: '127.0.0.1',
      maxConnections: 1,
      maxUnauthenticated: 1,
      log
    })
    onTestFinished(listener.stop)
    return listener
  }

  async function publishing() {
    const publisher = await connected(mosquitto.url, { protocolVersion: 5 })
    return async (from: number, to: number) => {
      for (let at = from; at < to; at++) await publisher.publishAsync(topicOf('a'), `${at}`, { qos: 1 })
    }
  }

  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
  const heardBy =
    (heard: number[]): Receive =>
    async message => {
      heard.push(Number(Buffer.from(message.payload).toString()))
    }
  const inOrder = (...lists: number[][]) => lists.flat().sort((a, b) => a - b)

  it('two processes take one each and share the messages; who is left takes both, with what was not acknowledged', async () => {
    const id = aClientId()
    const heard: number[] = []
    const gate = aGate()
    const first = aProcess(id, 2, heardBy(heard))
    await first.ready
    const second = aProcess(id, 2, gate.receive)
    await expect.poll(() => [...first.sessions(), ...second.sessions()], slowly).toEqual([id, `${id}-2`])
    await expect.poll(() => first.healthy() && second.healthy()).toBe(true)
    const publish = await publishing()
    await publish(0, 40)
    await expect.poll(() => [heard.length, gate.waiting.length]).toEqual([20, 20])
    await second.stop()
    await publish(40, 60)
    await expect.poll(() => first.sessions(), slowly).toEqual([id, `${id}-2`])
    await expect.poll(() => inOrder(heard), slowly).toEqual(range(0, 60))
  })

  it('fewer sessions fetch what the broker keeps for the others, and more leave the one subscription that was not shared', async () => {
    const id = aClientId()
    const [before, between, after]: number[][] = [[], [], []]
    const several = aProcess(id, 3, heardBy(before as number[]))
    await expect.poll(() => several.sessions().length, slowly).toBe(3)
    await expect.poll(several.healthy).toBe(true)
    await several.stop()
    const publish = await publishing()
    await publish(0, 30)
    const one = aProcess(id, 1, heardBy(between as number[]))
    await expect.poll(() => inOrder(between as number[]), slowly).toEqual(range(0, 30))
    await publish(30, 40)
    await expect.poll(() => inOrder(between as number[])).toEqual(range(0, 40))
    await one.stop()
    await publish(40, 50)
    const two = aProcess(id, 2, heardBy(after as number[]))
    await expect.poll(() => two.sessions().length, slowly).toBe(2)
    await expect.poll(two.healthy).toBe(true)
    await publish(50, 60)
    await expect.poll(() => inOrder(after as number[]), slowly).toEqual(range(40, 60))
  })

  it('a session that is no more used is ended at the broker once nothing comes for it', async () => {
    const id = aClientId()
    for (const number of [2, 3]) await leaveASession(sessionId(id, number), version)
    const publish = await publishing()
    await publish(0, 10)
    const heard: number[] = []
    const former = fetchFormerSessions({
      url: mosquitto.url,
      version,
      clientId: id,
      idOf: place => sessionId(id, place + 1),
      topics: ['$share/some/things/+/said'],
      sessionExpirySeconds: 60,
      receive: heardBy(heard),
      idleMs: 400,
      log
    })
    onTestFinished(former.stop)
    await expect.poll(() => inOrder(heard)).toEqual(range(0, 10))
    await expect.poll(former.left, slowly).toEqual([])
    await expect
      .poll(async () => [await isKept(sessionId(id, 2)), await isKept(sessionId(id, 3))], slowly)
      .toEqual([false, false])
  })

  async function leaveASession(clientId: string, by: Version): Promise<void> {
    const properties = by === '5' ? { properties: { sessionExpiryInterval: 60 } } : {}
    const client = await connected(mosquitto.url, {
      protocolVersion: by === '5' ? 5 : 4,
      clientId,
      clean: false,
      ...properties
    })
    await client.subscribeAsync('$share/some/things/+/said', { qos: 1 })
    await client.endAsync()
  }

  /** Asking makes a session where there was none: it ends with the question. */
  async function isKept(clientId: string): Promise<boolean> {
    const client = mqtt.connect(mosquitto.url, { protocolVersion: 5, clientId, clean: false, reconnectPeriod: 0 })
    const kept = await new Promise<boolean>(resolve =>
      client.once('connect', ({ sessionPresent }) => resolve(sessionPresent))
    )
    await client.endAsync()
    return kept
  }
})
