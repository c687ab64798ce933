/** How much of the database a statement reads, by its plan: figures that do not depend on the machine. */
import type { Database } from '../../src/kernel/database/sql.ts'

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}

/** Rows that the scans have looked at, and pages of the database that were read, in its cache or not. */
export interface Cost {
  readonly rows: number
  readonly buffers: number
}

const rowsRead = (plan: Plan): number => {
  const { 'Actual Rows': found, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0, Plans = [] } = plan
  const own = plan['Node Type'].includes('Scan') && Plans.length === 0 ? (found + removed) * loops : 0
  return Plans.reduce((sum, part) => sum + rowsRead(part), own)
}

/** What the last statement that `run` sends reads, run once more as it was sent. */
export async function costOf(database: Database, run: () => Promise<unknown>): Promise<Cost> {
  const seen: { sql: string; bindings: unknown[] }[] = []
  const note = (statement: { sql: string; bindings: unknown[] }): unknown => seen.push(statement)
  database.on('query', note)
  await run()
  database.off('query', note)
  const { sql: text, bindings } = seen.at(-1) ?? { sql: '', bindings: [] }
  const placeholders = text.replace(/\$\d+/g, '?')
  const { rows } = await database.raw(`explain (analyze, buffers, format json) ${placeholders}`, bindings as never)
  const { Plan: plan } = rows[0]['QUERY PLAN'][0] as { Plan: Plan }
  return { rows: rowsRead(plan), buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
}
