/**
 * Reads many rows without holding them: a cursor of the database in one read-only transaction, so that all rows are of one
 * moment, on a connection of its own, so that long reading takes none from the pool and has limits of its own.
 */

import { throwProblem } from '../http/errors.ts'
import { openDatabase } from './database.ts'
import { query, raw, type Sql, sql } from './sql.ts'

/** For one statement of the database, sorting a million rows included. */
const statementTimeoutMs = 120_000
/** How long a slow reader may take over one batch. */
const patience = "'5min'"
/** At once in this process; further requests are refused and may be repeated. */
const most = 4
/** Of these for clients, all of them together: who reads slowly on purpose keeps the staff from nothing. */
const mostForClients = 2

let open = 0
let openForClients = 0

export interface Reading {
  /** Address of the database. */
  readonly url: string
  readonly statement: Sql
  /** Rows of one batch. */
  readonly size?: number
  /** Ends a statement that is still running; the iteration then throws. */
  readonly signal?: AbortSignal
  /** A client reads, and not the staff. */
  readonly forClient?: boolean
}

/**
 * The statement's rows in batches. Ending the iteration, however it ends, ends the cursor and closes the connection.
 * @throws kernel.unavailable when too many read at once
 */
export async function* inBatches<Row>(reading: Reading): AsyncGenerator<Row[]> {
  const { url, statement, size = 1000, signal, forClient = false } = reading
  if (open >= most || (forClient && openForClients >= mostForClients)) throwProblem('unavailable', { retryAfter: 10 })
  open += 1
  if (forClient) openForClients += 1
  const database = openDatabase({ url, poolSize: 2, statementTimeoutMs })
  let stop = (): void => undefined
  try {
    const trx = await database.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true })
    try {
      const [own] = await query<{ pid: number }>(trx, sql`select pg_backend_pid() as pid`)
      stop = () => void query(database, sql`select pg_cancel_backend(${own?.pid})`).catch(() => undefined)
      signal?.addEventListener('abort', stop)
      await query(trx, sql`set local idle_in_transaction_session_timeout = ${raw(patience)}`)
      await query(trx, sql`declare reading no scroll cursor for ${statement}`)
      const fetched = (): Promise<Row[]> => query<Row>(trx, sql`fetch ${raw(String(size))} from reading`)
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
    open -= 1
    if (forClient) openForClients -= 1
    await database.destroy()
  }
}
