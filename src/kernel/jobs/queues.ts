/** The queues as the tables of the kernel have them, and their jobs as they are in the queue: which are paused, and which have failed for good. */
import { type Database, query, raw, type Sql, sql } from '../database/sql.ts'

/** The names of paused queues. */
export const pausedQueues = async (db: Database): Promise<ReadonlySet<string>> => {
  const rows = await query<{ name: string }>(db, sql`select name from kernel.queues where paused_at is not null`)
  return new Set(rows.map(({ name }) => name))
}

/** Adds the queues that are new, so that they can be paused. */
export const addQueues = (db: Database, names: readonly string[]): Promise<unknown> =>
  query(
    db,
    sql`insert into kernel.queues (name) select name from unnest(${[...names]}::text[]) as given (name)
      where not exists (select from kernel.queues known where known.name = given.name) on conflict (name) do nothing`
  )

export const pauseQueue = (db: Database, id: number, since: Date | null): Promise<unknown> =>
  query(db, sql`update kernel.queues set paused_at = ${since} where id = ${id}`)

/** A subselect over the jobs of a queue: `name` is an expression, `states` are those of the queue. */
export const jobsOf = (what: string, name: string, states: readonly string[]): string =>
  `(select ${what} from queue.job job where job.name = ${name} and job.state in (${states.map(state => `'${state}'`).join(', ')}))`

/** A job that has failed for good. */
export interface FailedJob {
  readonly job: string
  readonly queue: string
  readonly data: Readonly<Record<string, unknown>> | null
  readonly failedAt: Date
  readonly tries: number
  readonly reason: string
}

const isFailed: Sql = raw(`job.state = 'failed' and job.name not like '\\_\\_pgboss%'`)

/** Those that are not known as failed yet. A job that a worker did not end has the queue's own words for a reason. */
export const newlyFailed = (db: Database): Promise<FailedJob[]> =>
  query<FailedJob>(
    db,
    sql`select job.id as job, job.name as queue, job.data, coalesce(job.completed_on, now()) as "failedAt", job.retry_count + 1 as tries,
        left(coalesce(job.output ->> 'message', job.output -> 'value' ->> 'message', ''), 500) as reason
      from queue.job job where ${isFailed} and not exists (select from kernel.failed_jobs known where known.job = job.id)
      order by job.completed_on limit 1000`
  )

/** @returns the id, or undefined where another process has just recorded it */
export const recordFailed = async (
  db: Database,
  { job, queue, failedAt, tries, reason }: FailedJob,
  accountId: number | null
): Promise<number | undefined> => {
  const [made] = await query<{ id: number }>(
    db,
    sql`insert into kernel.failed_jobs (job, queue, account_id, failed_at, tries, reason)
      values (${job}, ${queue}, ${accountId}, ${failedAt}, ${tries}, ${reason}) on conflict (job) do nothing returning id`
  )
  return made?.id
}

/** Removes those that are failed no more: tried again, or forgotten by the queue. Returns their ids. */
export const forgetFailed = async (db: Database): Promise<number[]> => {
  const gone = await query<{ id: number }>(
    db,
    sql`delete from kernel.failed_jobs known where not exists (
        select from queue.job job where job.name = known.queue and job.id = known.job and ${isFailed}) returning known.id`
  )
  return gone.map(({ id }) => id)
}

const taken = (id: number): Sql =>
  sql`with taken as (delete from kernel.failed_jobs where id = ${id} returning queue, job)`

/** Has a failed job tried as if it were new, with all its tries and pauses. */
export const retryFailed = (db: Database, id: number): Promise<unknown> =>
  query(
    db,
    sql`${taken(id)} update queue.job set state = 'created', retry_count = 0, started_on = null, completed_on = null, output = null, start_after = now()
      from taken where queue.job.name = taken.queue and queue.job.id = taken.job and queue.job.state = 'failed'`
  )

/** Removes a failed job: it is never tried again. */
export const dropFailed = (db: Database, id: number): Promise<unknown> =>
  query(
    db,
    sql`${taken(id)} delete from queue.job using taken
      where queue.job.name = taken.queue and queue.job.id = taken.job and queue.job.state = 'failed'`
  )
