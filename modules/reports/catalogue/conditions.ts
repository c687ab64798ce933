/** Conditions that reports share. Columns are the report's own text; values are parameters. */
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'

/** The column has the value, where one is given. */
export const equal = (column: string, value: number | undefined): Sql =>
  value === undefined ? raw('true') : sql`${raw(column)} = ${value}`

/** The column is at least the value, where one is given. */
export const atLeast = (column: string, value: number | undefined): Sql =>
  value === undefined ? raw('true') : sql`${raw(column)} >= ${value}`

/** The column's text contains the other one, in any letters' case. */
export const containing = (column: string, text: string): Sql =>
  sql`strpos(lower(${raw(column)}), lower(${text.trim()}::text)) > 0`
