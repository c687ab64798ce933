/**
 * What is used of pg and knex beyond their documented interfaces, each with its reason. `test/kernel/pg-internals.test.ts` fails
 * when a new version of either no longer has it.
 */
import type { Knex } from 'knex'

/** A connection of pg, with the parts of its inner connection that are used here. */
export interface PgClient {
  query(...args: unknown[]): unknown
  on(event: 'notice', hear: (notice: { readonly routine?: string | undefined }) => void): unknown
  readonly connection: {
    readonly stream: { destroy(): void }
    readonly parsedStatements: Record<string, string>
    close(what: { readonly type: 'S'; readonly name: string }): void
  }
}

/**
 * Called before a query is sent, with the name of its prepared statement and its text; returns what is called when it has ended, and may give an
 * error in the place of a success.
 */
export type Around = (name: string | undefined, text: string) => (error?: unknown) => Error | undefined

const nameIn = (asked: unknown): string | undefined => (asked as { name?: string } | null)?.name
const textIn = (asked: unknown): string =>
  typeof asked === 'string' ? asked : ((asked as { text?: string } | null)?.text ?? '')

/**
 * Replaces `query` of the connection, because neither pg nor knex has a hook around all queries of a connection: knex's own events do not
 * cover `BEGIN` and `COMMIT`. A query that is given as an object of its own (a cursor) ends, for this, when it is sent.
 */
export function aroundQueries(client: PgClient, around: Around): void {
  const ask = client.query.bind(client)
  client.query = (...args) => {
    const end = around(nameIn(args[0]), textIn(args[0]))
    const answered = args.at(-1)
    if (typeof answered === 'function')
      return ask(...args.slice(0, -1), (...result: unknown[]) => {
        const failure = end(result[0])
        if (failure && !result[0]) answered(failure)
        else answered(...result)
      })
    const answer = ask(...args) as Promise<unknown> | undefined
    if (typeof answer?.then !== 'function') {
      end()
      return answer
    }
    return answer.then(
      value => {
        const failure = end()
        if (failure) throw failure
        return value
      },
      error => {
        end(error)
        throw error
      }
    )
  }
}

/** Ends a connection at once, without waiting for the database: `end` would wait for the answer that does not come. */
export const destroyConnection = (client: PgClient): void => client.connection.stream.destroy()

/**
 * Closes a prepared statement and makes pg forget its name. pg keeps the names of a connection (`parsedStatements`) and never closes one.
 * It is sent with the next query; nobody has to wait for its answer.
 */
export function closePrepared({ connection }: PgClient, name: string): void {
  if (!(name in connection.parsedStatements)) return
  delete connection.parsedStatements[name]
  connection.close({ type: 'S', name })
}

/** The internal part of knex's client that is used here. */
interface Pool {
  acquireConnection(): Promise<{
    query(config: object, done: (error: Error | null, result: { rows: unknown[] }) => void): void
  }>
  releaseConnection(connection: object): Promise<void>
  emit(event: 'query', sent: object): void
}

/**
 * Sends a prepared statement over a connection of knex's pool and returns its rows, without knex, which would search the whole text for
 * parameters at each call. Who listens to knex's `query` hears of it. Not for a transaction, whose connection is another one.
 */
export async function sendPrepared<Row>(
  database: Knex,
  { name, text, values }: { readonly name: string; readonly text: string; readonly values: readonly unknown[] }
): Promise<Row[]> {
  const pool: Pool = database.client
  const connection = await pool.acquireConnection()
  try {
    pool.emit('query', { sql: text, bindings: values, options: { name } })
    return await new Promise<Row[]>((resolve, reject) => {
      connection.query({ name, text, values }, (error, result) =>
        error ? reject(error) : resolve(result.rows as Row[])
      )
    })
  } finally {
    await pool.releaseConnection(connection)
  }
}

/** Hears a connection of the pool. */
export interface ConnectionListener {
  /** A notice came (RAISE NOTICE). */
  notice(notice: { message?: string; detail?: string }): void
  /** The connection is ready for a query, and in no transaction: what it did is committed or rolled back. */
  idle(): void
  end(): void
}

/** A connection of the pool, as pg has it. */
interface PoolConnection {
  on(event: 'notice', hear: ConnectionListener['notice']): void
  on(event: 'end', hear: () => void): void
  readonly connection: { on(event: 'readyForQuery', hear: (message: { status: string }) => void): void }
}

/**
 * Listens to every connection that the pool will make; `listen` is called once for each. The end of a transaction is the protocol's
 * ReadyForQuery with status I (idle), which pg hands to its inner connection alone. Throws where the pool has a connection already.
 */
export function hearConnections(database: Knex, listen: () => ConnectionListener): void {
  const { pool } = database.client
  if (pool.numUsed() + pool.numFree() > 0) throw new Error('Sessions are opened before the pool has any connection')
  pool.on('createSuccess', (_event: number, connection: PoolConnection) => {
    const listener = listen()
    connection.on('notice', notice => listener.notice(notice))
    connection.connection.on('readyForQuery', ({ status }) => {
      if (status === 'I') listener.idle()
    })
    connection.on('end', () => listener.end())
  })
}
