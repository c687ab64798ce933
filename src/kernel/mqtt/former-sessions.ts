/**
 * Sessions that an installation had at its broker when MQTT_SESSIONS was higher. The broker goes on giving them messages, and stores as
 * many as it has room for. So the process of the first session connects as each of them, leaves its
 * subscriptions, and fetches its messages. A session that has had none for a minute is ended, the last one first: which sessions
 * exist is found by asking the broker for one after the other, until it does not know the next.
 */
import { type Subscriber, type SubscriberOptions, startSubscriber } from './client.ts'

interface FormerOptions extends Omit<SubscriberOptions, 'topic' | 'formerTopics' | 'onSession'> {
  /** The client ids after the last that is used, in their order. */
  readonly idOf: (place: number) => string
  readonly topics: readonly string[]
  readonly idleMs?: number
}

interface Former {
  readonly clientId: string
  readonly subscriber: Subscriber
  /** Of the clock `performance.now()`. */
  quietSince: number
}

const minute = 60_000

/** Starts at once and goes on by itself. `left` tells which sessions still exist. */
export function fetchFormerSessions(options: FormerOptions): { left(): string[]; stop(): Promise<void> } {
  const { idOf, topics, idleMs = minute, log } = options
  const found: Former[] = []
  let asking: Subscriber | undefined
  let isStopped = false

  function ask(): void {
    const clientId = idOf(found.length + 1)
    let former: Former | undefined
    const subscriber = startSubscriber({
      ...options,
      clientId,
      topic: undefined,
      formerTopics: topics,
      receive: message => {
        if (former) former.quietSince = performance.now()
        return options.receive(message)
      },
      onSession: isKept => {
        if (former || isStopped) return
        asking = undefined
        if (!isKept) return forget(clientId, subscriber)
        former = { clientId, subscriber, quietSince: performance.now() }
        found.push(former)
        log.info({ clientId }, 'fetching what the broker keeps for a session that is no more used')
        ask()
      }
    })
    asking = subscriber
  }

  function forget(clientId: string, subscriber: Subscriber): void {
    subscriber.end().catch((err: unknown) => log.warn({ err, clientId }, 'a session could not be ended at the broker'))
  }

  const timer = setInterval(() => {
    const last = found.at(-1)
    if (!last?.subscriber.connected() || last.subscriber.waiting() > 0) return
    if (performance.now() - last.quietSince < idleMs) return
    found.pop()
    forget(last.clientId, last.subscriber)
  }, idleMs / 4)
  ask()
  return {
    left: () => found.map(({ clientId }) => clientId),
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.all([...found.map(({ subscriber }) => subscriber.stop()), asking?.stop()])
    }
  }
}
