/** SQL as values: fragments nest, parameters never touch the text. */
import type { Knex } from 'knex'
import type { Sql } from 'sql-template-tag'
import sqltag, { join, raw } from 'sql-template-tag'

export type { Sql }
export { join, raw, sqltag as sql }

/** A database or a transaction of it. */
export type Database = Knex | Knex.Transaction

/** Runs a statement and gives its rows. `?` in the text is written by the tag alone; operators with `?` are not used. */
export async function query<Row>(database: Database, statement: Sql): Promise<Row[]> {
  const { rows } = await database.raw(statement.sql, statement.values as Knex.RawBinding[])
  return rows as Row[]
}

export async function queryOne<Row>(database: Database, statement: Sql): Promise<Row | undefined> {
  return (await query<Row>(database, statement))[0]
}

/** Joins conditions with `and`; no condition is `true`. */
export const all = (conditions: readonly (Sql | undefined)[]): Sql => {
  const given = conditions.filter(condition => condition !== undefined)
  return given.length === 0 ? raw('true') : join(given, ' and ')
}
