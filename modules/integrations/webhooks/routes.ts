import { Type } from '@sinclair/typebox'
import { allEvents } from '../../../src/kernel/history/events.ts'
import { listRoute } from '../../../src/kernel/routes/resource-routes.ts'
import { defineRoute, ListResponse } from '../../../src/kernel/routes/route.ts'
import { attempts, webhooks } from './resource.ts'

export const webhookRoutes = [
  listRoute(attempts, {
    url: '/api/Admin/Webhooks/:id/attempts',
    access: attempts.access,
    summary: 'Attempts of a webhook, newest first',
    parent: { filter: 'WebhookId', of: webhooks }
  }),
  defineRoute({
    url: '/api/Admin/Webhooks/types',
    access: webhooks.access,
    summary: 'The types of events that a webhook may ask for',
    answer: ListResponse(Type.Object({ type: Type.String(), version: Type.Integer(), summary: Type.String() })),
    run: async ({ services: { extensions } }) => {
      const data = allEvents.of(extensions).map(({ type, version, summary }) => ({ type, version, summary }))
      return { data, total: data.length }
    }
  })
]
