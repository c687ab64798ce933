/**
 * The one pool of the process. Time limits are set on the connection (`statement_timeout`, `lock_timeout`), not as a client
 * side query timeout, which would return a busy connection to the pool. Sessions use UTC.
 */
import type { Knex } from 'knex'
import knexModule from 'knex'
import pg from 'pg'
import { tracer } from '../traces.ts'
import { applicationName } from './application-name.ts'
import { aroundQueries, destroyConnection, type PgClient } from './pg-internals.ts'
import { isOutdated, namesOf } from './prepared.ts'
import { unreplicatedOn } from './replicated.ts'

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
  /** What its connections are for, where they are not the pool of a process (`applicationName`). */
  readonly part?: string
}

export function openDatabase({ url, poolSize = 12, statementTimeoutMs = 4_000, part }: DatabaseOptions): Knex {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: applicationName(part),
      connectionTimeoutMillis: 2_500,
      keepAlive: true,
      options: [
        '-c TimeZone=UTC',
        `-c statement_timeout=${statementTimeoutMs}`,
        '-c lock_timeout=3000',
        '-c idle_in_transaction_session_timeout=10000'
      ].join(' ')
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolSize, afterCreate: watch(statementTimeoutMs) },
    acquireConnectionTimeout: 3_000,
    // The caller gets the error; knex would also print it.
    log: { warn: silent, error: silent, debug: silent, deprecate: silent }
  })
}

const silent = (): void => undefined

type Taken = (error: Error | undefined, connection: PgClient) => void

/** Longer than the database's own limits, so that it ends only a connection that gets no answer. */
const silenceMs = 500

/**
 * Without this, a query would wait for ever when the database stops answering in the middle of a statement, because the database's
 * own limits no longer work. The connection is destroyed, not returned to the pool, and the caller gets an error. Prepared
 * statements are counted here too, because every query of a connection passes here.
 */
const watch = (statementTimeoutMs: number) => (client: PgClient, done: Taken) => {
  const names = namesOf(client)
  const unreplicated = unreplicatedOn(client)
  aroundQueries(client, (name, text) => {
    const span = tracer()?.statement(text)
    if (name !== undefined) names.use(name)
    const timer =
      statementTimeoutMs > 0 ? setTimeout(() => destroyConnection(client), statementTimeoutMs + silenceMs) : undefined
    return error => {
      clearTimeout(timer)
      span?.end({}, error ?? undefined)
      if (name !== undefined && isOutdated(error)) names.forget(name)
      return unreplicated()
    }
  })
  done(undefined, client)
}
