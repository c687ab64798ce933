/**
 * The external broker, by mqtt.js 5.16.0 (pinned: what follows is not in its documentation; `test/kernel/mqtt-client.test.ts`
 * fails if it changes).
 *
 * mqtt.js passes one packet at a time to `handleMessage(packet, done)` and acknowledges at `done()`: waiting there
 * for a commit would make batches of one. But `done(error)` moves on to the next packet and sends no acknowledgement. So
 * every QoS 1 packet is moved on from at once with an error, and this file writes its PUBACK, four bytes, when `receive`
 * has resolved: in the order the packets came, as MQTT demands, and to the stream the packet came by, only if it is still
 * the present one. After a reconnect the broker sends again what was not acknowledged; a PUBACK from before would name
 * another packet then.
 *
 * The number of waiting messages is limited twice. By MQTT 5's receive maximum, with which the broker sends no more until some are
 * acknowledged, while keep-alives still pass. Mosquitto 2.0.11 forgets that number after the first acknowledgement, and QoS 0
 * has no such limit; so above the limit we stop reading until enough messages are stored.
 *
 * The broker keeps the session under a fixed client id for a limited time, so that a restart misses nothing, and an
 * installation that no longer runs does not fill the broker for ever. One process at a time may use the id (`shares.ts`).
 *
 * MQTT 3.1.1 has neither of the two: only our own limit applies, and how long a session is kept is a setting of the broker.
 */
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { IDisconnectPacket, IPublishPacket, MqttClient } from 'mqtt'
import mqtt from 'mqtt'
import type { Log, Receive } from './message.ts'
import { maxPacketBytes, neverThrowing } from './message.ts'

export interface SubscriberOptions {
  /** `mqtt://user:password@host:port`, or mqtts. */
  readonly url: string
  /** Of the protocol; 5 unless given. */
  readonly version?: Version
  /** Undefined: nothing is subscribed to; only messages that the broker has kept for this session are fetched. */
  readonly topic: string | undefined
  /** A former subscription that the session leaves, if it has it. */
  readonly formerTopics?: readonly string[]
  readonly clientId: string
  readonly sessionExpirySeconds: number
  /** After each connection: whether the broker had kept this session. */
  readonly onSession?: (isKept: boolean) => void
  /** Most messages that may wait to be stored; at most 65,535. */
  readonly receiveMaximum?: number
  readonly receive: Receive
  readonly log: Log
}

export type Version = '5' | '3.1.1'

export interface Subscriber {
  /** Whether it is connected and, if it has a topic, subscribed. */
  connected(): boolean
  /** How many messages have been handed to `receive` and are not stored yet. */
  waiting(): number
  /** Acknowledges stored messages and disconnects; the session stays, and collects messages meanwhile. */
  stop(): Promise<void>
  /** The same; the broker then deletes the session and its messages. */
  end(): Promise<void>
}

type DisconnectOptions = Partial<IDisconnectPacket>

interface Waiting {
  readonly id: number
  safe: boolean
}

const moveOn = new Error('acknowledged after commit')
const keepaliveSeconds = 30
const firstPauseMs = 1_000
const maxPauseMs = 30_000
const goodbyeMs = 1_000

/**
 * Milliseconds to wait after so many failures in a row: doubled each time up to 30 s, minus a random part of up to half, so that
 * not all clients return at the same moment after an outage.
 */
export const reconnectPause = (failures: number, random: number): number =>
  Math.round(Math.min(firstPauseMs * 2 ** failures, maxPauseMs) * (1 - random / 2))

/**
 * Connects, and keeps trying whatever the broker answers: a wrong password or a missing permission may be corrected at the broker.
 * `connected()` tells whether messages arrive. Never rejects because a broker is away.
 */
export function startSubscriber(options: SubscriberOptions): Subscriber {
  const { url, topic, clientId, sessionExpirySeconds, receiveMaximum = 8_192, version = '5', log } = options
  const { formerTopics = [], onSession = () => undefined } = options
  const receive = neverThrowing(options.receive)
  const client: MqttClient = mqtt.connect(url, {
    protocolVersion: version === '5' ? 5 : 4,
    clientId,
    clean: false,
    keepalive: keepaliveSeconds,
    reconnectPeriod: reconnectPause(0, Math.random()),
    // Without it mqtt.js gives up after one refusal.
    reconnectOnConnackError: true,
    resubscribe: false,
    ...(version === '5' && {
      properties: { sessionExpiryInterval: sessionExpirySeconds, receiveMaximum, maximumPacketSize: maxPacketBytes }
    })
  })
  const byStream = new WeakMap<Duplex, Waiting[]>()
  let subscribed = false
  let failures = 0
  let unsafe = 0
  const paused: (() => void)[] = []

  client.handleMessage = (packet: IPublishPacket, done) => {
    const { stream } = client
    const acknowledged = packet.qos === 1 && packet.messageId !== undefined
    const waiting = acknowledged ? enqueue(stream, packet.messageId as number) : undefined
    const next = acknowledged ? () => done(moveOn) : () => done()
    unsafe += 1
    receive({ topic: packet.topic, payload: packet.payload as Buffer }).then(
      () => {
        if (waiting) {
          waiting.safe = true
          acknowledgeSoon(stream)
        }
        settle()
      },
      err => {
        log.warn({ err }, 'a message was not taken; the broker will send it again')
        settle()
      }
    )
    // Last, because `next` may pass the next packet before it returns.
    if (unsafe > receiveMaximum) paused.push(next)
    else next()
  }

  // mqtt.js reads its pause when a connection closes, before it tells us: what is set now counts from the next one.
  function setFailures(count: number): void {
    failures = count
    client.options.reconnectPeriod = reconnectPause(failures, Math.random())
  }

  function settle(): void {
    unsafe -= 1
    if (unsafe <= receiveMaximum) for (const next of paused.splice(0)) next()
  }

  function enqueue(stream: Duplex, id: number): Waiting {
    const waiting = { id, safe: false }
    const list = byStream.get(stream)
    if (list) list.push(waiting)
    else byStream.set(stream, [waiting])
    return waiting
  }

  // One write for everything that one commit stored: their promises resolve before this microtask's turn is over.
  const dirty = new Set<Duplex>()
  function acknowledgeSoon(stream: Duplex): void {
    if (dirty.size === 0) setImmediate(acknowledgeAll)
    dirty.add(stream)
  }

  function acknowledgeAll(): void {
    for (const stream of dirty) {
      const list = byStream.get(stream) ?? []
      let safe = 0
      while (list[safe]?.safe) safe += 1
      const done = list.splice(0, safe)
      if (safe > 0 && stream === client.stream && client.connected) stream.write(pubacks(done))
    }
    dirty.clear()
  }

  client.on('connect', ({ sessionPresent }) => {
    const { stream } = client
    // Otherwise Nagle's algorithm delays the few bytes of an acknowledgement until the broker's kernel has answered.
    if (stream instanceof Socket) stream.setNoDelay(true)
    onSession(sessionPresent)
    // Only now, so that at no moment there is no subscription.
    const leaveFormer = () => {
      if (sessionPresent && formerTopics.length > 0) client.unsubscribe([...formerTopics])
      subscribed = true
      setFailures(0)
    }
    if (topic === undefined) return leaveFormer()
    client.subscribe(topic, { qos: 1 }, (err, granted) => {
      if (stream !== client.stream || !client.connected) return
      if (!err && granted?.[0]?.qos === 1) {
        leaveFormer()
        log.info({ topic, clientId }, 'listening to the broker')
        return
      }
      log.error({ err, granted, topic }, 'the broker refuses the subscription; trying again')
      stream.destroy()
    })
  })
  client.on('close', () => {
    setFailures(subscribed ? 0 : failures + 1)
    subscribed = false
  })
  client.on('error', err => log.warn({ err }, 'the broker cannot be reached'))

  async function leave(goodbye: DisconnectOptions = {}): Promise<void> {
    acknowledgeAll()
    const force = setTimeout(() => client.stream.destroy(), goodbyeMs)
    await client.endAsync(false, goodbye)
    clearTimeout(force)
  }

  return {
    connected: () => client.connected && subscribed,
    waiting: () => unsafe,
    stop: () => leave(),
    async end() {
      if (version === '5') return leave({ properties: { sessionExpiryInterval: 0 } })
      await leave()
      // A clean session replaces the kept one, and no longer exists once it is closed.
      const clean = await mqtt.connectAsync(url, { protocolVersion: 4, clientId, clean: true, reconnectPeriod: 0 })
      await clean.endAsync()
    }
  }
}

/** PUBACK packets: type, length, packet id; the reason "success" may be left out (MQTT 5, 3.4.2.1). */
function pubacks(waiting: readonly Waiting[]): Buffer {
  const bytes = Buffer.allocUnsafe(waiting.length * 4)
  let at = 0
  for (const { id } of waiting) {
    bytes.writeUInt16BE(0x4002, at)
    bytes.writeUInt16BE(id, at + 2)
    at += 4
  }
  return bytes
}
