import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { overviewOf } from './overview.ts'
import { OverviewSchema } from './schema.ts'

export const portalRoutes = [
  defineRoute({
    url: '/api/Dashboard/client',
    access: ['CLIENT_ADMIN', 'CLIENT'],
    summary: "The caller's orders at a glance: what is under way, what was done, what it cost",
    answer: ItemResponse(OverviewSchema),
    run: async ({ services, caller }) => ({ data: await overviewOf(services.db, caller, services.now()) })
  })
]
