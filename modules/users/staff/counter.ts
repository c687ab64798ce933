import { defineCounter } from '../../../src/kernel/counters.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { NotificationType } from '../../notifications/schema.ts'
import { notConfirmed } from './not-confirmed.ts'

/** People who have signed up as staff and wait for an administrator. */
export const staffSignUps = defineCounter({
  code: NotificationType.staffSignUps,
  name: 'staffSignUps',
  icon: 'id-card',
  tone: 'warning',
  to: '/config/notConfirmedUsers',
  search: {},
  resourceType: notConfirmed.subjectType,
  access: ['ADMIN'],
  count: async ({ db }) =>
    Number((await queryOne<{ n: string }>(db, sql`select count(*) as n from users.not_confirmed`))?.n ?? 0)
})
