/** PostgreSQL's estimates for statements: they are planned and not run. */
import { type Database, join, queryOne, type Sql, sql } from '../database/sql.ts'

/** Up to so many rows are read and sorted (some 50 ms); more are read in their order until a page is full. */
export const sortedUpTo = 50_000

interface Plan {
  readonly 'Plan Rows': number
  readonly Plans?: readonly Plan[]
}

/** How many rows each of the statements gives. */
export async function estimatesOf(database: Database, statements: readonly Sql[]): Promise<number[]> {
  const counts = statements.map(statement => sql`(select count(*) from (${statement}) counted)`)
  const answer = await queryOne<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    database,
    sql`explain (format json) select ${join(counts, ', ')}`
  )
  const plans = answer?.['QUERY PLAN'][0]?.Plan.Plans ?? []
  return statements.map((_, at) => plans[at]?.Plans?.[0]?.['Plan Rows'] ?? Number.POSITIVE_INFINITY)
}
