/**
 * The embedded broker: sensors publish, and nobody else listens. Each signs in with its own name and secret and may publish
 * to its own topic only. A message is handed to `receive`, and acknowledged when that resolves.
 *
 * aedes acknowledges after `authorizePublish` says yes, so the waiting happens there (its `published` hook comes after
 * the acknowledgement). It runs the packets of one read of the socket at the same time and reads no further until all are
 * done: that fills batches, and bounds what one connection can have waiting.
 *
 * Refused here: subscriptions (answered 128), foreign topics (the connection is closed: MQTT 3.1.1 knows no other way to
 * say no), retained messages and wills (no one would read them; the broker would keep them for ever). A session bears the name
 * of who signed in, whatever client id was sent, so that nobody can push out another's.
 */
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import type { AedesOptions } from 'aedes'
import { Aedes } from 'aedes'
import type { Log, Receive } from './message.ts'
import { neverThrowing } from './message.ts'

export interface BrokerOptions {
  /** 0: any free port. */
  readonly port: number
  readonly host: string
  /** Whether the secret is this user's. A throw means that nobody can tell now: the device is asked to come again. */
  readonly authenticate: (user: string, secret: string) => Promise<boolean>
  /** The only topic that this user may publish to. */
  readonly topicOf: (user: string) => string
  readonly receive: Receive
  readonly log: Log
}

export interface Broker {
  readonly port: number
  connections(): number
  /** Closes every connection; what has not been acknowledged by then comes again. */
  stop(): Promise<void>
}

type Session = { id: string; user?: string }

const serverUnavailable = 3
const badUserNameOrPassword = 4
const connectTimeout = 10_000

/** Starts listening. Rejects when the port is taken. */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { authenticate, topicOf, log } = options
  const receive = neverThrowing(options.receive)
  const hooks: AedesOptions = {
    connectTimeout,
    keepaliveLimit: 0,
    authenticate(client, user, password, done) {
      const refuse = (returnCode: number) => done(Object.assign(new Error('refused'), { returnCode }), false)
      if (!user) return refuse(badUserNameOrPassword)
      authenticate(user, password?.toString() ?? '').then(
        known => {
          if (!known) return refuse(badUserNameOrPassword)
          Object.assign(client as Session, { id: user, user })
          done(null, true)
        },
        err => {
          log.warn({ err }, 'a sensor could not be signed in')
          refuse(serverUnavailable)
        }
      )
    },
    authorizePublish(client, packet, done) {
      const user = (client as Session | null)?.user
      if (user === undefined || packet.topic !== topicOf(user)) return done(new Error('not its own topic'))
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
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    broker.handle(socket)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(options.port, options.host, resolve)
    })
  } catch (error) {
    broker.close()
    throw error
  }
  return {
    port: (server.address() as { port: number }).port,
    connections: () => sockets.size,
    async stop() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      await new Promise<void>(resolve => broker.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    }
  }
}
