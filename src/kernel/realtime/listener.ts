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
import { applicationName } from '../database/application-name.ts'

const confirmEveryMs = 5_000
const silenceMs = 2_500
const connectMs = 2_500
const retryMs = 500
/** So many calls of `notify` are kept until there is a connection again, the last ones. */
const maxUnsent = 5_000

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
  /** Sends payloads on the channel; while there is no connection they are kept, up to `maxUnsent`, because others may have one. */
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

/** What a connection reports: a notification of one of its channels, and its end. */
interface Hearing {
  readonly url: string
  readonly channels: readonly string[]
  heard(channel: string, payload: string): void
  lost(client: pg.Client): void
}

/** A connection that listens to all channels. Rejects if the database cannot be reached, or does not answer in time. */
async function listen({ url, channels, heard, lost }: Hearing): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName('listener'),
    keepAlive: true,
    connectionTimeoutMillis: connectMs
  })
  client.on('notification', ({ channel, payload }) => heard(channel, payload ?? ''))
  client.on('error', () => lost(client))
  client.on('end', () => lost(client))
  await client.connect()
  const asked = performance.now()
  const answered = destroyIfSilent(client)
  try {
    for (const channel of channels) await client.query(`listen ${channel}`)
  } catch (error) {
    destroy(client)
    throw error
  } finally {
    answered()
  }
  return { client, heardUntil: asked, asking: undefined, last: Promise.resolve() }
}

/** Sends a query, unless one is under way; its answer makes `heardUntil` more recent. */
async function confirmed(connection: Connection | undefined): Promise<void> {
  if (!connection) throw new Error('listener: there is no connection')
  connection.asking ??= ask(connection)
  return connection.asking
}

async function ask(connection: Connection): Promise<void> {
  const asked = performance.now()
  const answered = destroyIfSilent(connection.client)
  try {
    await send(connection, 'select')
    connection.heardUntil = asked
  } finally {
    answered()
    connection.asking = undefined
  }
}

/** Ends a connection once all that was sent on it is answered, because a query under way would be lost; destroys it if the database does not confirm the end. */
async function leave({ client, last }: Connection): Promise<void> {
  const answered = destroyIfSilent(client)
  await last
  await client.end()
  answered()
}

/**
 * Destroys the connection unless the returned function is called within `silenceMs`. A process that has stood still for as long first reads
 * what has come meanwhile: the database is not silent because we did not listen.
 */
function destroyIfSilent(client: pg.Client): () => void {
  let isSilent = true
  const end = (): void => {
    if (isSilent) destroy(client)
  }
  const silence = setTimeout(() => setImmediate(end), silenceMs)
  return () => {
    isSilent = false
    clearTimeout(silence)
  }
}

/** Connects; rejects when the database cannot be reached at first. */
export async function openListener({ url, channels, log }: ListenerOptions): Promise<Listener> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let connection: Connection | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  let warned = false
  let unsent: { readonly channel: string; readonly payloads: readonly string[] }[] = []

  const lost = (client: pg.Client): void => {
    if (connection?.client !== client) return
    connection = undefined
    if (!stopped) retry = setTimeout(() => void reconnect(), retryMs)
  }
  const heard = (channel: string, payload: string): void => void emitter.emit(`on ${channel}`, payload)
  const connect = async (): Promise<void> => {
    const made = await listen({ url, channels, heard, lost })
    if (stopped) return made.client.end()
    connection = made
    const kept = unsent
    unsent = []
    for (const { channel, payloads } of kept) notify(channel, payloads)
  }
  const keep = (channel: string, payloads: readonly string[]): void => {
    unsent = [...unsent.slice(1 - maxUnsent), { channel, payloads }]
  }
  const notify = (channel: string, payloads: readonly string[]): void => {
    if (!connection) {
      keep(channel, payloads)
      return
    }
    const text = 'select pg_notify($1, payload) from unnest($2::text[]) payload'
    send(connection, text, [channel, payloads]).catch((error: unknown) => {
      log.warn({ err: error }, 'listener: not notified yet')
      keep(channel, payloads)
    })
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

  await connect()
  const confirm = (): Promise<void> => confirmed(connection)
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
    notify,
    async stop() {
      stopped = true
      clearInterval(confirmations)
      clearTimeout(retry)
      if (connection) await leave(connection)
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
