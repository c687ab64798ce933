/** How often a job is tried, with which pauses, and what the log says of a try that has failed. */
import type { FastifyBaseLogger } from 'fastify'
import type { FailedJob } from './queues.ts'

const [minute, hour] = [60, 3600]

/**
 * Pauses in seconds of what waits for somebody else's server, such as the mail server: 11 tries within 15 hours and 42 minutes, so that
 * a server that is away for a night loses nothing.
 */
export const overHours: readonly number[] = [
  ...[2, 10, 30, 2 * minute, 10 * minute, 30 * minute],
  ...[hour, 2 * hour, 4 * hour, 8 * hour]
]

/** Pauses in seconds that double, from two seconds up to an hour. */
export const doubling = (retries: number): number[] =>
  Array.from({ length: retries }, (_, at) => Math.min(2 ** (at + 1), hour))

/** Thrown by a job that counts its tries itself. */
export class TryAgain extends Error {
  /** Which try has failed, and how many there are. */
  readonly tried: number
  readonly of: number
  readonly afterSeconds: number

  constructor(message: string, { tried, of, afterSeconds }: { tried: number; of: number; afterSeconds: number }) {
    super(message)
    this.tried = tried
    this.of = of
    this.afterSeconds = afterSeconds
  }
}

/** A try that has failed. */
export interface FailedTry {
  readonly queue: string
  readonly job: string
  /** From 1 to `of`. */
  readonly tried: number
  readonly of: number
  /** Until the next try; undefined after the last. */
  readonly pauseSeconds: number | undefined
}

/** What follows from the error of a try. @param retried how often the queue has begun the job before */
export function failedTry(
  error: unknown,
  { queue, job, retried, pauses }: { queue: string; job: string; retried: number; pauses: readonly number[] }
): FailedTry {
  if (error instanceof TryAgain && retried < pauses.length)
    return { queue, job, tried: error.tried, of: error.of, pauseSeconds: error.afterSeconds }
  return { queue, job, tried: retried + 1, of: pauses.length + 1, pauseSeconds: pauses[retried] }
}

const forGoodText = 'jobs: a job has failed for good'

/** Writes the line of a failed try. It names the job by its id alone: what the job is about may be personal, or a secret. */
export function logFailedTry(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  err: unknown,
  { queue, job, tried, of, pauseSeconds }: FailedTry,
  now = Date.now()
): void {
  const facts = { err, queue, job, try: tried, of }
  if (pauseSeconds === undefined) log.error(facts, forGoodText)
  else
    log.warn(
      { ...facts, nextTryAt: new Date(now + pauseSeconds * 1000).toISOString() },
      'jobs: a try of a job has failed'
    )
}

/** Writes the line of a job whose worker could not: its process ended in the last try. */
export const logGivenUp = (
  log: Pick<FastifyBaseLogger, 'error'>,
  { queue, job, tries, reason }: Pick<FailedJob, 'queue' | 'job' | 'tries' | 'reason'>
): void => log.error({ queue, job, try: tries, of: tries, reason }, forGoodText)
