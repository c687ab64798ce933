/**
 * The one connection of a process that listens (LISTEN). It reconnects by itself and reports this (`onGap`), because what was
 * notified meanwhile is lost.
 *
 * A connection may also be dead without an error, when packets are lost on the way. So a query is sent regularly,
 * and `heardUntil` is the time at which the last answered query was sent: the database sends notifications
 * before answers, so everything committed before that time has been received. An idle process asks rarely; code that needs a
 * recent answer calls `confirm`.
 */
import { EventEmitter } from 'node:events'
import pg from 'pg'

const confirmEveryMs = 5_000
const silenceMs = 2_500
const connectMs = 2_500
const retryMs = 500

export interface Listener {
  /** Returns the function that stops listening. */
  onNotification(channel: string, hear: (payload: string) => void): () => void
  /** Called when notifications may have been lost, once they are received again. */
  onGap(hear: () => void): () => void
  /** Everything committed before this time (`performance.now()`) has been received; -Infinity while there is no connection. */
  heardUntil(): number
  /**
   * Sends a query, unless one is under way, so that `heardUntil` becomes more recent. Rejects when there is no connection, or no
   * answer in time.
   */
  confirm(): Promise<void>
  /** Sends payloads on the channel; they are lost while there is no connection. */
  notify(channel: string, payloads: readonly string[]): void
  stop(): Promise<void>
}

export interface ListenerOptions {
  readonly url: string
  /** All channels that anybody will listen to. */
  readonly channels: readonly string[]
  readonly log: { warn(details: object, text: string): void }
}

interface Connection {
  readonly client: pg.Client
  heardUntil: number
  asking: Promise<void> | undefined
  /** The last statement sent: pg sends one after the other. */
  last: Promise<unknown>
}

/** Connects; rejects when the database cannot be reached at first. */
export async function openListener({ url, channels, log }: ListenerOptions): Promise<Listener> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let connection: Connection | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  let warned = false

  const lose = (lost: pg.Client): void => {
    if (connection?.client !== lost) return
    connection = undefined
    if (!stopped) retry = setTimeout(() => void reconnect(), retryMs)
  }
  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'opony-listener',
      keepAlive: true,
      connectionTimeoutMillis: connectMs
    })
    client.on('notification', ({ channel, payload }) => emitter.emit(`on ${channel}`, payload ?? ''))
    client.on('error', () => lose(client))
    client.on('end', () => lose(client))
    await client.connect()
    const asked = performance.now()
    const silent = setTimeout(() => destroy(client), silenceMs)
    try {
      for (const channel of channels) await client.query(`listen ${channel}`)
    } catch (error) {
      destroy(client)
      throw error
    } finally {
      clearTimeout(silent)
    }
    if (stopped) return client.end()
    connection = { client, heardUntil: asked, asking: undefined, last: Promise.resolve() }
  }
  const reconnect = async (): Promise<void> => {
    if (stopped) return
    try {
      await connect()
      warned = false
      emitter.emit('gap')
    } catch (error) {
      if (!warned) log.warn({ err: error }, 'listener: the database cannot be reached, trying again')
      warned = true
      retry = setTimeout(() => void reconnect(), retryMs)
    }
  }
  const ask = async (current: Connection): Promise<void> => {
    const asked = performance.now()
    const silent = setTimeout(() => destroy(current.client), silenceMs)
    try {
      await send(current, 'select')
      current.heardUntil = asked
    } finally {
      clearTimeout(silent)
      current.asking = undefined
    }
  }
  const confirm = async (): Promise<void> => {
    if (!connection) throw new Error('listener: there is no connection')
    connection.asking ??= ask(connection)
    return connection.asking
  }

  await connect()
  const confirmations = setInterval(() => confirm().catch(ignore), confirmEveryMs)
  const on = (event: string, hear: (payload: string) => void): (() => void) => {
    emitter.on(event, hear)
    return () => emitter.off(event, hear)
  }
  return {
    onNotification: (channel, hear) => on(`on ${channel}`, hear),
    onGap: hear => on('gap', hear),
    heardUntil: () => connection?.heardUntil ?? Number.NEGATIVE_INFINITY,
    confirm,
    notify(channel, payloads) {
      if (!connection) return
      const text = 'select pg_notify($1, payload) from unnest($2::text[]) payload'
      send(connection, text, [channel, payloads]).catch((error: unknown) =>
        log.warn({ err: error }, 'listener: not notified')
      )
    },
    async stop() {
      stopped = true
      clearInterval(confirmations)
      clearTimeout(retry)
      const last = connection?.client
      if (!last) return
      const silent = setTimeout(() => destroy(last), silenceMs)
      await last.end()
      clearTimeout(silent)
    }
  }
}

function send(connection: Connection, text: string, values: unknown[] = []): Promise<unknown> {
  const answer = connection.last.then(() => connection.client.query(text, values))
  connection.last = answer.catch(ignore)
  return answer
}

/** For queries whose failure needs nothing more: the connection was lost, and its end is handled where it is opened. */
const ignore = (): void => undefined

/** Destroys a connection that does not answer: an orderly end would wait for it. */
const destroy = (client: pg.Client): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
