/** Jobs that have failed for good, with whom they were for; and the commands that try one again, or remove it. */
import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { dropFailed, retryFailed } from '../../src/kernel/jobs/queues.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, resourceTab } from '../../src/kernel/pages/tabs.ts'
import { filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { ExactInstant, Id, Nullable, Version } from '../../src/kernel/schema.ts'
import { accountsNamed, leftJoinAccount, personName } from '../users/public.ts'

/** @param words the messages that name the queues, by the queues' own names */
export function failuresOf(words: Readonly<Record<string, string>>) {
  const failures = defineResource({
    type: 'jobs.failure',
    title: 'failed job',
    path: '/api/Admin/Jobs/Failures',
    serves: ['list', 'item'],
    access: ['ADMIN'],
    schema: Type.Object({
      id: Id,
      version: Version,
      failedDate: ExactInstant,
      queue: Type.String({ words }),
      person: Nullable(Type.String({ description: 'whom the job was for, such as who should have got its letter' })),
      email: Nullable(Type.String()),
      tries: Type.Integer({ minimum: 1 }),
      reason: Type.String(),
      job: Type.String({ description: 'lines of the log have it as job' })
    }),
    table: 'kernel.failed_jobs',
    alias: 'failure',
    joins: { account: leftJoinAccount('account', 'failure.account_id') },
    fields: {
      failedDate: 'failed_at',
      person: { sql: personName('account'), join: 'account', sort: ['failure.account_id'] },
      email: {
        sql: 'case when account.erased_at is null then account.email end',
        join: 'account',
        sort: ['failure.account_id']
      },
      job: { sql: 'failure.job::text' }
    },
    views: { list: ['id', 'version', 'failedDate', 'queue', 'person', 'email', 'tries', 'reason'] },
    filters: {
      Person: filter(Type.String({ maxLength: 50 }), text => sql`failure.account_id in (${accountsNamed(text)})`),
      QueueId: filter(
        Id,
        id => sql`failure.queue = (select named.name from kernel.queues named where named.id = ${id})`
      )
    },
    named: 'queue',
    sort: '-failedDate'
  })

  const retry = defineCommand(failures, {
    name: 'jobs.retry',
    call: 'POST /api/Admin/Jobs/Failures/:id/retry',
    selection: 'some',
    access: { ADMIN: {} },
    ui: { icon: 'replay', tone: 'info', key: 'r', confirm: true, effects: ['remove'] },
    async run({ trx, hint }, { id }) {
      await retryFailed(trx, id)
      hint('jobs.queue', [])
    }
  })

  const remove = defineCommand(failures, {
    name: 'jobs.removeFailure',
    call: 'DELETE /api/Admin/Jobs/Failures/:id',
    selection: 'some',
    access: { ADMIN: {} },
    ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
    async run({ trx, hint }, { id }) {
      await dropFailed(trx, id)
      hint('jobs.queue', [])
    }
  })

  const commands = [retry, remove]
  const columns = [
    { key: 'failedDate', grow: 1 },
    { key: 'queue', grow: 1.2 },
    { key: 'person', grow: 1.2 },
    { key: 'email', under: 'person' },
    { key: 'reason', grow: 2.4 }
  ] as const

  const page = definePage(failures, {
    id: 'jobs.failures',
    route: '/config/failedJobs',
    group: 'settings',
    place: 12,
    columns,
    filters: ['Person'],
    commands,
    panel: [detailsTab(failures, ['failedDate', 'queue', 'person', 'email', 'tries', 'reason', 'job'], { commands })]
  })

  const tab = resourceTab('failures', failures, {
    parent: 'QueueId',
    count: 'failed',
    columns: [
      { key: 'failedDate', grow: 1 },
      { key: 'person', grow: 1.2 },
      { key: 'reason', grow: 2 }
    ],
    commands
  })

  return { failures, page, tab, commands }
}
