/** The counters of companies for the bell and the dashboard's tiles. Each is the total of the list that it opens. */
import { defineCounter } from '../../src/kernel/counters.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { NotificationType } from '../notifications/schema.ts'
import { clients } from './resource.ts'

export const clientsToVerify = defineCounter({
  code: NotificationType.clientsToVerify,
  name: 'clientsToVerify',
  icon: 'building',
  tone: 'warning',
  to: '/clients/unverified',
  search: {},
  resourceType: clients.type,
  access: ['ADMIN'],
  count: async ({ db }) =>
    (await queryOne<{ n: number }>(db, sql`select count(*)::int as n from companies.companies where not verified`))
      ?.n ?? 0
})
