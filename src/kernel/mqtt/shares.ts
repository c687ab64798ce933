/**
 * Tasks that the processes on one database share, each running in one process at a time: the embedded broker (two cannot share a
 * port), or the sessions at an external broker (two subscribers with one client id would displace each other).
 *
 * The process that runs a task holds PostgreSQL's advisory lock of the task's number, on a connection of its own, so that the lock
 * ends with the process and another can take the task over. Each process also holds a shared lock, by which processes are counted:
 * of five tasks, two processes run three and two. When a process is added, one that now has more than its share gives tasks back.
 *
 * While the database is away no process can take a lock, so running tasks go on and keep their messages. When the database is back,
 * the locks are taken again, and a task stops here only where another process was faster. Additional tasks are taken only after a
 * pause in which the other processes come back, too.
 */
import pg from 'pg'
import { applicationName } from '../database/application-name.ts'
import type { Log } from './message.ts'

export interface Task {
  /** Resolves when the task ends by itself; it is then started again. */
  readonly ended?: Promise<unknown>
  stop(): Promise<void>
}

export interface SharesOptions<T extends Task> {
  readonly databaseUrl: string
  /**
   * The number of task 1's lock. Later tasks have the numbers after it; the number before it is the shared lock that counts
   * processes.
   */
  readonly key: number
  /** How many tasks there are; the same in every process. 1 unless given. */
  readonly tasks?: number
  readonly start: (task: number) => Promise<T>
  readonly log: Log
}

export interface Shares<T extends Task> {
  /** Resolves when a task has been started here for the first time; rejects when the start failed, or was stopped before. */
  readonly ready: Promise<void>
  /** The tasks that run here now; none while other processes run them all. */
  current(): T[]
  /** Whether this process has the lock of a task and could not start it. */
  failing(): boolean
  stop(): Promise<void>
}

const retryMs = 500
const returnMs = 2_000
const queryTimeoutMs = 5_000
/** How often a process that runs the only task asks whether its connection is still there. */
const probeMs = 2_000

/** How many tasks a process may run. */
export const fairShare = (tasks: number, processes: number): number => Math.ceil(tasks / Math.max(1, processes))

export function runShares<T extends Task>({ databaseUrl, key, tasks = 1, start, log }: SharesOptions<T>): Shares<T> {
  let started: () => void = () => undefined
  let failed: (reason: unknown) => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    started = resolve
    failed = reject
  })
  ready.catch(() => undefined)
  const running = new Map<number, T>()
  const ended = new Set<number>()
  let stopping = false
  let standbyLogged = false
  let troubleLogged = false
  let failing = false

  // One waiter at a time, woken by any event: racing long-lived promises would leak memory.
  let wake: () => void = () => undefined
  const pause = (ms?: number): Promise<void> =>
    new Promise(resolve => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  function warn(err: unknown): void {
    if (!troubleLogged) log.warn({ err }, 'the broker cannot be run now; trying again')
    troubleLogged = true
  }

  async function stopTask(number: number): Promise<void> {
    const task = running.get(number)
    running.delete(number)
    ended.delete(number)
    await task?.stop()
  }

  /** Takes part until the connection breaks: keeps the locks of tasks that run here, takes its share, and gives back the rest. */
  async function takePart(): Promise<void> {
    const db = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName('leader'),
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: queryTimeoutMs
    })
    let isBroken = false
    for (const event of ['error', 'end'] as const)
      db.on(event, () => {
        isBroken = true
        wake()
      })
    try {
      await db.connect()
      await db.query('select pg_advisory_lock_shared($1)', [key - 1])
      const settled = performance.now() + returnMs
      for (const number of [...running.keys()]) if (!(await lock(db, number))) await stopTask(number)
      const had = Math.max(1, running.size)
      while (!isBroken && !stopping) {
        for (const number of ended) {
          log.error({}, 'the broker has ended; starting it again')
          await giveBack(db, number)
        }
        const part = tasks === 1 ? 1 : fairShare(tasks, await countProcesses(db))
        while (running.size > part) await giveBack(db, [...running.keys()].at(-1) as number)
        await fill(db, performance.now() < settled ? Math.min(part, had) : part)
        if (!isBroken && !stopping && ended.size === 0)
          await pause(running.size === tasks && tasks === 1 ? probeMs : retryMs)
        // A server that died without a word, and was replaced, no longer holds the locks of this connection: another process may have them.
        if (!isBroken && !stopping) await db.query('select')
      }
      // Before the connection releases the locks, so that the next holder finds the tasks stopped.
      if (stopping) await stopAll()
    } finally {
      await db.end().catch(() => undefined)
    }
  }

  const lockOf = (number: number) => key + number - 1

  async function lock(db: pg.Client, number: number): Promise<boolean> {
    const { rows } = await db.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockOf(number)])
    return rows[0]?.locked ?? false
  }

  async function giveBack(db: pg.Client, number: number): Promise<void> {
    await stopTask(number)
    await db.query('select pg_advisory_unlock($1)', [lockOf(number)])
  }

  /** Starts tasks that no process runs, up to so many. */
  async function fill(db: pg.Client, part: number): Promise<void> {
    let couldNot = false
    for (let number = 1; number <= tasks && running.size < part && !stopping; number++) {
      if (running.has(number) || !(await lock(db, number))) continue
      try {
        const task = await start(number)
        running.set(number, task)
        task.ended?.then(() => {
          if (running.get(number) === task) ended.add(number)
          wake()
        })
        troubleLogged = false
        standbyLogged = false
        started()
      } catch (error) {
        couldNot = true
        failing = true
        warn(error)
        if (running.size === 0) failed(error)
        await giveBack(db, number)
      }
    }
    failing = couldNot
    if (running.size > 0 || couldNot || standbyLogged) return
    log.info({}, 'another process runs the broker; standing by')
    standbyLogged = true
  }

  const stopAll = async (): Promise<void> => {
    await Promise.all([...running.keys()].map(stopTask))
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        await takePart()
      } catch (err) {
        warn(err)
        if (running.size === 0) failed(err)
      }
      if (!stopping) await pause(retryMs)
    }
    await stopAll()
  }

  /** The connections that hold the shared lock. */
  async function countProcesses(db: pg.Client): Promise<number> {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and granted and mode = 'ShareLock' and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and classid::bigint = $1::bigint >> 32 and objid::bigint = $1::bigint & 4294967295`,
      [key - 1]
    )
    return rows[0]?.n ?? 1
  }

  const taking = run()
  return {
    ready,
    current: () => [...running.values()],
    failing: () => failing,
    async stop() {
      stopping = true
      failed(new Error('stopped'))
      wake()
      await taking
    }
  }
}
