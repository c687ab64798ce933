/** Figures of the pool of database connections. */
import type { Knex } from 'knex'
import type { Metrics } from '../metrics.ts'

/** What knex's pool says of itself. */
interface Pool {
  readonly max: number
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

export function observePool(metrics: Metrics, { client }: Knex): void {
  const pool = client.pool as Pool
  const help = 'Connections of the pool: used, free, and calls that wait for one'
  metrics.observe('opony_database_connections', help, 'state', () => ({
    used: pool.numUsed(),
    free: pool.numFree(),
    waiting: pool.numPendingAcquires()
  }))
  metrics.gauge('opony_database_connections_limit', 'Most connections of the pool', () => pool.max)
}
