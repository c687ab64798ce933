import { allCounters, isFor } from '../../src/kernel/counters.ts'
import { defineRoute, ListResponse } from '../../src/kernel/routes/route.ts'
import { silencedFor } from './preferences.ts'
import { reportRoute } from './report.ts'
import { Notification } from './schema.ts'

const bell = defineRoute({
  url: '/api/Notifications',
  access: ['ADMIN'],
  summary: 'What awaits the administrators: the bell and the tiles',
  answer: ListResponse(Notification),
  async run({ services, caller }) {
    const own = allCounters.of(services.extensions).filter(counter => isFor(counter, caller))
    const counters = own.toSorted((a, b) => a.code - b.code)
    const silenced = await silencedFor(services.db, caller.accountId)
    const data = await Promise.all(
      counters.map(async counter => ({
        notificationType: counter.code,
        count: await counter.count(services, caller),
        ...(silenced.has(counter.code) ? { isSilenced: true as const } : {})
      }))
    )
    return { data, total: data.length }
  }
})

export const routes = [bell, reportRoute]
