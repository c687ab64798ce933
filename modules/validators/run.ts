/**
 * Runs of the checks, started by a person or at night. A run is a row with a step for each of its checks, and a job in the queue. The
 * worker commits each check together with its step, so that an interrupted run continues with the next step. After each step the
 * browsers get a hint, and read the run again.
 */
import { Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { timeZone } from '../../src/contract/days.ts'
import { codesOf } from '../../src/contract/vocabulary.ts'
import { defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { type Database, query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import type { Module } from '../../src/kernel/module.ts'
import { notifyAccount } from '../../src/kernel/realtime/notice.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf } from '../../src/kernel/schema.ts'
import type { Services } from '../../src/kernel/services.ts'
import { type Outcome, runCheck, withPatience } from './check.ts'
import { nameOfKind, nightlyKinds } from './kinds.ts'
import { RunRow, RunStepRow } from './models.ts'
import { Run, ValidatorKind } from './schema.ts'

const queue = 'validators.run'
const lookMs = 60_000

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const runs = defineResource({
  type: 'validators.run',
  title: 'run of validators',
  titles: 'runs of validators',
  path: '/api/Admin/Validators/runs',
  serves: ['list', 'item'],
  access: ['ADMIN'],
  schema: Run,
  table: 'validators.runs',
  alias: 'run',
  fields: {
    validatorTypes: { sql: 'to_json(run.kinds)' },
    nightly: { sql: 'run.night is not null' },
    askedDate: 'asked_at',
    startedDate: 'started_at',
    finishedDate: 'finished_at',
    steps: {
      sql: `coalesce((select json_agg(json_build_object('type', step.kind, 'startedDate', ${instant('step.started_at')},
          'finishedDate', ${instant('step.finished_at')}, 'added', step.added, 'refreshed', step.refreshed,
          'resolved', step.resolved, 'failed', step.failed) order by step.kind)
        from validators.run_steps step where step.run_id = run.id), '[]')`
    }
  },
  views: { history: ['validatorTypes', 'finishedDate'] },
  sort: '-askedDate'
})

const RunForm = defineForm({
  initial: { validatorTypes: codesOf(ValidatorKind) },
  schema: Type.Object({
    validatorTypes: Type.Array(EnumOf(ValidatorKind), {
      minItems: 1,
      maxItems: 6,
      uniqueItems: true,
      messages: { required: 'validators.run.failed', minItems: 'validators.run.failed' }
    })
  }),
  fields: {
    validatorTypes: {
      options: {
        call: '/api/Admin/Validators/types?limit=100',
        value: 'type',
        label: ['name'],
        group: { by: 'validatorType', vocabulary: 'validators.subject' }
      }
    },
    // The current run, or the last one.
    progress: { control: 'part:validators.progress', transient: { anyOf: [{ type: 'object' }, { type: 'null' }] } }
  }
})

/** Adds the steps and the job of a run, in the transaction that adds the run. */
async function enqueue({ jobs }: Services, trx: Knex.Transaction, runId: number, kinds: readonly number[]) {
  await RunStepRow.query(trx).insert(kinds.map(kind => ({ runId, kind })))
  await jobs.send(trx, queue, { runId })
}

/** Runs the chosen checks, immediately if a worker is free. The person gets a notice with the result. */
export const runChecks = defineCreation(runs, {
  name: 'validators.run',
  call: 'POST /api/Admin/Validators/run',
  wire: { status: 202 },
  access: { ADMIN: { form: RunForm } },
  ui: { icon: 'play', opensIn: 'panel', staysOpen: true, queued: true },
  async run({ trx, now, services, accountId }, { validatorTypes }) {
    const kinds = [...validatorTypes].sort((a, b) => a - b)
    const { id } = await RunRow.query(trx).insert({ kinds, askedBy: accountId, askedAt: now })
    await enqueue(services, trx, id, kinds)
    return { id }
  }
})

/**
 * Adds the nightly run of this day, once for all processes, from `validatorsHour` on in Warsaw time. If no worker ran at night, the
 * run is added during the day.
 * @returns the id of the run; undefined if it is too early or the run exists already
 */
export async function makeNightlyRun(services: Services): Promise<number | undefined> {
  const { db, settings } = services
  const now = services.now()
  const kinds = nightlyKinds(settings)
  return db.transaction(async trx => {
    const made = await queryOne<{ id: number }>(
      trx,
      sql`insert into validators.runs (kinds, night, asked_at)
        select ${kinds}::smallint[], night.day, ${now} from (select ${raw(businessDay('at'))} as day,
          extract(hour from at at time zone ${raw(`'${timeZone}'`)}) as hour from (select ${now}::timestamptz as at) moment) night
        where night.hour >= ${settings.validatorsHour}
        on conflict (night) do nothing returning id`
    )
    if (made) await enqueue(services, trx, made.id, kinds)
    return made?.id
  })
}

/** Checks once a minute whether the nightly run is due. @returns the function that stops this */
export async function beginNights(services: Services): Promise<() => Promise<void>> {
  if (!services.settings.roles.includes('worker')) return async () => undefined
  let running: Promise<unknown> = Promise.resolve()
  const look = (): Promise<unknown> =>
    makeNightlyRun(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'validators: the nightly run could not be made')
    )
  const timer = setInterval(() => {
    running = running.then(look)
  }, lookMs)
  return async () => {
    clearInterval(timer)
    await running
  }
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
  if (hasEnded > 0 && run?.askedBy) await tell(services, runId, run.askedBy)
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

async function tell(services: Services, runId: number, accountId: number): Promise<void> {
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
    // Six checks of three minutes at most.
    expireSeconds: 1_200,
    run: (services, { runId }: { readonly runId: number }) => performRun(services, runId)
  }
]
