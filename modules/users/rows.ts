import { sql } from '../../src/kernel/database/sql.ts'
import { defineRows } from '../../src/kernel/resources/rows.ts'
import { AccountRow } from './schema.ts'

const told = ['role', 'companyId', 'departmentId', 'isActivated']

/** Staff see every account, a client admin those of its company, everyone its own. */
const accounts = defineRows({
  type: 'users.account',
  schema: AccountRow,
  table: 'users.accounts',
  alias: 'a',
  fields: {
    id: 'a.id',
    version: 'a.version',
    email: { sql: 'a.email', sort: ['lower(a.email)'] },
    firstName: 'a.first_name',
    lastName: 'a.last_name',
    phone: 'a.phone',
    role: 'case when a.confirmed_at is not null then a.role end',
    companyId: 'a.company_id',
    departmentId: 'a.department_id',
    isActivated: 'a.confirmed_at is not null and a.deactivated_at is null',
    isOwn: { sql: caller => sql`a.id = ${caller.accountId}` }
  },
  visibleTo: caller =>
    caller.role === 'CLIENT_ADMIN' && caller.isActivated
      ? sql`(a.id = ${caller.accountId} or a.company_id = ${caller.companyId})`
      : sql`a.id = ${caller.accountId}`
})

/** History keeps the account's id and rights, never who it was. */
export const accountRows = { ...accounts, history: { rows: accounts, fields: told } }
