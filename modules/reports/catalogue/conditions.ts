/** SQL conditions that reports share. Columns are inserted as text, so they must come from the report. Values are parameters. */
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'

/** The column equals the value. Without a value the condition is true. */
export const equal = (column: string, value: number | undefined): Sql =>
  value === undefined ? raw('true') : sql`${raw(column)} = ${value}`

/** The column is at least the value. Without a value the condition is true. */
export const atLeast = (column: string, value: number | undefined): Sql =>
  value === undefined ? raw('true') : sql`${raw(column)} >= ${value}`

/** The text of the column contains the other text. Letter case is ignored. */
export const containing = (column: string, text: string): Sql =>
  sql`strpos(lower(${raw(column)}), lower(${text.trim()}::text)) > 0`
