/**
 * The queue of jobs, in the database (pg-boss). A job is enqueued in the transaction of the change that needs it: after the
 * commit it is never lost, even when the process dies.
 *
 * An empty queue is polled once a second, a queue with work at once. A job whose process was killed counts as
 * failed when its `expireSeconds` are over and the next check, every ten seconds, has noticed: with 60
 * seconds it runs again, elsewhere, within some 80.
 */

import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import PgBoss from 'pg-boss'
import { alone } from '../database/alone.ts'
import type { Database } from '../database/sql.ts'
import { addQueues, pausedQueues } from './queues.ts'
import { doubling, failedTry, logFailedTry } from './tries.ts'
import { type Job, startWorker, type Worker } from './worker.ts'

export const queueSchema = 'queue'

export interface JobDefinition {
  readonly name: string
  /** How often a failed job is tried again, with pauses that double from two seconds on; 10 times by default. */
  readonly retries?: number
  /** Instead of `retries`: the pause before each further try, in seconds. */
  readonly pauses?: readonly number[]
  /** Longer than any run can take: a job that is not done by then is given to another worker. */
  readonly expireSeconds?: number
  /** How many run at once in one process. */
  readonly parallel?: number
}

export interface Jobs {
  /** Enqueues in the given transaction. */
  send(
    trx: Knex.Transaction,
    queue: string,
    data: object,
    options?: { singletonKey?: string; startAfter?: Date }
  ): Promise<void>
  /** Makes the queues that are missing. Nothing can be sent to a queue before. */
  prepare(definitions: readonly JobDefinition[]): Promise<void>
  /** Handles the jobs of a prepared queue in this process, if it is a worker, and while the queue is not paused. */
  work(definition: JobDefinition, run: (data: never) => Promise<void>): Promise<void>
  /** Begins no job of these queues from now on, and those of all others. A job that runs is not stopped. */
  pause(queues: ReadonlySet<string>): Promise<void>
  stop(): Promise<void>
}

const lookSeconds = 10
/** A job that waits longer is dropped by the queue: a year, so that neither a paused queue nor a long holiday loses one. */
const retentionMinutes = 366 * 24 * 60
/** A job that has failed for good can be tried again for so long. */
const failedSeconds = 30 * 24 * 3600

const leftText =
  'jobs: a job that did not end could not be given to another worker; it is tried again when its time is over'
const killedText = 'jobs: the try before this one did not end, because its process was killed or the job took too long'

/** Whether the queue has taken the job from a worker that did not answer; by what pg-boss notes then. */
export const isKilled = (output: unknown): boolean =>
  JSON.stringify(output ?? null).includes('failed by timeout in active')

const within = (trx: Knex.Transaction): PgBoss.Db => ({
  // pg-boss writes $1 where knex expects ?, so the text is sent to the connection directly.
  executeSql: async (text, values) => {
    const connection = (await trx.client.acquireConnection()) as {
      query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
    }
    return connection.query(text, values)
  }
})

export interface JobsOptions {
  readonly url: string
  readonly db: Database
  readonly log: FastifyBaseLogger
  readonly worker: boolean
  /** A connection of the queue without an answer for so long is given up; 30 seconds unless given. */
  readonly silenceMs?: number
  /** So long a job may take to end when the process is to stop; 10 seconds unless given. */
  readonly leaveMs?: number
}

/** Creates the queue's tables where they are missing. */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: queueSchema,
    migrate: true,
    max: 1,
    supervise: false,
    schedule: false
  })
  await boss.start()
  await boss.stop({ graceful: false, wait: true })
}

const pausesOf = ({ retries = 10, pauses = doubling(retries) }: JobDefinition): readonly number[] => pauses

const usualExpireSeconds = 120

function queueOf(definition: JobDefinition): PgBoss.Queue {
  const { name, expireSeconds = usualExpireSeconds } = definition
  return {
    name,
    policy: 'standard',
    retryLimit: pausesOf(definition).length,
    retryDelay: pausesOf(definition)[0] ?? 0,
    // The pause of each try is written to its job when the try has failed.
    retryBackoff: false,
    expireInSeconds: expireSeconds,
    retentionMinutes
  }
}

/** Rejects when the work takes longer than the queue waits for it, a moment before the queue gives the job to another worker. */
async function inTime(seconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The job took longer than ${seconds} seconds`)), seconds * 1000 - 500)
  })
  try {
    await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}

/** What runs one job once. A failure is logged, and the job is given the pause before its next try. */
function tries(
  boss: PgBoss,
  log: FastifyBaseLogger,
  definition: JobDefinition,
  run: (data: never) => Promise<void>
): (job: Job) => Promise<void> {
  const { name: queue, expireSeconds = usualExpireSeconds } = definition
  const pauses = pausesOf(definition)
  const setPause = async (job: string, seconds: number): Promise<void> => {
    await boss
      .getDb()
      // Jobs that an older release has enqueued have its number of tries, too.
      .executeSql(
        `update ${queueSchema}.job set retry_delay = $3, retry_backoff = false, retry_limit = $4 where name = $1 and id = $2`,
        [queue, job, seconds, pauses.length]
      )
      .catch(err => log.warn({ err, queue, job }, 'jobs: the pause of a job could not be written'))
  }
  return async ({ id: job, data, retryCount: retried, output }) => {
    if (isKilled(output)) log.warn({ queue, job, try: retried, of: pauses.length + 1 }, killedText)
    // If this process is killed now, the next try comes soon.
    if (retried > 0) await setPause(job, pauses[0] ?? 0)
    try {
      await inTime(expireSeconds, run(data as never))
    } catch (error) {
      const failed = failedTry(error, { queue, job, retried, pauses })
      logFailedTry(log, error, failed)
      await setPause(job, failed.pauseSeconds ?? 0)
      throw error
    }
  }
}

/** Gives back a job that was being fetched when its queue was paused, as if nobody had taken it. */
async function giveBack(boss: PgBoss, { name, id }: Job): Promise<void> {
  const text = `update ${queueSchema}.job set started_on = null,
    state = (case when retry_count > 0 then 'retry' else 'created' end)::${queueSchema}.job_state
    where name = $1 and id = $2 and state = 'active'`
  await boss.getDb().executeSql(text, [name, id])
}

/** pg-boss hands its options on to the pool of pg, which knows more of them than pg-boss names. */
const patience = (silenceMs: number): object => ({
  query_timeout: silenceMs,
  connectionTimeoutMillis: 2_500,
  keepAlive: true
})

export async function openJobs({
  url,
  db,
  log,
  worker,
  silenceMs = 30_000,
  leaveMs = 10_000
}: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    ...patience(silenceMs),
    connectionString: url,
    schema: queueSchema,
    migrate: false,
    max: 3,
    supervise: worker,
    maintenanceIntervalSeconds: lookSeconds,
    archiveFailedAfterSeconds: failedSeconds,
    schedule: false
  })
  /** What this process works at, by the queue. */
  const works = new Map<string, () => void>()
  /** Also those that were told to stop: they may still run a job. */
  const workers = new Map<string, Worker[]>()
  let paused: ReadonlySet<string> = new Set()
  boss.on('error', error => log.warn({ err: error }, 'jobs: the queue is in trouble'))
  await boss.start()
  return {
    async send(trx, queue, data, options = {}) {
      const id = await boss.send(queue, data, { ...options, db: within(trx) })
      if (!id && !options.singletonKey)
        throw new Error(`The queue ${queue} did not take the job: has its module begun?`)
    },
    async prepare(definitions) {
      const present = new Set((await boss.getQueues()).map(({ name }) => name))
      // Each queue is a table: two processes that make theirs at the same time would wait for each other.
      if (definitions.some(({ name }) => !present.has(name)))
        await alone(url, async () => {
          for (const definition of definitions) await boss.createQueue(definition.name, queueOf(definition))
        })
      // Otherwise a queue that an older release created would keep its old options.
      for (const definition of definitions) await boss.updateQueue(definition.name, queueOf(definition))
      await addQueues(
        db,
        definitions.map(({ name }) => name)
      )
      paused = await pausedQueues(db)
    },
    async work(definition, work) {
      if (!worker) return
      const { name, parallel = 1, expireSeconds = usualExpireSeconds } = definition
      const tryOnce = tries(boss, log, definition, work)
      const run = async (job: Job): Promise<'done' | 'givenBack'> => {
        const isPaused = paused.has(name)
        await (isPaused ? giveBack(boss, job) : tryOnce(job))
        return isPaused ? 'givenBack' : 'done'
      }
      const begin = (): void => {
        const more = Array.from({ length: parallel }, () => startWorker({ boss, log, queue: name, expireSeconds, run }))
        workers.set(name, [...(workers.get(name) ?? []), ...more])
      }
      works.set(name, begin)
      if (!paused.has(name)) begin()
    },
    async pause(queues) {
      const before = paused
      paused = queues
      for (const [name, begin] of works) {
        if (queues.has(name) && !before.has(name)) for (const worker of workers.get(name) ?? []) void worker.stop()
        if (!queues.has(name) && before.has(name)) begin()
      }
    },
    async stop() {
      const all = [...workers.values()].flat()
      await Promise.race([Promise.all(all.map(worker => worker.stop())), wait(leaveMs, undefined, { ref: false })])
      await Promise.all(all.map(worker => worker.abandon().catch(err => log.warn({ err }, leftText))))
      await boss.stop({ graceful: false })
    }
  }
}
