import { sql } from '../../src/kernel/database/sql.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Account } from './schema.ts'

/**
 * Administrators see every account, a client administrator those of its company, everyone their own. History keeps the
 * account's id and rights, never who it was.
 */
export const accounts = defineResource({
  type: 'users.account',
  title: 'account',
  path: '/api/Admin/Users',
  serves: [],
  access: ['ADMIN'],
  schema: Account,
  table: 'users.accounts',
  alias: 'account',
  fields: {
    email: { sql: 'account.email', sort: ['lower(account.email)'] },
    role: { sql: 'case when account.confirmed_at is not null then account.role end' },
    isActivated: { sql: 'account.confirmed_at is not null and account.deactivated_at is null' },
    isOwn: { sql: ({ accountId }) => sql`account.id = ${accountId}` }
  },
  views: { history: ['role', 'companyId', 'departmentId', 'isActivated'] },
  visibleTo: ({ role, isActivated, accountId, companyId }) =>
    role === 'CLIENT_ADMIN' && isActivated
      ? sql`(account.id = ${accountId} or account.company_id = ${companyId})`
      : sql`account.id = ${accountId}`,
  sort: 'email'
})
