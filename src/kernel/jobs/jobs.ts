/**
 * The queue of jobs, in the database (pg-boss). A job is enqueued in the transaction of the change that needs it: after the
 * commit it is never lost, even when the process dies.
 *
 * An empty queue is polled once a second, a queue with work at once. A job whose process was killed counts as
 * failed when its `expireSeconds` are over and the next check, every ten seconds, has noticed: with 60
 * seconds it runs again, elsewhere, within some 80.
 */

import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import PgBoss from 'pg-boss'

export const queueSchema = 'queue'

export interface JobDefinition {
  readonly name: string
  /** How often a failed job is tried again, with growing pauses. */
  readonly retries?: number
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
  /** Handles the queue's jobs in this process, if it is a worker. */
  work(definition: JobDefinition, run: (data: never) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const lookSeconds = 10

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
  readonly log: FastifyBaseLogger
  readonly worker: boolean
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

export async function openJobs({ url, log, worker }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: queueSchema,
    migrate: false,
    max: 3,
    supervise: worker,
    maintenanceIntervalSeconds: lookSeconds,
    schedule: false
  })
  boss.on('error', error => log.warn({ err: error }, 'jobs: the queue is in trouble'))
  await boss.start()
  return {
    async send(trx, queue, data, options = {}) {
      const id = await boss.send(queue, data, { ...options, db: within(trx) })
      if (!id && !options.singletonKey)
        throw new Error(`The queue ${queue} did not take the job: has its module begun?`)
    },
    async work({ name, retries = 10, expireSeconds = 120, parallel = 1 }, run) {
      const queue: PgBoss.Queue = {
        name,
        policy: 'standard',
        retryLimit: retries,
        retryBackoff: true,
        retryDelay: 2,
        expireInSeconds: expireSeconds
      }
      await boss.createQueue(name, queue)
      // Otherwise a queue that an older release created would keep its old options.
      await boss.updateQueue(name, queue)
      if (!worker) return
      for (let hand = 0; hand < parallel; hand++) {
        const id = await boss.work(name, { pollingIntervalSeconds: 1, batchSize: 1 }, async ([job]) => {
          if (!job) return
          boss.notifyWorker(id)
          await run(job.data as never)
        })
      }
    },
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 10_000 })
  }
}
