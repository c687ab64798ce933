/**
 * One leader: of all processes on a database, one runs the task (two embedded brokers could share no port, and two
 * subscribers would push each other off their client id). The leader is whoever has PostgreSQL's advisory lock, taken by a
 * connection of its own, so that the lock ends with the process that dies.
 *
 * While the database is away nobody else can take the lock, so the task goes on running and keeps its messages; when
 * the database is back the lock is taken again, and only if another process was faster does the task stop here.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './message.ts'

export interface Task {
  /** Resolves when the task is over by itself; it is then started again. */
  readonly ended?: Promise<unknown>
  stop(): Promise<void>
}

export interface LeaderOptions<T extends Task> {
  readonly databaseUrl: string
  /** The lock's number: one for each task. */
  readonly key: number
  readonly start: () => Promise<T>
  readonly log: Log
}

export interface Leadership<T extends Task> {
  /** Resolves when the task has been started here for the first time; rejects when the start failed, or was stopped before. */
  readonly ready: Promise<void>
  /** The task that runs here now; undefined while another process is the leader. */
  current(): T | undefined
  /** Whether this process is the leader and could not start the task. */
  failing(): boolean
  stop(): Promise<void>
}

const retryMs = 500

export function runAsLeader<T extends Task>({ databaseUrl, key, start, log }: LeaderOptions<T>): Leadership<T> {
  const stopping = new AbortController()
  const stopped = new Promise<void>(resolve =>
    stopping.signal.addEventListener('abort', () => resolve(), { once: true })
  )
  let started: () => void = () => undefined
  let failed: (reason: unknown) => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    started = resolve
    failed = reject
  })
  ready.catch(() => undefined)
  let current: T | undefined
  let standbyLogged = false
  let troubleLogged = false
  let failing = false

  async function stopCurrent(): Promise<void> {
    const running = current
    current = undefined
    await running?.stop()
  }

  /** Takes the lock and keeps it until the connection breaks. */
  async function lead(): Promise<void> {
    const db = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'opony-leader',
      keepAlive: true,
      connectionTimeoutMillis: 5_000
    })
    const broken = new Promise<void>(lost => {
      db.on('error', () => lost())
      db.on('end', () => lost())
    })
    try {
      await db.connect()
      const { rows } = await db.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [key])
      failing = false
      if (!rows[0]?.locked) {
        if (!standbyLogged) log.info({}, 'another process runs the broker; standing by')
        standbyLogged = true
        await stopCurrent()
        return
      }
      standbyLogged = false
      current ??= await start().catch(error => {
        failing = true
        throw error
      })
      troubleLogged = false
      started()
      const { ended } = current
      const isOver = await Promise.race([broken, stopped, ...(ended ? [ended.then(() => true)] : [])])
      if (!isOver || stopping.signal.aborted) return
      log.error({}, 'the broker has ended; starting it again')
      current = undefined
    } finally {
      await db.end().catch(() => undefined)
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await lead()
      } catch (err) {
        if (!current) failed(err)
        if (!troubleLogged) log.warn({ err }, 'the broker cannot be run now; trying again')
        troubleLogged = true
      }
      await wait(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    ready,
    current: () => current,
    failing: () => failing,
    async stop() {
      stopping.abort()
      failed(new Error('stopped'))
      await running
      await stopCurrent()
    }
  }
}
