/**
 * Reads many rows without keeping them in memory: by a cursor in one read-only transaction, so that all rows are of the same
 * moment. It has a connection of its own, so that long reading takes none from the pool and has its own time limits.
 */

import { isClient, type Reader } from '../access/caller.ts'
import { openDatabase } from '../database/database.ts'
import { query, raw, type Sql, sql } from '../database/sql.ts'
import { throwProblem } from '../errors/errors.ts'

/** Time limit of one statement; enough for sorting a million rows. */
const statementTimeoutMs = 120_000
/** How long a slow reader may take over one batch. */
const patience = "'5min'"
/** Most readings at the same time in this process; further ones are refused and may be repeated. */
const most = 4
/** Most of these by clients, all together: clients who read slowly on purpose cannot block the staff. */
const mostForClients = 2
/** Most of these by one account, so that nobody blocks all others. */
const mostForOne = 3
const mostForOneClient = 1

/** The readers of now, one entry for each reading. */
const readings = new Set<Who>()

type Who = Pick<Reader, 'accountId' | 'role'>

const countOf = (chosen: (who: Who) => boolean): number => [...readings].filter(chosen).length

/** Refuses with 429 when this reader has as many readings as allowed, with 503 when all places are taken. */
function requirePlace(who: Who): void {
  const own = who.accountId === null ? 0 : countOf(({ accountId }) => accountId === who.accountId)
  if (own >= (isClient(who) ? mostForOneClient : mostForOne)) throwProblem('tooManyFiles', { retryAfter: 10 })
  const isFull = readings.size >= most || (isClient(who) && countOf(isClient) >= mostForClients)
  if (isFull) throwProblem('unavailable', { retryAfter: 10 })
}

export interface Reading {
  /** Address of the database. */
  readonly url: string
  readonly statement: Sql
  /** Rows of one batch. */
  readonly size?: number
  /** Aborts a statement that is still running; the iteration then throws. */
  readonly signal?: AbortSignal
  readonly reader: Who
}

/** The statement's rows in batches. When the iteration ends, for whatever reason, the cursor ends and the connection is closed. */
export async function* inBatches<Row>(reading: Reading): AsyncGenerator<Row[]> {
  const { url, statement, size = 1000, signal } = reading
  requirePlace(reading.reader)
  // An object of its own: the same person may read twice.
  const who = { ...reading.reader }
  readings.add(who)
  const database = openDatabase({ url, poolSize: 2, statementTimeoutMs })
  let stop = (): void => undefined
  try {
    const trx = await database.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true })
    try {
      const [own] = await query<{ pid: number }>(trx, sql`select pg_backend_pid() as pid`)
      stop = () => void query(database, sql`select pg_cancel_backend(${own?.pid})`).catch(() => undefined)
      signal?.addEventListener('abort', stop)
      await query(trx, sql`set local idle_in_transaction_session_timeout = ${raw(patience)}`)
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
    readings.delete(who)
    await database.destroy()
  }
}
