/**
 * A worker of a queue: takes one job after the other, and notes how each ended.
 *
 * The workers of pg-boss do not wait for that note. Where the database is away at that moment, nobody handles the failure, which ends the process;
 * and a job that was done is done again once its time is over. Here the note is written again and again until it is there, for as long as no other
 * worker may take the job.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type PgBoss from 'pg-boss'
import { toApiError } from '../errors/errors.ts'

const pollMs = 1_000
const againMs = 500

const laterText = 'jobs: the database is away, how a job ended is written once it is back'
const neverText = 'jobs: how a job ended could not be written, it is done again once its time is over'

export type Job = PgBoss.JobWithMetadata<object>

export interface WorkerOptions {
  readonly boss: PgBoss
  readonly log: FastifyBaseLogger
  readonly queue: string
  /** After so many seconds another worker may take the job. */
  readonly expireSeconds: number
  /** Runs the job once; its failure is noted. `false`: the job was given back, and there is nothing to note. */
  run(job: Job): Promise<undefined | false>
}

export interface Worker {
  /** Takes no further job; resolves when the one that runs has ended and this is noted. */
  stop(): Promise<void>
  /** Gives the job that runs to another worker, which tries it again. */
  abandon(): Promise<void>
}

const isUnreachable = (error: unknown): boolean => toApiError(error).code === 'kernel.unavailable'

export function startWorker({ boss, log, queue, expireSeconds, run }: WorkerOptions): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Job | undefined

  const note = async (job: Job, write: () => Promise<unknown>): Promise<void> => {
    const until = performance.now() + expireSeconds * 1_000
    for (let tries = 1; ; tries += 1) {
      try {
        await write()
        return
      } catch (err) {
        const isOver = !isUnreachable(err) || performance.now() > until
        if (isOver || tries === 1) log.warn({ err, queue, job: job.id }, isOver ? neverText : laterText)
        if (isOver) return
        await wait(againMs)
      }
    }
  }
  const handle = async (job: Job): Promise<void> => {
    try {
      if ((await run(job)) !== false) await note(job, () => boss.complete(queue, job.id))
    } catch (error) {
      await note(job, () => boss.fail(queue, job.id, error as Error))
    }
  }
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const [job] = await boss.fetch<object>(queue, { batchSize: 1, includeMetadata: true })
      running = job
      if (job) await handle(job)
      else await wait(pollMs, undefined, { signal }).catch(() => undefined)
      running = undefined
    }
  }
  const ended = work()
  return {
    stop() {
      stopping.abort()
      return ended
    },
    async abandon() {
      if (running) await boss.fail(queue, running.id, new Error('The process was stopped'))
    }
  }
}
