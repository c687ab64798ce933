/**
 * How sensors reach the application: the embedded broker, in one process at a time; or the external one that `url` names, by
 * one session or by several.
 *
 * Several sessions share one subscription (`$share/…` of MQTT 5; common brokers accept it with 3.1.1, too): the broker gives
 * each message to one of them, so that several processes store them. A session has a fixed client id, because the broker goes on
 * giving messages to a session that is away; so each session is always taken by some process (`shares.ts`). An installation that had one
 * session and now has several, or the other way round, leaves its former subscription as soon as it has the present one; messages
 * that the broker keeps for sessions no longer in use are fetched by `former-sessions.ts`.
 */
import { type Broker, startBroker } from './broker.ts'
import { startSubscriber, type Version } from './client.ts'
import { fetchFormerSessions } from './former-sessions.ts'
import type { Log, Receive } from './message.ts'
import { runShares, type Task } from './shares.ts'

export interface MqttListenerOptions {
  readonly databaseUrl: string
  /** The external broker; undefined: the embedded one, on `port` of `host`. */
  readonly url?: string
  readonly port: number
  readonly host: string
  /** Limits of the embedded broker. */
  readonly maxConnections: number
  readonly maxUnauthenticated: number
  /** The client id at the external broker, and for how long that keeps our messages while we are away (MQTT 5). */
  readonly clientId: string
  readonly sessionExpirySeconds: number
  /** Version of the protocol with the external broker. */
  readonly version: Version
  /** How many sessions at the external broker all processes have together. */
  readonly sessions: number
  /** The topic of one sensor; `topicOf('+')` is all of them. */
  readonly topicOf: (user: string) => string
  readonly authenticate: (user: string, secret: string) => Promise<boolean>
  readonly receive: Receive
  readonly log: Log
}

export interface MqttListener {
  /** Resolves when this process listens; with a second process that may never happen. */
  readonly ready: Promise<void>
  /** Whether messages arrive here, or another process listens. */
  healthy(): boolean
  /** Port of the embedded broker in this process; undefined when it does not listen here. */
  port(): number | undefined
  /** The client ids of the sessions at the external broker that are this process's now. */
  sessions(): string[]
  /** Users signed in at the embedded broker of this process. */
  users(): string[]
  /** Closes this user's connections at the embedded broker; at an external one the operator has to do it. */
  disconnect(user: string): void
  stop(): Promise<void>
}

interface Running extends Task, Partial<Pick<Broker, 'port' | 'users' | 'disconnect'>> {
  readonly session?: string
  healthy(): boolean
}

const lockKey = 0x4f50_4d51

/** The client id of a session: the first has the plain one. */
export const sessionId = (clientId: string, number: number): string =>
  number === 1 ? clientId : `${clientId}-${number}`

export function startMqttListener(options: MqttListenerOptions): MqttListener {
  const { url, topicOf, clientId, sessions, log } = options
  const all = topicOf('+')
  const shared = `$share/${clientId}/${all}`
  const [topic, formerTopic] = sessions > 1 ? [shared, all] : [all, shared]

  function startSession(number: number, at: string): Running {
    const session = sessionId(clientId, number)
    const subscriber = startSubscriber({ ...options, url: at, clientId: session, topic, formerTopics: [formerTopic] })
    const former =
      number === 1
        ? fetchFormerSessions({
            ...options,
            url: at,
            idOf: place => sessionId(clientId, sessions + place),
            topics: [all, shared]
          })
        : undefined
    return {
      session,
      healthy: subscriber.connected,
      stop: async () => {
        await Promise.all([subscriber.stop(), former?.stop()])
      }
    }
  }

  const shares = runShares<Running>({
    databaseUrl: options.databaseUrl,
    key: lockKey,
    tasks: url === undefined ? 1 : sessions,
    start: async number =>
      url === undefined ? { ...(await startBroker(options)), healthy: () => true } : startSession(number, url),
    log
  })
  return {
    ready: shares.ready,
    healthy: () => !shares.failing() && shares.current().every(task => task.healthy()),
    port: () => shares.current()[0]?.port,
    sessions: () => shares.current().flatMap(({ session }) => session ?? []),
    users: () => shares.current().flatMap(task => task.users?.() ?? []),
    disconnect: user => {
      for (const task of shares.current()) task.disconnect?.(user)
    },
    stop: shares.stop
  }
}
