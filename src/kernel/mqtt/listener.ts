/** How sensors reach the application: the embedded broker, or the external one that `url` names; in one process at a time. */
import { type Broker, startBroker } from './broker.ts'
import { startSubscriber } from './client.ts'
import type { Task } from './leader.ts'
import { runAsLeader } from './leader.ts'
import type { Log, Receive } from './message.ts'

export interface MqttListenerOptions {
  readonly databaseUrl: string
  /** The external broker; undefined: the embedded one, on `port` of `host`. */
  readonly url?: string
  readonly port: number
  readonly host: string
  /** Limits of the embedded broker. */
  readonly maxConnections: number
  readonly maxUnauthenticated: number
  /** What the external broker knows us by, and for how long it keeps our messages while we are away. */
  readonly clientId: string
  readonly sessionExpirySeconds: number
  /** The topic of one sensor; `topicOf('+')` is all of them. */
  readonly topicOf: (user: string) => string
  readonly authenticate: (user: string, secret: string) => Promise<boolean>
  readonly receive: Receive
  readonly log: Log
}

export interface MqttListener {
  /** Resolves when this process listens; with a second process that may be never. */
  readonly ready: Promise<void>
  /** Whether messages arrive here, or another process is the leader. */
  healthy(): boolean
  /** Where the embedded broker listens here; undefined when it does not. */
  port(): number | undefined
  /** Who is signed in at the embedded broker here. */
  users(): string[]
  /** Closes what this user has open at the embedded broker; at an external one the operator does it. */
  disconnect(user: string): void
  stop(): Promise<void>
}

interface Running extends Task, Partial<Pick<Broker, 'port' | 'users' | 'disconnect'>> {
  healthy(): boolean
}

const lockKey = 0x4f50_4d51

export function startMqttListener(options: MqttListenerOptions): MqttListener {
  const { url, topicOf, log } = options
  const start = async (): Promise<Running> => {
    if (url === undefined) return { ...(await startBroker(options)), healthy: () => true }
    const subscriber = startSubscriber({ ...options, url, topic: topicOf('+') })
    return { healthy: subscriber.connected, stop: subscriber.stop }
  }
  const leadership = runAsLeader({ databaseUrl: options.databaseUrl, key: lockKey, start, log })
  return {
    ready: leadership.ready,
    healthy: () => !leadership.failing() && (leadership.current()?.healthy() ?? true),
    port: () => leadership.current()?.port,
    users: () => leadership.current()?.users?.() ?? [],
    disconnect: user => leadership.current()?.disconnect?.(user),
    stop: leadership.stop
  }
}
