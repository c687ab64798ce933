/**
 * The one pool of the process. Limits stand on the connection (`statement_timeout`, `lock_timeout`), never as a client
 * side query timeout, which would hand back a connection that is still busy. Sessions speak UTC.
 */
import type { Knex } from 'knex'
import knexModule from 'knex'
import pg from 'pg'
import { migrationSource } from '../../migrations/index.ts'
import { installQueue } from './jobs.ts'

const { knex } = knexModule

const day = 1082
const bigint = 20
const numeric = 1700
pg.types.setTypeParser(day, text => text)
pg.types.setTypeParser(bigint, Number)
pg.types.setTypeParser(numeric, Number)

export interface DatabaseOptions {
  readonly url: string
  readonly poolSize?: number
  readonly statementTimeoutMs?: number
}

export function openDatabase({ url, poolSize = 12, statementTimeoutMs = 5_000 }: DatabaseOptions): Knex {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'opony',
      connectionTimeoutMillis: 2_500,
      keepAlive: true,
      options: [
        '-c TimeZone=UTC',
        `-c statement_timeout=${statementTimeoutMs}`,
        '-c lock_timeout=3000',
        '-c idle_in_transaction_session_timeout=10000'
      ].join(' ')
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: 3_000
  })
}

const migrations = { migrationSource, schemaName: 'public', tableName: 'migrations' }

/** Brings the database, the queue's part of it too, to the present shape; does nothing when it is there. Gives the names of the steps taken. */
export async function migrate(url: string): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 2, statementTimeoutMs: 0 })
  try {
    const [, taken] = (await database.migrate.latest(migrations)) as [number, string[]]
    await installQueue(url)
    return taken
  } finally {
    await database.destroy()
  }
}

/** Takes the last batch of steps back. */
export async function rollback(url: string): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 2, statementTimeoutMs: 0 })
  try {
    const [, taken] = (await database.migrate.rollback(migrations)) as [number, string[]]
    return taken
  } finally {
    await database.destroy()
  }
}
