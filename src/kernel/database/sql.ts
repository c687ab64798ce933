/** SQL as values: fragments can be nested, and parameters never become part of the text. */
import type { Knex } from 'knex'
import type { Sql } from 'sql-template-tag'
import sqltag, { join, raw } from 'sql-template-tag'
import { sendPrepared } from './pg-internals.ts'
import { isOutdated, statementName } from './prepared.ts'

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
    const { rows } = await database.raw(text, values as Knex.RawBinding[]).options({ name: statementName(text) })
    return rows as Row[]
  }
  try {
    const { text, values } = statement
    return await sendPrepared<Row>(database, { name: statementName(text), text, values })
  } catch (error) {
    if (isOutdated(error)) return query<Row>(database, statement)
    throw error
  }
}

/** A fragment that a declaration gives as text or as `Sql`. */
export const asSql = (fragment: string | Sql): Sql => (typeof fragment === 'string' ? raw(fragment) : fragment)

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

/** Joins conditions with `and`; no condition is `true`. */
export const all = (conditions: readonly (Sql | undefined)[]): Sql => {
  const given = conditions.filter(condition => condition !== undefined)
  return given.length === 0 ? raw('true') : join(given, ' and ')
}
