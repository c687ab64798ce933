/** The queues of jobs, with how many wait, run and have failed; and the commands that pause one and let it run again. */
import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { jobsOf, pauseQueue } from '../../src/kernel/jobs/queues.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, type Tab } from '../../src/kernel/pages/tabs.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id, Instant, Nullable, Version } from '../../src/kernel/schema.ts'

const count = (...states: string[]): string => jobsOf('count(*)::int', 'queue.name', states)
const Count = Type.Integer({ minimum: 0 })

/**
 * @param words the messages that name the queues, by the queues' own names
 * @param failuresTab what has failed in a queue
 */
export function queuesOf(words: Readonly<Record<string, string>>, failuresTab: Tab) {
  const queues = defineResource({
    type: 'jobs.queue',
    title: 'queue of jobs',
    titles: 'queues of jobs',
    path: '/api/Admin/Jobs/Queues',
    access: ['ADMIN'],
    schema: Type.Object({
      id: Id,
      version: Version,
      name: Type.String({ words }),
      waiting: { ...Count, description: 'those that may run, and those that wait for their next try' },
      active: Count,
      failed: { ...Count, description: 'failed for good, and neither tried again nor removed' },
      oldestDate: Nullable({ ...Instant, description: 'since when the oldest of those that may run waits' }),
      isPaused: Type.Boolean(),
      pausedDate: Nullable(Instant)
    }),
    table: 'kernel.queues',
    alias: 'queue',
    fields: {
      waiting: { sql: count('created', 'retry') },
      active: { sql: count('active') },
      failed: { sql: count('failed') },
      oldestDate: {
        sql: jobsOf(
          "min(job.created_on) filter (where job.state = 'retry' or job.start_after <= now())",
          'queue.name',
          ['created', 'retry']
        )
      },
      isPaused: { sql: '(queue.paused_at is not null)' },
      pausedDate: 'paused_at'
    },
    views: { history: ['isPaused'] },
    named: 'name',
    sort: 'name'
  })

  /** For a gateway or a server of others that is being mended: what waits is not tried in vain. */
  const pause = defineCommand(queues, {
    name: 'jobs.pause',
    call: 'PUT /api/Admin/Jobs/Queues/:id/pause',
    access: { ADMIN: { when: { isPaused: [false] } } },
    ui: { icon: 'pause', tone: 'warning', confirm: true },
    async run({ trx, now }, { id }) {
      await pauseQueue(trx, id, now)
    }
  })

  const resume = defineCommand(queues, {
    name: 'jobs.resume',
    call: 'PUT /api/Admin/Jobs/Queues/:id/resume',
    access: { ADMIN: { when: { isPaused: [true] } } },
    ui: { icon: 'play', tone: 'success' },
    async run({ trx }, { id }) {
      await pauseQueue(trx, id, null)
    }
  })

  const page = definePage(queues, {
    id: 'jobs.queues',
    route: '/config/jobs',
    group: 'settings',
    place: 11,
    columns: [
      { key: 'name', grow: 2.4 },
      'waiting',
      'active',
      'failed',
      { key: 'oldestDate', grow: 1.2 },
      { key: 'pausedDate', grow: 1.2 }
    ],
    commands: [pause, resume],
    panel: [
      detailsTab(queues, ['name', 'waiting', 'active', 'failed', 'oldestDate', 'pausedDate'], {
        commands: [pause, resume]
      }),
      failuresTab,
      historyTab(queues)
    ]
  })
  return { queues, page, commands: [pause, resume] }
}
