import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type SubscriberOptions, startSubscriber } from '../../src/kernel/mqtt/client.ts'
import type { Receive } from '../../src/kernel/mqtt/message.ts'
import { mosquittoPath } from '../helper/browser.ts'
import { aMosquitto } from '../helper/mosquitto.ts'
import { aRelay, freePort } from '../helper/relay.ts'
import { aGate, connected, log, roundTrip } from './fixtures/mqtt.ts'

describe.skipIf(mosquittoPath() === null)('the external broker (Mosquitto)', () => {
  let url: string
  let port: number
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;({ url, port, stop } = await aMosquitto())
  })
  afterAll(() => stop())

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
    onTestFinished(subscriber.stop)
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

  it('receives again after a restart exactly the messages that were not stored', async () => {
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
    onTestFinished(again.stop)
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
    await expect.poll(subscriber.connected).toBe(true)
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

  it('has at most the agreed number of messages waiting, and stays connected', async () => {
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

  it('continues after a message that is refused', async () => {
    const gate = aGate()
    const { send, subscriber } = await aSubscriber(gate.receive)
    await send('one')
    await expect.poll(gate.texts).toEqual(['one'])
    gate.waiting[0]?.refuse()
    await send('two')
    await expect.poll(gate.texts).toEqual(['one', 'two'])
    expect(subscriber.connected()).toBe(true)
  })

  it('treats a receiver that throws as one that refuses', async () => {
    const texts: string[] = []
    const { send, subscriber } = await aSubscriber(({ payload }) => {
      texts.push(String(payload))
      if (texts.length === 1) throw new Error('before any promise')
      return Promise.resolve()
    })
    await send('one', 'two')
    await expect.poll(() => texts).toEqual(['one', 'two'])
    expect(subscriber.connected()).toBe(true)
    expect(subscriber.waiting()).toBe(0)
  })
})

/** A relay that ends with the test. */
async function relayed(...given: Parameters<typeof aRelay>) {
  const relay = await aRelay(...given)
  onTestFinished(relay.close)
  return relay
}

/** The packet ids of PUBACKs of four bytes. */
function idsOf(bytes: Buffer): number[] {
  const ids: number[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) ids.push(bytes.readUInt16BE(at + 2))
  return ids
}
