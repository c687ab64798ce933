/** How many rows a statement finds, as PostgreSQL estimates it: it plans, and reads nothing. */
import { type Database, queryOne, type Sql, sql } from '../database/sql.ts'

/** Fewer rows are read and sorted (some 50 ms); more are read in their order, until there is a page of them. */
export const sortedUpTo = 50_000

interface Plan {
  readonly 'Plan Rows': number
}

export async function estimatedRows(database: Database, statement: Sql): Promise<number> {
  const answer = await queryOne<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    database,
    sql`explain (format json) ${statement}`
  )
  return answer?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? Number.POSITIVE_INFINITY
}
