/** What the companies tell of accounts and departments. Apart from public.ts, because this module's own code asks it. */
import type { Knex } from 'knex'
import { raw } from '../../src/kernel/database/sql.ts'
import { defineField, defineSlot } from '../../src/kernel/extension-points.ts'

/** Name of the account's company, or null: an expression over the alias `a` of users.accounts. */
export const accountCompanyName = defineField('users.accountCompanyName', raw('null::text'))

type IsDepartmentOf = (trx: Knex.Transaction, departmentId: number, companyId: number) => Promise<boolean>

/** Whether the company has the department, which then stays until the transaction ends. */
export const isDepartmentOf = defineSlot<IsDepartmentOf>('users.isDepartmentOf', async () => false)
