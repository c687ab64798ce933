/**
 * The one pool of the process. Limits are set on the connection (`statement_timeout`, `lock_timeout`), not as a client
 * side query timeout, which would return a busy connection to the pool. Sessions use UTC.
 */
import type { Knex } from 'knex'
import knexModule from 'knex'
import pg from 'pg'
import { migrationSource } from '../../../migrations/index.ts'
import { installQueue } from '../jobs/jobs.ts'
import { type Client, isOutdated, namesOf } from './prepared.ts'

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

export function openDatabase({ url, poolSize = 12, statementTimeoutMs = 4_000 }: DatabaseOptions): Knex {
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
    pool: { min: 0, max: poolSize, afterCreate: watch(statementTimeoutMs) },
    acquireConnectionTimeout: 3_000,
    // What goes wrong reaches whoever asked; knex would print it a second time.
    log: { warn: silent, error: silent, debug: silent, deprecate: silent }
  })
}

const silent = (): void => undefined

type Taken = (error: Error | undefined, connection: Client) => void

/** Longer than the database's own limit, so that it ends only a connection that gets no answer. */
const silenceMs = 500

const nameIn = (asked: unknown): string | undefined => (asked as { name?: string } | null)?.name

/**
 * A database that stops answering in the middle of a statement would be waited for without end: its own limits cannot reach us.
 * The connection is destroyed, not returned to the pool, and whoever waits gets an error. Prepared statements are counted here
 * too, because here every query of a connection passes.
 */
const watch = (statementTimeoutMs: number) => (client: Client, done: Taken) => {
  const ask = client.query.bind(client)
  const names = namesOf(client)
  client.query = (...args) => {
    const name = nameIn(args[0])
    if (name !== undefined) names.use(name)
    const timer =
      statementTimeoutMs > 0
        ? setTimeout(() => client.connection.stream.destroy(), statementTimeoutMs + silenceMs)
        : undefined
    const answered = args.at(-1)
    if (typeof answered !== 'function') {
      const answer = ask(...args) as Promise<unknown>
      const clear = (): void => clearTimeout(timer)
      if (typeof answer?.then === 'function') answer.then(clear, clear)
      else clear()
      return answer
    }
    return ask(...args.slice(0, -1), (...result: unknown[]) => {
      clearTimeout(timer)
      if (name !== undefined && isOutdated(result[0])) names.forget(name)
      answered(...result)
    })
  }
  done(undefined, client)
}

const migrations = { migrationSource, schemaName: 'public', tableName: 'migrations' }

async function taking(url: string, steps: (database: Knex) => Promise<unknown>): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 2, statementTimeoutMs: 0 })
  try {
    const [, taken] = (await steps(database)) as [number, string[]]
    return taken
  } catch (error) {
    // knex puts the whole statement before what the database said.
    const [said] = (error as Error).message.split(' - ').slice(-1)
    throw new Error(`The database could not be brought to the present shape: ${said}`, { cause: error })
  } finally {
    await database.destroy()
  }
}

/**
 * Migrates the database, the queue's schema included; does nothing when it is up to date.
 * @returns the names of the migrations run
 * @throws Error with the database's sentence, when it refuses
 */
export async function migrate(url: string): Promise<string[]> {
  const taken = await taking(url, database => database.migrate.latest(migrations))
  await installQueue(url)
  return taken
}

/** Undoes the last batch of migrations. */
export const rollback = (url: string): Promise<string[]> =>
  taking(url, database => database.migrate.rollback(migrations))
