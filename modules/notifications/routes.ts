import { isFor } from '../../src/kernel/counters.ts'
import { defineRoute, ListResponse } from '../../src/kernel/http/route.ts'
import { reportRoute } from './report.ts'
import { Notification } from './schema.ts'

const bell = defineRoute({
  url: '/api/Notifications',
  access: ['ADMIN'],
  summary: 'What awaits the administrators: the bell and the tiles',
  answer: ListResponse(Notification),
  async run({ services, caller }) {
    const counters = services.counters.filter(counter => isFor(counter, caller)).toSorted((a, b) => a.code - b.code)
    const data = await Promise.all(
      counters.map(async counter => ({
        notificationType: counter.code,
        count: await counter.count(services, caller)
      }))
    )
    return { data, total: data.length }
  }
})

export const routes = [bell, reportRoute]
