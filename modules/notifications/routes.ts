import { allCounters, countAll, isFor } from '../../src/kernel/counters.ts'
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
    const counts = await countAll(services.db, counters, caller)
    const data = counters.map(({ code }, at) => ({
      notificationType: code,
      count: counts[at] ?? 0,
      ...(silenced.has(code) ? { isSilenced: true as const } : {})
    }))
    return { data, total: data.length }
  }
})

export const routes = [bell, reportRoute]
