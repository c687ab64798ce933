/** PostgreSQL's estimate for a statement: it is planned and not run. */
import { type Database, queryOne, type Sql, sql } from '../database/sql.ts'

/** Up to so many rows are read and sorted (some 50 ms); more are read in their order until a page is full. */
export const sortedUpTo = 50_000

export interface Estimate {
  readonly rows: number
  /** The planner's unit of cost: one page read sequentially. */
  readonly cost: number
}

interface Plan {
  readonly 'Plan Rows': number
  readonly 'Total Cost': number
}

export async function estimateOf(database: Database, statement: Sql): Promise<Estimate> {
  const answer = await queryOne<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    database,
    sql`explain (format json) ${statement}`
  )
  const plan = answer?.['QUERY PLAN'][0]?.Plan
  return {
    rows: plan?.['Plan Rows'] ?? Number.POSITIVE_INFINITY,
    cost: plan?.['Total Cost'] ?? Number.POSITIVE_INFINITY
  }
}
