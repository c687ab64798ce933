import { roles } from '../../src/contract/roles.ts'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { relations } from './rules.ts'
import { Account } from './schema.ts'

/** An SQL condition on an alias of users.accounts: an active account without a password yet. */
const isInvited = (alias: string): string =>
  `(${alias}.confirmed_at is not null and ${alias}.deactivated_at is null and ${alias}.password_hash is null)`

/** An SQL condition on an alias of users.accounts. */
export const hasSecondFactor = (alias: string): string =>
  `exists (select from users.second_factors f where f.account_id = ${alias}.id and f.confirmed_at is not null)`

/** An SQL condition on an alias of users.accounts. */
export const hasIdentity = (alias: string): string =>
  `exists (select from users.identities i where i.account_id = ${alias}.id)`

/**
 * Administrators see every account, a client administrator those of its company, everyone their own. History stores the account's id and
 * rights, but no personal data.
 */
export const accounts = defineResource({
  type: 'users.account',
  title: 'account',
  path: '/api/Admin/Users',
  serves: [],
  access: ['ADMIN'],
  schema: Account,
  table: 'users.present_accounts',
  alias: 'account',
  fields: {
    email: { sql: 'account.email', sort: ['lower(account.email)'] },
    role: { sql: 'case when account.confirmed_at is not null then account.role end' },
    isActivated: { sql: 'account.confirmed_at is not null and account.deactivated_at is null' },
    isClientAdmin: { sql: `coalesce(account.role = ${roles.CLIENT_ADMIN}, false)` },
    hasSecondFactor: { sql: hasSecondFactor('account') },
    hasIdentity: { sql: hasIdentity('account') },
    relation: {
      sql: ({ accountId }) => sql`case when account.id = ${accountId} then ${raw(String(relations.own))}
        when ${raw(isInvited('account'))} then ${raw(String(relations.invited))}
        when account.company_id is null then ${raw(String(relations.staff))} else ${raw(String(relations.client))} end`
    }
  },
  named: { sql: "nullif(concat_ws(' ', account.first_name, account.last_name), '')" },
  views: { history: ['role', 'companyId', 'departmentId', 'isActivated'] },
  visibleTo: ({ role, isActivated, accountId, companyId }) =>
    role === 'CLIENT_ADMIN' && isActivated
      ? sql`(account.id = ${accountId} or account.company_id = ${companyId})`
      : sql`account.id = ${accountId}`,
  sort: 'email'
})
