import { defineCounter } from '../../src/kernel/counters.ts'
import { pausedQueues } from '../../src/kernel/jobs/queues.ts'
import { defineModule, type Module } from '../../src/kernel/module.ts'
import { NotificationType } from '../notifications/schema.ts'
import { failuresOf } from './failures.ts'
import { queuesOf } from './queues.ts'
import { recordFailures } from './record.ts'

/**
 * The queues of jobs as administrators see them: what waits, what has failed, pause and try again.
 * @param others all other modules, whose queues are shown; `{queue}.queue` is what people read of one
 */
export function jobsOf(others: readonly Module[]): Module {
  const names = others.flatMap(({ jobs = [] }) => jobs).map(({ name }) => name)
  const words = Object.fromEntries(names.map(name => [name, `${name}.queue`]))
  const failed = failuresOf(words)
  const { queues, page, commands } = queuesOf(words, failed.tab)
  return defineModule({
    name: 'jobs',
    messages: new URL('./messages/', import.meta.url),
    resources: [queues, failed.failures],
    commands: [...commands, ...failed.commands],
    pages: [page, failed.page],
    counters: [
      defineCounter(failed.page, {
        code: NotificationType.failedJobs,
        name: 'failedJobs',
        icon: 'exclamation-circle',
        tone: 'danger'
      })
    ],
    schedules: [
      { name: 'jobs.failures', every: '5s', run: recordFailures },
      { name: 'jobs.pauses', every: '2s', run: async ({ db, jobs }) => jobs.pause(await pausedQueues(db)) }
    ]
  })
}
