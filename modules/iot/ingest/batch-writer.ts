/**
 * Writes messages in batches: one queue, one connection, one batch at a time. Messages that arrive while a batch is being written form
 * the next one, so batches grow with the load. Only if nothing is being written, a message waits a few milliseconds for others.
 *
 * Nothing is dropped here. While the database cannot be reached, the batch is kept and tried again after growing pauses. Its messages are
 * not acknowledged, so the brokers stop sending (the embedded one does not read on from the connection, the external one is limited by
 * its receive maximum), and memory stays bounded. A batch that the database refuses for its data is halved until the faulty reading is
 * alone, which is then stored as a rejected one. A batch that takes the database too long is halved, too, down to single messages, so
 * that none blocks the others for ever.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { applicationName } from '../../../src/kernel/database/application-name.ts'
import { aroundQueries, type PgClient } from '../../../src/kernel/database/pg-internals.ts'
import { unreplicatedOn } from '../../../src/kernel/database/replicated.ts'
import type { Log } from '../../../src/kernel/mqtt/message.ts'
import { asSent, type Reading } from './reading.ts'
import type { Incoming, Outcome } from './types.ts'

export interface BatchWriterOptions {
  readonly databaseUrl: string
  readonly log: Log
  write(db: pg.Client, batch: readonly Incoming[]): Promise<Outcome>
  onStored(outcome: Outcome): void
}

export interface BatchWriter {
  /** Resolves when the message's transaction has committed. Rejects only if the writer is stopped before. */
  store(incoming: Incoming): Promise<void>
  /** The number of waiting messages, including those of the batch that is being written. */
  waiting(): number
  /** Writes the waiting messages for at most `timeoutMs`, then rejects the rest and closes the connection. */
  stop(timeoutMs: number): Promise<void>
}

interface Waiting {
  readonly incoming: Incoming
  readonly done: () => void
  readonly failed: (error: Error) => void
}

const flushDelayMs = 5
const maxRows = 5_000
const firstPauseMs = 100
const maxPauseMs = 5_000
/**
 * The client's limit of a statement in milliseconds. It is longer than the database's own, and ends statements whose answer is
 * lost.
 */
const silenceMs = 12_000

export function openBatchWriter({ databaseUrl, log, write, onStored }: BatchWriterOptions): BatchWriter {
  let queue: Waiting[] = []
  let rows = 0
  let writing = 0
  let running: Promise<void> | undefined
  let full: (() => void) | undefined
  let db: pg.Client | undefined
  let stopping = false
  const abandon = new AbortController()

  async function connection(): Promise<pg.Client> {
    if (db) return db
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName('ingest'),
      connectionTimeoutMillis: 5_000,
      query_timeout: silenceMs,
      keepAlive: true,
      options:
        '-c TimeZone=UTC -c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000'
    })
    client.on('error', () => drop(client))
    const unreplicated = unreplicatedOn(client as PgClient & pg.Client)
    aroundQueries(client as PgClient & pg.Client, () => () => unreplicated())
    await client.connect()
    db = client
    return client
  }

  function drop(client: pg.Client): void {
    if (db === client) db = undefined
    client.end().catch(() => undefined)
  }

  /** Tries once to write a batch. A connection that fails or does not answer in time is dropped. */
  async function attempt(batch: readonly Incoming[]): Promise<Outcome> {
    const client = await connection()
    try {
      return await write(client, batch)
    } catch (error) {
      if (error instanceof pg.DatabaseError) await client.query('rollback').catch(() => drop(client))
      else drop(client)
      throw error
    }
  }

  async function persist(batch: readonly Incoming[]): Promise<void> {
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, maxPauseMs)) {
      try {
        onStored(await attempt(batch))
        return
      } catch (error) {
        if (abandon.signal.aborted) throw error
        if (isAboutData(error) || (isTooMuch(error) && batch.length > 1)) {
          const parts = divide(batch)
          if (parts) {
            for (const part of parts) await persist(part)
            return
          }
        }
        log.warn({ err: error, messages: batch.length, pause }, 'readings wait for the database')
        await wait(pause, undefined, { signal: abandon.signal })
      }
    }
  }

  async function run(): Promise<void> {
    if (rows < maxRows && !stopping) await waitForMore()
    while (queue.length > 0) {
      const batch = takeBatch()
      writing = batch.length
      try {
        await persist(batch.map(({ incoming }) => incoming))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error as Error)
      }
      writing = 0
      if (abandon.signal.aborted) for (const { failed } of takeBatch(Number.POSITIVE_INFINITY)) failed(stopped())
    }
    running = undefined
  }

  function waitForMore(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => full?.(), flushDelayMs)
      full = () => {
        clearTimeout(timer)
        full = undefined
        resolve()
      }
    })
  }

  function takeBatch(limit = maxRows): Waiting[] {
    let end = 0
    for (let taken = 0; end < queue.length && taken < limit; end++) taken += weight(queue[end] as Waiting)
    const batch = end === queue.length ? queue : queue.slice(0, end)
    queue = end === queue.length ? [] : queue.slice(end)
    for (const one of batch) rows -= weight(one)
    return batch
  }

  return {
    store(incoming) {
      if (stopping) return Promise.reject(stopped())
      return new Promise<void>((done, failed) => {
        const one = { incoming, done, failed }
        queue.push(one)
        rows += weight(one)
        if (!running) running = run()
        else if (rows >= maxRows) full?.()
      })
    },
    waiting: () => queue.length + writing,
    async stop(timeoutMs) {
      stopping = true
      full?.()
      const timer = setTimeout(() => {
        abandon.abort()
        if (db) drop(db)
      }, timeoutMs)
      await running
      clearTimeout(timer)
      abandon.abort()
      if (db) await db.end().catch(() => undefined)
      db = undefined
    }
  }
}

const weight = ({ incoming }: Waiting): number => Math.max(1, incoming.readings.length + incoming.rejected.length)
const stopped = (): Error => new Error('Ingest has stopped')

/** Data exceptions (22) and violated constraints (23): the same data would be refused again. */
const isAboutData = (error: unknown): boolean => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

/** A statement that took too long (57014), or exceeded a limit of the database (54): smaller batches may succeed. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(57014|54...)$/.test(error.code ?? '')

/**
 * Halves a batch, then a message; then makes the one reading that is left a rejected one. Undefined if there is no reading left.
 */
function divide(batch: readonly Incoming[]): Incoming[][] | undefined {
  const [only] = batch
  if (!only) return undefined
  if (batch.length > 1) {
    const half = batch.length >> 1
    return [batch.slice(0, half), batch.slice(half)]
  }
  const { readings } = only
  if (readings.length > 1) {
    const half = readings.length >> 1
    return [
      [{ ...only, readings: readings.slice(0, half) }],
      [{ ...only, readings: readings.slice(half), rejected: [] }]
    ]
  }
  if (readings.length === 0) return undefined
  const payload = asSent(readings[0] as Reading)
  return [[{ ...only, readings: [], rejected: [...only.rejected, { reason: 'unstorable', payload }] }]]
}
