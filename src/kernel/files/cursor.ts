/**
 * Reads many rows without keeping them in memory: by a cursor in one read-only transaction, so that all rows are of the same
 * moment. It has a connection of its own, so that long reading takes none from the pool and has its own time limits. Where a copy of the database has what the
 * reader has seen, it is read there, and the primary goes on with its work (`database/replica.ts`).
 */

import { isClient, type Reader } from '../access/caller.ts'
import { openDatabase } from '../database/database.ts'
import type { Replica } from '../database/replica.ts'
import { type Database, query, queryOne, raw, type Sql, sql } from '../database/sql.ts'
import { throwProblem } from '../errors/errors.ts'

/** Time limit of one statement; enough for sorting a million rows. */
const statementTimeoutMs = 120_000
/** How long a slow reader may take over one batch. */
const idleTimeout = "'5min'"
/** Most readings at the same time in this process; further ones are refused and may be repeated. */
const maxReadings = 4
/** Most of these by clients, all together: clients who read slowly on purpose cannot block the staff. */
const maxForClients = 2
/** Most of these by one account, so that nobody blocks all others. */
const maxForAccount = 3
const maxForClient = 1

/** The readers of now, one entry for each reading. */
const readings = new Set<Who>()

type Who = Pick<Reader, 'accountId' | 'role'>

const countOf = (chosen: (who: Who) => boolean): number => [...readings].filter(chosen).length

/** Refuses with 429 when this reader has as many readings as allowed, with 503 when all places are taken. */
function requirePlace(who: Who): void {
  const own = who.accountId === null ? 0 : countOf(({ accountId }) => accountId === who.accountId)
  if (own >= (isClient(who) ? maxForClient : maxForAccount)) throwProblem('tooManyFiles', { retryAfter: 10 })
  const isFull = readings.size >= maxReadings || (isClient(who) && countOf(isClient) >= maxForClients)
  if (isFull) throwProblem('unavailable', { retryAfter: 10 })
}

/** Where the database is: the primary, and the copy if there is one. The services are one. */
export interface Source {
  readonly settings: { readonly databaseUrl: string }
  readonly replica?: Pick<Replica, 'stream'> | undefined
}

export interface Reading {
  readonly source: Source
  readonly statement: Sql
  /** Rows of one batch. */
  readonly size?: number
  /** Aborts a statement that is still running; the iteration then throws. */
  readonly signal?: AbortSignal | undefined
  readonly reader: Who
  /** What the reader has seen of the database, as it came with the call (`positionHeader`). */
  readonly position?: string | undefined
}

/** A connection of the database. Its number alone may be that of another one on another server behind the same address. */
interface Own {
  readonly pid: number
  readonly started: string
}
const own = sql`select pid, backend_start::text as started from pg_stat_activity where pid = pg_backend_pid()`
const cancel = ({ pid, started }: Own): Sql =>
  sql`select pg_cancel_backend(pid) from pg_stat_activity where pid = ${pid} and backend_start = ${started}::timestamptz`

/**
 * The statement's rows in batches. When the iteration ends, for whatever reason, the cursor ends and the connection is closed.
 * @throws ApiError 429 or 503 where too many read already; what the database says of the statement; `AbortError`
 */
export async function* inBatches<Row>(reading: Reading): AsyncGenerator<Row[]> {
  const { settings, replica } = reading.source
  requirePlace(reading.reader)
  // An object of its own: the same person may read twice.
  const who = { ...reading.reader }
  readings.add(who)
  const read = (url: string, confirm?: (database: Database) => Promise<void>) => readAt<Row>(url, reading, confirm)
  try {
    yield* replica ? replica.stream(reading.position, settings.databaseUrl, read) : read(settings.databaseUrl)
  } finally {
    readings.delete(who)
  }
}

async function* readAt<Row>(
  url: string,
  { statement, size = 1000, signal }: Reading,
  confirm?: (database: Database) => Promise<void>
): AsyncGenerator<Row[]> {
  const database = openDatabase({ url, poolSize: 2, statementTimeoutMs })
  let stop = (): void => undefined
  try {
    signal?.throwIfAborted()
    // Before the transaction, because its rows are of its first moment: they have what is confirmed, and maybe more.
    const confirmed = confirm && (await queryOne<Own>(database, own))
    await confirm?.(database)
    const trx = await database.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true })
    try {
      const reads = await queryOne<Own>(trx, own)
      if (confirmed && confirmed.started !== reads?.started) throw new Error('Another replica than the confirmed one')
      stop = () => void (reads && query(database, cancel(reads)).catch(() => undefined))
      signal?.addEventListener('abort', stop)
      await query(trx, sql`set local idle_in_transaction_session_timeout = ${raw(idleTimeout)}`)
      // what was aborted before its statement is under way has nothing to stop: it must not begin
      signal?.throwIfAborted()
      await query(trx, sql`declare reading no scroll cursor for ${statement}`)
      const fetched = (): Promise<Row[]> => {
        signal?.throwIfAborted()
        return query<Row>(trx, sql`fetch ${raw(String(size))} from reading`)
      }
      let coming = fetched()
      for (;;) {
        const rows = await coming
        signal?.throwIfAborted()
        if (rows.length === size) {
          // The database works on the next batch while this one is used; its errors are thrown when it is awaited.
          coming = fetched()
          coming.catch(() => undefined)
        }
        if (rows.length > 0) yield rows
        if (rows.length < size) return
      }
    } finally {
      signal?.removeEventListener('abort', stop)
      await trx.rollback().catch(() => undefined)
    }
  } finally {
    await database.destroy()
  }
}
