/**
 * Extension points that companies fill with facts about accounts. They are not in public.ts, because this module uses them itself.
 */
import type { Knex } from 'knex'
import { raw } from '../../src/kernel/database/sql.ts'
import { defineField, defineSlot } from '../../src/kernel/extension-points.ts'

/** The name of the account's company, or null: an SQL expression on the alias `a` of users.accounts. */
export const accountCompanyName = defineField('users.accountCompanyName', raw('null::text'))

/** Number of the country of the account's company, or null: an SQL expression on the same alias. */
export const accountCountry = defineField('users.accountCountry', raw('null::smallint'))

/** Why the account's company was deactivated, or null: an SQL expression on the same alias. */
export const companyDeactivationReason = defineField('users.companyDeactivationReason', raw('null::text'))

/** Whether the account's company has places, none of which is active or waits: an SQL expression on the same alias. */
export const arePlacesDeactivated = defineField('users.arePlacesDeactivated', raw('false'))

type IsDepartmentOf = (trx: Knex.Transaction, departmentId: number, companyId: number) => Promise<boolean>

/** Whether the company has the department. Locks the department until the transaction ends. */
export const isDepartmentOf = defineSlot<IsDepartmentOf>('users.isDepartmentOf', async () => false)
