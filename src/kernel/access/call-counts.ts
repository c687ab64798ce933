/**
 * How often a limited call was made, in all processes together. A round trip for each call would cost more than many of the calls, so a
 * process takes a twentieth of the limit at a time, and asks again when it is used up. All processes together never allow more than the limit. What one has taken and not used is lost to the others until the window ends, so that
 * somebody whose calls go to several processes may be refused up to a twentieth earlier for each further one. Once a window is used up,
 * refusals cost nothing until it ends.
 *
 * While the database does not answer, each process counts for itself, up to the whole limit.
 */
import { createHmac } from 'node:crypto'
import { type Database, queryOne, sql } from '../database/sql.ts'
import { keyFor, type Secrets } from './secrets.ts'

export interface Count {
  /** Calls in this window, this one included; more than the limit where it is refused. */
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

export interface CallCounts {
  /**
   * Counts one call.
   * @param key which call, and who makes it
   */
  take(key: string, max: number, windowMs: number): Promise<Count>
}

interface Held {
  /** Taken of the window and not used. */
  left: number
  /** Of the whole window, as the database knows it; without the database, of this process. */
  taken: number
  /** Used here in this window. */
  used: number
  /** When the window ends, by this process's clock that never jumps; 0: none has begun. */
  until: number
  isSpent: boolean
  asking: Promise<void> | undefined
}

/** A process asks for this part of a limit at once. */
const part = 20
const shareOf = (max: number): number => Math.ceil(max / part)
/** So many are remembered; who is forgotten asks anew. */
const maxHeld = 20_000
/** How long the database is left alone after it has not answered. */
const awayMs = 5_000

const fresh = (): Held => ({ left: 0, taken: 0, used: 0, until: 0, isSpent: false, asking: undefined })

interface Row {
  readonly taken: number
  readonly granted: number
  readonly ttl: number
}

const takenOf = (database: Database, key: string, count: number, max: number, windowMs: number) =>
  queryOne<Row>(
    database,
    sql`insert into kernel.call_counts as c (key, taken, granted, until)
      values (${key}, ${count}, ${count}, now() + ${windowMs}::int * interval '1 ms')
      on conflict (key) do update set
        taken = case when c.until <= now() then excluded.taken else c.taken + least(excluded.taken, greatest(${max}::int - c.taken, 0)) end,
        granted = case when c.until <= now() then excluded.taken else least(excluded.taken, greatest(${max}::int - c.taken, 0)) end,
        until = case when c.until <= now() then excluded.until else c.until end
      returning taken, granted, greatest(extract(epoch from until - now()) * 1000, 1)::int as ttl`
  )

export interface CallCountsOptions {
  readonly db: Database
  readonly settings: Secrets
  readonly log: { warn(details: object, text: string): void }
  /** Milliseconds that never jump. */
  monotonic?(): number
}

export function openCallCounts({
  db,
  settings,
  log,
  monotonic = () => performance.now()
}: CallCountsOptions): CallCounts {
  const secret = keyFor(settings, 'call counts')
  const held = new Map<string, Held>()
  let awayUntil = 0

  const heldOf = (key: string): Held => {
    let one = held.get(key)
    if (!one) {
      one = fresh()
      held.set(key, one)
      const oldest = held.size > maxHeld ? held.keys().next().value : undefined
      if (oldest !== undefined) held.delete(oldest)
    }
    return one
  }

  /** What this process still has by itself, of a window that begins now where none has. */
  const takeAlone = (one: Held, max: number, windowMs: number): void => {
    if (one.until === 0) one.until = monotonic() + windowMs
    one.left = Math.min(shareOf(max), max - one.used)
    one.taken = one.used + one.left
    one.isSpent = one.left <= 0
  }

  const ask = async (key: string, one: Held, max: number, windowMs: number): Promise<void> => {
    if (monotonic() < awayUntil) return takeAlone(one, max, windowMs)
    try {
      const row = await takenOf(
        db,
        createHmac('sha256', secret).update(key).digest('base64url'),
        shareOf(max),
        max,
        windowMs
      )
      if (!row) throw new Error('The database has returned no count')
      one.left = row.granted
      one.taken = row.taken
      one.isSpent = row.granted === 0
      one.until = monotonic() + row.ttl
    } catch (err) {
      awayUntil = monotonic() + awayMs
      log.warn({ err }, 'calls are counted by each process for itself: the database does not answer')
      takeAlone(one, max, windowMs)
    }
  }

  return {
    async take(key, max, windowMs) {
      const one = heldOf(key)
      for (;;) {
        if (one.until !== 0 && one.until <= monotonic() && !one.asking) Object.assign(one, fresh())
        const ttl = Math.max(one.until - monotonic(), 0)
        if (one.left > 0) {
          one.left -= 1
          one.used += 1
          return { current: one.taken - one.left, ttl }
        }
        if (one.isSpent) return { current: max + 1, ttl }
        one.asking ??= ask(key, one, max, windowMs).finally(() => {
          one.asking = undefined
        })
        await one.asking
      }
    }
  }
}

/** Removes windows that have ended. */
export async function forgetCallCounts(database: Database): Promise<void> {
  await queryOne(database, sql`delete from kernel.call_counts where until < now()`)
}
