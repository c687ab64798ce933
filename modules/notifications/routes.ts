import { defineListRoute, defineRoute, ListResponse } from '../../src/kernel/http/route.ts'
import { reportRoute } from './report.ts'
import { messageRows } from './rows.ts'
import { Notification } from './schema.ts'

const bell = defineRoute({
  url: '/api/Notifications',
  access: ['ADMIN'],
  summary: 'What awaits the administrators: the bell and the tiles',
  answer: ListResponse(Notification),
  async run({ services, caller }) {
    const counters = [...services.registries.counters].sort(([a], [b]) => a - b)
    const data = await Promise.all(
      counters.map(async ([notificationType, count]) => ({ notificationType, count: await count(services, caller) }))
    )
    return { data, total: data.length }
  }
})

const sent = defineListRoute({
  url: '/api/Notifications/sent',
  access: ['ADMIN'],
  summary: 'Messages to a person, or about an order, newest first',
  rows: messageRows,
  sort: '-sentDate',
  sortable: ['sentDate']
})

export const routes = [bell, sent, reportRoute]
