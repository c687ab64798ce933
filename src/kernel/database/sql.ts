/** SQL as values: fragments can be nested, and parameters never become part of the text. */
import type { Knex } from 'knex'
import type { Sql } from 'sql-template-tag'
import sqltag, { join, raw } from 'sql-template-tag'
import { isOutdated, nameOf } from './prepared.ts'

export type { Sql }
export { join, raw, sqltag as sql }

/** A database or a transaction of it. */
export type Database = Knex | Knex.Transaction

/**
 * Runs a statement and returns its rows. Only the tag `sql` writes `?` into the text, so operators that contain `?` cannot be used.
 */
export async function query<Row>(database: Database, statement: Sql): Promise<Row[]> {
  const { rows } = await database.raw(statement.sql, statement.values as Knex.RawBinding[])
  return rows as Row[]
}

export async function queryOne<Row>(database: Database, statement: Sql): Promise<Row | undefined> {
  return (await query<Row>(database, statement))[0]
}

/**
 * Runs a statement that is planned once for each connection. Only for a limited number of texts whose plan suits all values of
 * their parameters (`prepared.ts`).
 */
export async function queryPrepared<Row>(database: Database, statement: Sql): Promise<Row[]> {
  if (database.isTransaction) {
    const { sql: text, values } = statement
    const { rows } = await database.raw(text, values as Knex.RawBinding[]).options({ name: nameOf(text) })
    return rows as Row[]
  }
  try {
    return await send<Row>(database.client, statement)
  } catch (error) {
    if (isOutdated(error)) return query<Row>(database, statement)
    throw error
  }
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
 * Sends a statement over a connection of knex's pool, without knex, which would search the whole text for parameters at each call.
 */
async function send<Row>(pool: Pool, { text, values }: Sql): Promise<Row[]> {
  const connection = await pool.acquireConnection()
  try {
    const name = nameOf(text)
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

/** A whole number as part of the text, for values that decide how a statement is planned. */
export function literal(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`)
  return raw(String(value))
}

/**
 * The condition that a column has one of the numbers. They are part of the text: for a few values that differ much in how common
 * they are, such as a status.
 */
export function isOneOf(column: string, values: readonly number[]): Sql {
  const each = [...new Set(values)].sort((a, b) => a - b).map(literal)
  return each.length === 0 ? raw('false') : sqltag`${raw(column)} in (${join(each, ', ')})`
}

/** A statement that gives the numbers, one a row. */
export const rowsOf = (values: readonly number[]): Sql =>
  sqltag`select unnest(array[${join(values.map(literal), ', ')}])`

/** A text as part of a pattern of `like`, where it stands for itself. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Joins conditions with `and`; no condition is `true`. */
export const all = (conditions: readonly (Sql | undefined)[]): Sql => {
  const given = conditions.filter(condition => condition !== undefined)
  return given.length === 0 ? raw('true') : join(given, ' and ')
}
