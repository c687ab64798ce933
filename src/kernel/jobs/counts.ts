/** How long the queues are. Queues of pg-boss's own are left out. */
import { type Database, query, sql } from '../database/sql.ts'
import type { Metrics } from '../metrics.ts'

/** States of jobs that are not done. `created` have not been tried yet, `retry` have failed and are tried again, `failed` for good. */
const states = ['created', 'retry', 'active', 'failed'] as const

export interface JobCount {
  readonly queue: string
  readonly state: (typeof states)[number]
  readonly count: number
  /** How long the oldest of those that may run has been waiting; 0 where none waits. */
  readonly oldestSeconds: number
}

/** Each queue with each of the states, those without jobs included. Failed jobs are counted until the queue forgets them. */
export const jobCounts = (db: Database): Promise<JobCount[]> =>
  query<JobCount>(
    db,
    sql`select queue.name as queue, state.name as state, count(job.id)::int as count,
        coalesce(max(extract(epoch from now() - job.created_on)) filter (
          where job.state = 'retry' or job.state = 'created' and job.start_after <= now()), 0)::float8 as "oldestSeconds"
      from queue.queue cross join unnest(${[...states]}::text[]) as state (name)
      left join queue.job on job.name = queue.name and job.state = state.name::queue.job_state
      where queue.name not like '\\_\\_pgboss%'
      group by queue.name, state.name`
  )

export function observeJobs(metrics: Metrics, db: Database): void {
  const jobs = 'Jobs that are not done, by queue and state (created, retry, active, failed for good)'
  metrics.ask('opony_jobs', jobs, ['queue', 'state'], async () =>
    (await jobCounts(db)).map(({ queue, state, count: value }) => ({ labels: { queue, state }, value }))
  )
  const oldest = 'How long the oldest job that may run has been waiting, by queue'
  metrics.ask('opony_oldest_job_seconds', oldest, ['queue'], async () => {
    const seconds = new Map<string, number>()
    for (const { queue, oldestSeconds } of await jobCounts(db))
      seconds.set(queue, Math.max(seconds.get(queue) ?? 0, oldestSeconds))
    return [...seconds].map(([queue, value]) => ({ labels: { queue }, value }))
  })
}
