/** Runs of the checks: a row each, with a step for each of its checks. */
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { isoInstant } from '../../../src/kernel/database/text.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Run } from '../schema.ts'

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
      sql: () => sql`coalesce((select json_agg(json_build_object('type', step.kind, 'startedDate', ${isoInstant(raw('step.started_at'))},
          'finishedDate', ${isoInstant(raw('step.finished_at'))}, 'added', step.added, 'refreshed', step.refreshed,
          'resolved', step.resolved, 'failed', step.failed) order by step.kind)
        from validators.run_steps step where step.run_id = run.id), '[]')`
    }
  },
  views: { history: ['validatorTypes', 'finishedDate'] },
  sort: '-askedDate'
})
