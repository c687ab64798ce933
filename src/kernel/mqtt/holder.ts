/**
 * One holder: of all processes on a database, one runs the broker's end (two embedded brokers could share no port, and two
 * subscribers would push each other off their client id). The lock is PostgreSQL's, held by a connection of its own, so that it
 * goes with the process that dies.
 *
 * While the database is away nobody else can take the lock, so what runs goes on running and holds its messages; when
 * it is back the lock is taken again, and only if another was faster does it stop here.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './message.ts'

export interface Held {
  stop(): Promise<void>
}

export interface HolderOptions<T extends Held> {
  readonly databaseUrl: string
  /** The lock's number: one for each thing that is held. */
  readonly key: number
  readonly start: () => Promise<T>
  readonly log: Log
}

export interface Holder<T extends Held> {
  /** Resolves when it has been started here for the first time; rejects when the start failed, or it was stopped before. */
  readonly ready: Promise<void>
  /** What runs here now; undefined while another process is the holder. */
  current(): T | undefined
  stop(): Promise<void>
}

const retryMs = 500

export function holdOne<T extends Held>({ databaseUrl, key, start, log }: HolderOptions<T>): Holder<T> {
  const leave = new AbortController()
  const left = new Promise<void>(resolve => leave.signal.addEventListener('abort', () => resolve(), { once: true }))
  let started: () => void = () => undefined
  let failed: (reason: unknown) => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    started = resolve
    failed = reject
  })
  ready.catch(() => undefined)
  let current: T | undefined
  let said = false
  let troubled = false

  async function stopCurrent(): Promise<void> {
    const running = current
    current = undefined
    await running?.stop()
  }

  /** Takes the lock and keeps it until the connection breaks. */
  async function hold(): Promise<void> {
    const db = new pg.Client({ connectionString: databaseUrl, application_name: 'opony-holder', keepAlive: true })
    const broken = new Promise<void>(lost => {
      db.on('error', () => lost())
      db.on('end', () => lost())
    })
    try {
      await db.connect()
      const { rows } = await db.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [key])
      if (!rows[0]?.held) {
        if (!said) log.info({}, 'another process runs the broker; standing by')
        said = true
        await stopCurrent()
        return
      }
      said = false
      troubled = false
      current ??= await start()
      started()
      await Promise.race([broken, left])
    } finally {
      await db.end().catch(() => undefined)
    }
  }

  async function run(): Promise<void> {
    while (!leave.signal.aborted) {
      try {
        await hold()
      } catch (err) {
        if (!current) failed(err)
        if (!troubled) log.warn({ err }, 'the lock of the broker cannot be held now; trying again')
        troubled = true
      }
      await wait(retryMs, undefined, { signal: leave.signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    ready,
    current: () => current,
    async stop() {
      leave.abort()
      failed(new Error('stopped'))
      await running
      await stopCurrent()
    }
  }
}
