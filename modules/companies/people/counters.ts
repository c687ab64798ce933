import { defineCounter } from '../../../src/kernel/counters.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { NotificationType } from '../../notifications/schema.ts'
import { companyUsers } from './resource.ts'

/** People who have asked to join a company and wait to be admitted. */
export const usersToVerify = defineCounter({
  code: NotificationType.usersToVerify,
  name: 'usersToVerify',
  icon: 'user-edit',
  tone: 'warning',
  to: '/users/inactive',
  search: { 'f.Waiting': 'true' },
  resourceType: companyUsers.subjectType,
  access: ['ADMIN'],
  count: async ({ db }) =>
    Number(
      (await queryOne<{ n: string }>(db, sql`select count(*) as n from companies.users where confirmed_at is null`))
        ?.n ?? 0
    )
})
