/**
 * Changes that are acknowledged must be on a second machine, where the database is set to wait for one with each commit
 * (`synchronous_standby_names`). A time limit that ends that wait does not undo the commit: PostgreSQL answers as after any other, and only warns
 * that no other machine may have the change. Whoever took that for a success would lose the change with the machine. So the warning
 * makes the query fail (503, outcome unknown): a call is repeated under its `Idempotency-Key`, and a sensor sends its readings again.
 *
 * What is repeated then finds the change, and would write nothing; a transaction without changes waits for no other machine. So it leaves a message
 * in the log (`leaveMark`): once that is on the second machine, all that was committed before is there, too.
 */
import type { PgClient } from './pg-internals.ts'
import { type Sql, sql } from './sql.ts'

/** The function of PostgreSQL that warns. Its sentence is translated, the name is not. */
const waiting = 'SyncRepWaitForLSN'

class Unreplicated extends Error {
  /** SQLSTATE transaction_resolution_unknown: nobody knows whether the change will last. */
  readonly code = '08007'
  constructor() {
    super('The change is committed on this machine, and may be on no other one')
  }
}

/** Listens to the connection. The function that it gives says, once, that the query that has just ended was committed here alone. */
export function unreplicatedOn(client: Pick<PgClient, 'on'>): () => Error | undefined {
  let isHereAlone = false
  client.on('notice', ({ routine }) => {
    if (routine === waiting) isHereAlone = true
  })
  return () => {
    const error = isHereAlone ? new Unreplicated() : undefined
    isHereAlone = false
    return error
  }
}

/** Makes the commit of a transaction wait for the second machine, although it changes nothing. */
export const leaveMark: Sql = sql`select pg_logical_emit_message(true, 'opony', '')`
