/**
 * The one queue, in the database (pg-boss): a job is enqueued in the transaction of the change that needs it, and so
 * survives whatever the process does not.
 */

import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import PgBoss from 'pg-boss'

export const queueSchema = 'queue'

export interface JobDefinition {
  readonly name: string
  /** How often a failed job is tried again, with growing pauses. */
  readonly retries?: number
  readonly expireSeconds?: number
}

export interface Jobs {
  /** Enqueues in the given transaction. */
  send(
    trx: Knex.Transaction,
    queue: string,
    data: object,
    options?: { singletonKey?: string; startAfter?: Date }
  ): Promise<void>
  /** Takes the queue's jobs in this process, if it is a worker. */
  work(definition: JobDefinition, run: (data: never) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const within = (trx: Knex.Transaction): PgBoss.Db => ({
  // pg-boss writes $1, knex wants ?: the text goes to the connection as it is.
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
    async work({ name, retries = 10, expireSeconds = 120 }, run) {
      await boss.createQueue(name, {
        name,
        policy: 'standard',
        retryLimit: retries,
        retryBackoff: true,
        retryDelay: 2,
        expireInSeconds: expireSeconds
      })
      if (!worker) return
      await boss.work(name, { pollingIntervalSeconds: 1, batchSize: 1 }, async ([job]) => {
        if (job) await run(job.data as never)
      })
    },
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 10_000 })
  }
}
