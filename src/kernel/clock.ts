/**
 * Whether the clock of this machine agrees with that of the database. Readings are judged by it, and tokens are valid by it: a clock that is
 * an hour behind would reject every reading as one of the future. So it is compared at the start, each minute, and at once when it was set.
 * Past 30 seconds the process is not ready, and messages of sensors wait until it is right again.
 */
import type { Database } from './database/sql.ts'
import { queryOne, sql } from './database/sql.ts'
import type { Metrics } from './metrics.ts'

/** Seconds: from the first on the log says it, from the second on the clock is wrong. */
export const clockLimits = { warning: 2, wrong: 30 } as const

const everyMs = 60_000
/** A clock that has moved by so much against that of the process was set. */
const jumpMs = 1_000

/** Seconds that the database's clock is ahead of `here`; half of the call's time is counted to each way. */
export async function clockAheadOf(database: Database, here: () => number = Date.now): Promise<number> {
  const began = here()
  const there = await queryOne<{ at: number }>(
    database,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`
  )
  return ((there?.at ?? began) - (began + here()) / 2) / 1_000
}

export const clockSentence = (ahead: number): string =>
  `The database's clock is ${Math.abs(ahead).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's. Set both by NTP.`

export interface Clock {
  /** False while it is known to be wrong. */
  isRight(): boolean
  /** Resolves while the clock is right, at once or later; rejects when the signal is aborted before. */
  whenRight(signal: AbortSignal): Promise<void>
  /** Compares where a minute is over or the clock was set. @throws where the database does not answer; what was known holds */
  look(): Promise<void>
}

interface ClockOptions {
  readonly db: Database
  readonly log: Record<'info' | 'warn' | 'error', (facts: object, text: string) => void>
  readonly metrics: Pick<Metrics, 'gauge'>
  /** Milliseconds since 1970 by the machine; for tests. */
  readonly here?: () => number
}

export function openClock({ db, log, metrics, here = Date.now }: ClockOptions): Clock {
  let ahead = 0
  let comparedAt = Number.NEGATIVE_INFINITY
  let base = 0
  let waiting: (() => void)[] = []
  metrics.gauge(
    'opony_clock_ahead_seconds',
    "Seconds that the database's clock is ahead of this machine's",
    () => ahead
  )
  const isRight = (): boolean => Math.abs(ahead) <= clockLimits.wrong
  const wasSet = (): boolean => Math.abs(here() - performance.now() - base) > jumpMs

  function take(found: number): void {
    const before = Math.abs(ahead)
    ahead = found
    const apart = Math.abs(ahead)
    const text = `clock: ${clockSentence(ahead)}`
    if (!isRight()) log.error({ seconds: ahead }, `${text} Until then this process is not ready, and sensors wait.`)
    else if (apart > clockLimits.warning) log.warn({ seconds: ahead }, text)
    else if (before > clockLimits.warning) log.info({ seconds: ahead }, 'clock: it is right again')
    if (!isRight()) return
    for (const go of waiting) go()
    waiting = []
  }

  return {
    isRight,
    whenRight: signal =>
      isRight() && !signal.aborted
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            const stop = (): void => reject(new Error('The process stops'))
            if (signal.aborted) return stop()
            signal.addEventListener('abort', stop, { once: true })
            waiting.push(() => {
              signal.removeEventListener('abort', stop)
              resolve()
            })
          }),
    async look() {
      if (performance.now() - comparedAt < everyMs && !wasSet()) return
      const found = await clockAheadOf(db, here)
      comparedAt = performance.now()
      base = here() - performance.now()
      take(found)
    }
  }
}
