/**
 * One queue, one connection, one batch at a time. What arrives while a batch is being written makes the next, at once, so
 * batches grow with the load. Only a first message, which finds nothing being written, waits a few milliseconds for others.
 *
 * Nothing is dropped here. While the database is away the batch is kept and tried again, ever more slowly; its messages are not
 * acknowledged, so the brokers stop sending (the embedded one by a connection's unfinished chunk, the external one by
 * its receive maximum), and memory stays bounded. A batch that the database refuses for its data is halved until the
 * poisoned reading stands alone, which then becomes a rejected one. One that takes the database too long is halved too, down to
 * single messages, so that none makes others wait for ever.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
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
  /** Resolves when the message's transaction has committed; rejects only when the writer is stopped before. */
  store(incoming: Incoming): Promise<void>
  /** Readings and messages waiting, those of the batch being written included. */
  waiting(): number
  /** Writes what is waiting, for at most `timeoutMs`, then lets go of the rest and of the connection. */
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
const longestPauseMs = 5_000
/** Longer than the database's own limit of a statement: it ends what gets no answer, such as from a network that swallows it. */
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
      application_name: 'opony-ingest',
      connectionTimeoutMillis: 5_000,
      query_timeout: silenceMs,
      keepAlive: true,
      options:
        '-c TimeZone=UTC -c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000'
    })
    client.on('error', () => drop(client))
    await client.connect()
    db = client
    return client
  }

  function drop(client: pg.Client): void {
    if (db === client) db = undefined
    client.end().catch(() => undefined)
  }

  /** One try, however many statements it takes. A connection that does not answer one in time is dropped. */
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
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
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

/** Data exceptions (22) and broken constraints (23): the same data will be refused again. */
const isAboutData = (error: unknown): boolean => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

/** A statement that took too long, or a limit of the database: fewer messages at a time may pass. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(57014|54...)$/.test(error.code ?? '')

/** Halves a batch, then a message, then gives up on the one reading that is left. Undefined: nothing is left to give up. */
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
