/**
 * The embedded broker: sensors publish, and nobody else listens. Each signs in with its own name and secret and may publish
 * to its own topic only. A message is passed to `receive`, and acknowledged when that resolves.
 *
 * aedes acknowledges after `authorizePublish` says yes, so the waiting happens there (its `published` hook comes after
 * the acknowledgement). It runs the packets of one read of the socket at the same time and reads no further until all are
 * done: that fills batches, and bounds what one connection can have waiting.
 *
 * Refused here: subscriptions (answered 128), foreign topics and QoS 2 (the connection is closed, because MQTT 3.1.1 has no other
 * way to refuse), retained messages and wills (no one would read them; the broker would keep them for ever). A session has
 * the name of the user that signed in, whatever client id was sent, so that nobody can displace another's session.
 *
 * Anyone can reach this port, so the cost of a connection is limited: the length that a packet declares, the number of
 * connections, and of those that have not signed in. When there are too many of the latter, the one that has waited longest is
 * closed: a sensor signs in within milliseconds, while attackers who only occupy connections do not sign in at all.
 */
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import type { AedesOptions } from 'aedes'
import { Aedes } from 'aedes'
import type { Log, Receive } from './message.ts'
import { maxPacketBytes, neverThrowing } from './message.ts'
import { packetLimit } from './packet-limit.ts'

export interface BrokerOptions {
  /** 0: any free port. */
  readonly port: number
  readonly host: string
  /** Most connections; one more is closed at once. */
  readonly maxConnections: number
  /** Most connections that have not signed in yet. */
  readonly maxUnauthenticated: number
  /** Whether the secret is this user's. A rejection means that it cannot be checked now, and the device has to try again. */
  readonly authenticate: (user: string, secret: string) => Promise<boolean>
  /** The only topic that this user may publish to. */
  readonly topicOf: (user: string) => string
  readonly receive: Receive
  readonly log: Log
}

export interface Broker {
  readonly port: number
  /** Resolves when it no longer listens, for whatever reason. */
  readonly ended: Promise<void>
  connections(): number
  /** The users that are signed in. */
  users(): string[]
  /** Closes this user's connections, because its secret is no longer valid; a sign-in in progress is checked again. */
  disconnect(user: string): void
  /** Closes every connection; messages not yet acknowledged are sent again later. */
  stop(): Promise<void>
}

interface Session {
  id: string
  user?: string
  readonly conn: Socket
}

const badUserNameOrPassword = 4
const connectTimeoutMs = 10_000
const maxPacketBytesBeforeSignIn = 1024
// A device whose battery died does not close its connection; without this it would count for ever.
const probeAfterMs = 120_000
const logEveryMs = 60_000

/** Starts listening. Rejects when the port is taken. */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { authenticate, topicOf, log, maxConnections, maxUnauthenticated } = options
  const receive = neverThrowing(options.receive)
  const sockets = new Set<Socket>()
  /** In order of arrival. */
  const unauthenticated = new Set<Socket>()
  const signedIn = new Map<string, Socket>()
  /** How often each user's secret has changed: an answer from before a change is not used. */
  let secretChanges = 0
  async function judge(user: string, secret: string): Promise<boolean> {
    const before = secretChanges
    const known = await authenticate(user, secret)
    return known && before !== secretChanges ? judge(user, secret) : known
  }
  const hooks: AedesOptions = {
    connectTimeout: connectTimeoutMs,
    keepaliveLimit: 0,
    authenticate(client, user, password, done) {
      const session = client as unknown as Session
      const refuse = () => done(Object.assign(new Error('refused'), { returnCode: badUserNameOrPassword }), false)
      if (!user) return refuse()
      judge(user, password?.toString() ?? '').then(
        known => {
          if (!known) return refuse()
          Object.assign(session, { id: user, user })
          unauthenticated.delete(session.conn)
          if (!session.conn.destroyed) signedIn.set(user, session.conn)
          done(null, true)
        },
        err => {
          warnSeldom({ err }, 'sensors cannot be signed in')
          // Closed without an answer: after "server unavailable" common devices give up, after a broken connection they reconnect.
          client.close()
        }
      )
    },
    authorizePublish(client, packet, done) {
      const user = (client as unknown as Session | null)?.user
      if (user === undefined || packet.topic !== topicOf(user)) return done(new Error('not its own topic'))
      // The broker would keep the message until the sensor released it, which it need never do.
      if (packet.qos === 2) return done(new Error('QoS 2 is not offered'))
      packet.retain = false
      receive({ topic: packet.topic, payload: Buffer.from(packet.payload) }).then(() => done(), done)
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
    preConnect(_client, packet, done) {
      delete packet.will
      done(null, true)
    }
  }
  const broker = await Aedes.createBroker(hooks)
  const events: NodeJS.EventEmitter = broker
  events.on('error', err => log.error({ err }, 'the embedded broker failed'))

  const loggedAt = new Map<string, number>()
  /** Anyone can cause these log lines by connecting, so each is written at most once a minute. */
  function warnSeldom(details: object, text: string): void {
    const now = performance.now()
    if (now - (loggedAt.get(text) ?? Number.NEGATIVE_INFINITY) < logEveryMs) return
    loggedAt.set(text, now)
    log.warn({ ...details, connections: sockets.size, unauthenticated: unauthenticated.size }, text)
  }

  const server = createServer(socket => {
    if (sockets.size >= maxConnections) {
      warnSeldom({}, 'too many connections: new ones are closed')
      socket.destroy()
      return
    }
    if (unauthenticated.size >= maxUnauthenticated) {
      warnSeldom({}, 'too many connections that do not sign in: the oldest are closed')
      const oldest = unauthenticated.values().next().value as Socket
      unauthenticated.delete(oldest)
      oldest.destroy()
    }
    socket.setNoDelay(true)
    socket.setKeepAlive(true, probeAfterMs)
    sockets.add(socket)
    unauthenticated.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      unauthenticated.delete(socket)
      const { user } = session
      if (user !== undefined && signedIn.get(user) === socket) signedIn.delete(user)
    })
    const session = broker.handle(socket) as unknown as Session
    const fits = packetLimit(() => (session.user === undefined ? maxPacketBytesBeforeSignIn : maxPacketBytes))
    // The broker reads by `readable` and `read()`: this listener sees each chunk first and does not consume it.
    socket.on('data', chunk => {
      if (!fits(chunk as Buffer)) socket.destroy()
    })
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(options.port, options.host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    broker.close()
    throw error
  }
  // Such as no file descriptor left for a connection: the other connections go on.
  server.on('error', err => warnSeldom({ err }, 'the embedded broker cannot take connections'))
  const ended = new Promise<void>(resolve => server.once('close', () => resolve()))
  return {
    port: (server.address() as { port: number }).port,
    ended,
    connections: () => sockets.size,
    users: () => [...signedIn.keys()],
    disconnect(user) {
      secretChanges += 1
      signedIn.get(user)?.destroy()
    },
    async stop() {
      server.close()
      await new Promise<void>(resolve => broker.close(resolve))
      for (const socket of sockets) socket.destroy()
      await ended
    }
  }
}
