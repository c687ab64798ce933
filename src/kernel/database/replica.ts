/**
 * Reads on a copy of the database that follows the primary (streaming replication), without anybody seeing less than they have seen.
 *
 * A copy is behind, mostly by milliseconds. How far it is, is a position in the primary's log (LSN). A read names the position that the copy
 * must have reached; if it has not, the primary answers. That position is the newest of these:
 *
 * - **What the caller wrote.** The answer to a change says the position after its commit (`opony-position`), and the browser sends it with what it
 *   asks next: also where another process answers. A caller that sends none has the position of the changes in this process.
 * - **What this process has heard of.** Browsers that hear of a change read again at once. So each hint asks the primary for its position, and
 *   reads wait for that answer.
 * - **What the primary had written `lagSeconds` ago.** So nobody reads what is older, and a copy that has lost its primary is not asked for long.
 *   While the primary itself does not answer, what it last said holds: a copy that has all of it answers on.
 *
 * A read is one read-only transaction, because the address may be that of a proxy with several copies behind it: position and rows are then of the
 * same copy. Where a copy fails, or ends a read that is in the way of what it has to copy, the primary is asked instead.
 */
import type { Knex } from 'knex'
import { ApiError, toApiError } from '../errors/errors.ts'
import type { Metrics } from '../metrics.ts'
import { openDatabase } from './database.ts'
import { type Database, queryOne, sql } from './sql.ts'

/** A position in the log of the primary, as PostgreSQL writes it: `16/B374D848`. */
export type Position = string

export const positionHeader = 'opony-position'

/** What a caller has seen, as the headers of the call say it; undefined where they do not. */
export const positionIn = (headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined =>
  headers[positionHeader] as string | undefined

const everyMs = 1_000
/** A copy that could not be reached is left alone for so long. */
const restMs = 2_000
/** So long after the primary's last answer the copy says who calls: an office reads on while another server takes over. */
const awayMs = 120_000

/** Bytes since the beginning of the log; undefined where the text is no position. */
export function bytesOf(position: string | undefined): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(position ?? '') ?? []
  return high !== undefined && low !== undefined ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : undefined
}

const positionOf = (bytes: bigint): Position =>
  `${(bytes >> 32n).toString(16)}/${(bytes & 0xffff_ffffn).toString(16)}`.toUpperCase()

const newest = (positions: readonly (bigint | undefined)[]): bigint =>
  positions.reduce<bigint>((most, one) => (one !== undefined && one > most ? one : most), 0n)

/** What the primary said of its position, and when (`performance.now()`), oldest first. */
export interface Said {
  readonly at: number
  readonly bytes: bigint
}

/** What the primary had written at that time, as far as it is known: what it had last said until then. */
export const writtenUntil = (said: readonly Said[], time: number): bigint =>
  said.findLast(({ at }) => at <= time)?.bytes ?? 0n

export interface Replica {
  /**
   * Runs a read on the copy where it has all that the caller and this process know of, else on the primary. `run` may be called twice.
   * @param position what the caller has seen
   */
  read<T>(position: string | undefined, run: (database: Knex) => Promise<T>): Promise<T>
  /**
   * The same for what is read by a connection of its own, piece by piece. What the copy fails at before its first piece is read on the primary; once there was one,
   * the error is thrown, because what follows would be of another moment.
   * @param open reads at that address; `confirm`, if given, is to be asked on the same connection before, and throws where the copy has too little
   */
  stream<T>(position: string | undefined, primaryUrl: string, open: Open<T>): AsyncGenerator<T>
  /**
   * For what the primary alone says, such as who calls: while it does not answer, the copy says it, up to two minutes.
   * @throws `error` where the primary answered, has been away for longer, or the copy may not say it
   */
  instead<T>(error: unknown, run: (database: Knex) => Promise<T>): Promise<T>
  /** The position of the primary: all that is committed is before it, changes that others are still making are not. Undefined where it does not answer. */
  afterChange(): Promise<Position | undefined>
  stop(): Promise<void>
}

export type Open<T> = (url: string, confirm?: (database: Database) => Promise<void>) => AsyncGenerator<T>

export interface ReplicaOptions {
  readonly url: string
  readonly lagSeconds: number
  readonly primary: Knex
  /** Calls the listener whenever this process hears of a change, or may have missed one. Gives the function that stops this. */
  onHeard(hear: () => void): () => void
  readonly metrics: Pick<Metrics, 'total' | 'gauge'>
  readonly log: { warn(details: object, text: string): void; info(details: object, text: string): void }
}

/** Where a read was answered, and why. */
const outcomes = ['replica', 'primary: behind', 'primary: failed', 'primary: resting'] as const
type Outcome = (typeof outcomes)[number]

/** A copy says where it stands; at an address that leads to a primary, it has everything. */
const standing = sql`select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end)::text as position`
/**
 * A commit is flushed before it is answered, unless the server is told not to wait for that (`synchronous_commit = off`). What others are still writing may not be flushed yet.
 * Copies receive it with the next commit; if the primary dies before that, they never do, and a read that waited for it would be refused until another server takes over.
 */
const written = sql`select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as position`

class Behind extends Error {}

/** A refusal is an answer, and a read that took too long would take too long on the primary, too. */
const isOfTheRead = (error: unknown): boolean =>
  error instanceof ApiError || (error as { code?: unknown } | null)?.code === '57014'

const isUnreachable = (error: unknown): boolean => toApiError(error).code === 'kernel.unavailable'

export function openReplica({ url, lagSeconds, primary, onHeard, metrics, log }: ReplicaOptions): Replica {
  const copy = openDatabase({ url, part: 'replica' })
  const counts: Record<Outcome, number> = {
    replica: 0,
    'primary: behind': 0,
    'primary: failed': 0,
    'primary: resting': 0
  }
  let said: Said[] = []
  let known = 0n
  let reached = 0n
  let heard = 0
  let covered = 0
  let covering: Promise<void> | undefined
  let isCovering = false
  let restsUntil = Number.NEGATIVE_INFINITY

  const ask = async (): Promise<bigint | undefined> => {
    const bytes = bytesOf((await queryOne<{ position: string }>(primary, written))?.position)
    if (bytes === undefined) return undefined
    const at = performance.now()
    const tooOld = said.findLastIndex(one => one.at <= at - lagSeconds * 1_000)
    said = [...said.slice(Math.max(tooOld, 0)), { at, bytes }]
    return bytes
  }
  /** What is heard while the primary is asked needs another answer. A primary that does not answer has nothing newer. */
  const coverOnce = async (): Promise<void> => {
    const upTo = heard
    known = newest([known, await ask().catch(() => undefined)])
    covered = upTo
  }
  const cover = async (): Promise<void> => {
    isCovering = true
    while (covered < heard) {
      covering = coverOnce()
      await covering
    }
    isCovering = false
  }
  const hear = (): void => {
    heard += 1
    if (!isCovering) void cover()
  }
  /** Waits for an answer newer than what has been heard by now, and not for what is heard meanwhile: hints may come without end. */
  const untilCovered = async (upTo: number): Promise<void> => {
    while (covered < upTo) await covering
  }
  const needed = (position: string | undefined): bigint =>
    newest([bytesOf(position), known, writtenUntil(said, performance.now() - lagSeconds * 1_000)])

  const setReachable = (is: boolean): void => {
    const rested = restsUntil > Number.NEGATIVE_INFINITY
    if (is && rested) log.info({}, 'database: the replica answers again')
    if (!is && !rested) log.warn({}, 'database: the replica does not answer, the primary does its work')
    restsUntil = is ? Number.NEGATIVE_INFINITY : performance.now() + restMs
  }
  const confirm = async (database: Database, position: string | undefined): Promise<void> => {
    const bytes = bytesOf((await queryOne<{ position: string }>(database, standing))?.position) ?? 0n
    setReachable(true)
    reached = newest([reached, bytes])
    if (bytes < needed(position)) throw new Behind()
  }
  const onCopy = <T>(position: string | undefined, run: (database: Knex) => Promise<T>): Promise<T> =>
    copy.transaction(
      async trx => {
        await confirm(trx, position)
        return run(trx)
      },
      { readOnly: true }
    )
  /** Why the primary is to answer instead. @throws `error` where it would fail there, too */
  const failed = (error: unknown): Outcome => {
    if (error instanceof Behind) return 'primary: behind'
    if (isOfTheRead(error)) throw error
    if (isUnreachable(error)) setReachable(false)
    else log.warn({ err: error }, 'database: a read failed on the replica, the primary answers it')
    return 'primary: failed'
  }
  const onPrimary = <T>(why: Outcome, run: (database: Knex) => Promise<T>): Promise<T> => {
    counts[why] += 1
    return run(primary)
  }

  const stopHearing = onHeard(hear)
  hear()
  const timer = setInterval(() => void ask().catch(() => undefined), everyMs)
  timer.unref()
  metrics.total('opony_replica_reads_total', 'Reads that a replica may answer, by who did', 'answered', () => counts)
  metrics.gauge(
    'opony_replica_behind_bytes',
    'Bytes of changes that the replica had not copied when it was last asked',
    () => Number(newest([0n, newest(said.map(({ bytes }) => bytes)) - reached]))
  )
  return {
    async read(position, run) {
      if (performance.now() < restsUntil) return onPrimary('primary: resting', run)
      await untilCovered(heard)
      try {
        const answer = await onCopy(position, run)
        counts.replica += 1
        return answer
      } catch (error) {
        return onPrimary(failed(error), run)
      }
    },
    async *stream(position, primaryUrl, open) {
      let why: Outcome = 'primary: resting'
      if (performance.now() >= restsUntil) {
        await untilCovered(heard)
        let hasBegun = false
        try {
          for await (const piece of open(url, database => confirm(database, position))) {
            if (!hasBegun) counts.replica += 1
            hasBegun = true
            yield piece
          }
          if (!hasBegun) counts.replica += 1
          return
        } catch (error) {
          if (hasBegun) throw error
          why = failed(error)
        }
      }
      counts[why] += 1
      yield* open(primaryUrl)
    },
    async instead(error, run) {
      const since = performance.now() - (said.at(-1)?.at ?? Number.NEGATIVE_INFINITY)
      if (!isUnreachable(error) || since > awayMs) throw error
      return onCopy(undefined, run).catch(failure => {
        throw failure instanceof Behind ? error : failure
      })
    },
    async afterChange() {
      const bytes = await ask().catch(() => undefined)
      known = newest([known, bytes])
      return bytes === undefined ? undefined : positionOf(bytes)
    },
    async stop() {
      clearInterval(timer)
      stopHearing()
      await copy.destroy()
    }
  }
}
