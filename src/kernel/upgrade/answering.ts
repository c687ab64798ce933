/** A start waits for a database that is away: one that is being started, or restarted, beside it. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const everyMs = 1_000
/** It is starting, stopping, or has no connection left. */
const passing = new Set(['57P03', '57P01', '53300'])

/** Whether it may be otherwise in a moment. A wrong password or name will not. */
const isAway = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? passing.has(error.code ?? '') : error instanceof Error

interface Waiting {
  readonly seconds: number
  warn(text: string, facts: object): void
  /** Throws when the start is to go no further. */
  check(): void
}

/** Resolves once the database answers. @throws the last error after so many seconds, and at once what no waiting mends */
export async function untilAnswering(url: string, { seconds, warn, check }: Waiting): Promise<void> {
  const until = performance.now() + seconds * 1_000
  for (let tried = 1; ; tried++) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'opony-start',
      connectionTimeoutMillis: 2_500
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch (error) {
      if (!isAway(error) || performance.now() >= until) throw error
      if (tried === 1) warn('The database does not answer yet', { reason: (error as Error).message, seconds })
    } finally {
      await client.end().catch(() => undefined)
    }
    await wait(everyMs)
    check()
  }
}
