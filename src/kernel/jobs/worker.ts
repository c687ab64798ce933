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

/** The reason of a job that was given back at the stop. */
export const stoppedReason = 'The process was stopped'

const laterText = 'jobs: the database is away, how a job ended is written once it is back'
const neverText = 'jobs: how a job ended could not be written, it is done again once its time is over'

export type Job = PgBoss.JobWithMetadata<object>

export interface WorkerOptions {
  readonly boss: PgBoss
  readonly log: FastifyBaseLogger
  readonly queue: string
  /** After so many seconds another worker may take the job. */
  readonly expireSeconds: number
  /** Runs the job once; its failure is noted. Of a job that was given back there is nothing to note. */
  run(job: Job): Promise<'done' | 'givenBack'>
}

export interface Worker {
  /** Takes no further job; resolves when the one that runs has ended and this is noted. */
  stop(): Promise<void>
  /** Gives the job that runs to another worker, which tries it again. One that has ended is not run again. */
  abandon(): Promise<void>
}

const isUnreachable = (error: unknown): boolean => toApiError(error).code === 'kernel.unavailable'

export function startWorker({ boss, log, queue, expireSeconds, run }: WorkerOptions): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Job | undefined

  const note = async (job: Job, until: number, write: () => Promise<unknown>): Promise<void> => {
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
  /** How the job ended: what writes that, if there is something to write. */
  const endOf = async (job: Job): Promise<(() => Promise<unknown>) | undefined> => {
    running = job
    try {
      return (await run(job)) === 'givenBack' ? undefined : () => boss.complete(queue, job.id)
    } catch (error) {
      return () => boss.fail(queue, job.id, error as Error)
    } finally {
      running = undefined
    }
  }
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const [job] = await boss.fetch<object>(queue, { batchSize: 1, includeMetadata: true })
      if (!job) {
        await wait(pollMs, undefined, { signal }).catch(() => undefined)
        continue
      }
      const until = performance.now() + expireSeconds * 1_000
      const write = await endOf(job)
      if (write) await note(job, until, write)
    }
  }
  const ended = work()
  return {
    stop() {
      stopping.abort()
      return ended
    },
    async abandon() {
      if (running) await boss.fail(queue, running.id, new Error(stoppedReason))
    }
  }
}
