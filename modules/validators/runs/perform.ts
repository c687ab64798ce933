/**
 * How a run is performed: it is a row with a step for each of its checks, and a job in the queue. The worker commits each check together
 * with its step, so that an interrupted run continues with the next step. After each step the browsers get a hint, and read the run again.
 */
import type { Knex } from 'knex'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import type { Module } from '../../../src/kernel/module.ts'
import { notifyAccount } from '../../../src/kernel/realtime/notice.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { type Outcome, runCheck, withPatience } from '../check.ts'
import { nameOfKind } from '../kinds.ts'
import { RunRow, RunStepRow } from '../models.ts'

const queue = 'validators.run'

/** Adds the steps and the job of a run, in the transaction that adds the run. */
export async function enqueueRun({ jobs }: Services, trx: Knex.Transaction, runId: number, kinds: readonly number[]) {
  await RunStepRow.query(trx).insert(kinds.map(kind => ({ runId, kind })))
  await jobs.send(trx, queue, { runId })
}

/** The steps of a run that are not finished. */
const waiting = (database: Database, runId: number) =>
  query<{ kind: number }>(
    database,
    sql`select kind from validators.run_steps where run_id = ${runId} and finished_at is null order by kind`
  )

/** Performs the remaining steps of a run. Throws only if the database fails. The job is then repeated with the remaining steps. */
export async function performRun(services: Services, runId: number): Promise<void> {
  const { db } = services
  const changed = (): void =>
    services.hints.send({ kind: 'changed', resourceType: 'validators.run', ids: [runId], companyId: null })
  await RunRow.query(db).findById(runId).whereNull('started_at').patch({ startedAt: services.now() })
  for (const { kind } of await waiting(db, runId)) {
    await RunStepRow.query(db).findById([runId, kind]).patch({ startedAt: services.now() })
    changed()
    await performStep(services, runId, kind)
    changed()
    for (const resourceType of ['validators.finding', 'validators.type'])
      services.hints.send({ kind: 'changed', resourceType, ids: [], companyId: null })
  }
  const hasEnded = await RunRow.query(db).findById(runId).whereNull('finished_at').patch({ finishedAt: services.now() })
  changed()
  const run = await RunRow.query(db).findById(runId)
  if (hasEnded > 0 && run?.askedBy) await notifyAsker(services, runId, run.askedBy)
}

async function performStep(services: Services, runId: number, kind: number): Promise<void> {
  const { settings, log, db } = services
  const now = services.now()
  const end = (outcome: Partial<Outcome> & { failed?: boolean }) => ({ finishedAt: services.now(), ...outcome })
  try {
    await withPatience(settings.databaseUrl, database =>
      database.transaction(async trx => {
        const outcome = await runCheck(trx, nameOfKind(kind), settings, now)
        await RunStepRow.query(trx).findById([runId, kind]).patch(end(outcome))
      })
    )
  } catch (error) {
    log.error({ err: error, run: runId, kind }, 'validators: a check failed')
    await RunStepRow.query(db)
      .findById([runId, kind])
      .patch(end({ failed: true }))
  }
}

async function notifyAsker(services: Services, runId: number, accountId: number): Promise<void> {
  const sums = await queryOne<{ added: number; resolved: number; failed: number }>(
    services.db,
    sql`select coalesce(sum(added), 0)::int as added, coalesce(sum(resolved), 0)::int as resolved,
        count(*) filter (where failed)::int as failed
      from validators.run_steps where run_id = ${runId}`
  )
  const { failed = 0, ...params } = sums ?? { added: 0, resolved: 0 }
  const message = failed > 0 ? 'validators.run.someFailed' : 'validators.run.finished'
  notifyAccount(services, accountId, {
    tone: failed > 0 ? 'danger' : 'success',
    message,
    params: { ...params, failed }
  })
}

export const runJobs: NonNullable<Module['jobs']> = [
  {
    name: queue,
    retries: 5,
    // Nine checks of three minutes at most.
    expireSeconds: 1_800,
    run: (services, { runId }: { readonly runId: number }) => performRun(services, runId)
  }
]
