/** Values as texts in SQL. */
import { type Sql, sql } from './sql.ts'

/** An instant as it is sent: ISO 8601 in UTC, to the millisecond. */
export const isoInstant = (instant: Sql): Sql =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A text as part of a pattern of `like`, in which it stands for itself alone. */
export const inPattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
