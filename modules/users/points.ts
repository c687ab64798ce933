/** Extension points that companies fill with facts about accounts: SQL expressions on the alias `a` of users.accounts. */
import type { Knex } from 'knex'
import { raw, type Sql } from '../../src/kernel/database/sql.ts'
import { defineExtensionPoint, defineField, defineSlot } from '../../src/kernel/extension-points.ts'

/** The name of the account's company, or null. */
export const accountCompanyName = defineField('users.accountCompanyName', raw('null::text'))

/**
 * The name of the account's company, if the staff have verified the company, or a public register has this name for its number; else null,
 * because a stranger can register any name.
 */
export const provenCompanyName = defineField('users.provenCompanyName', raw('null::text'))

/** Number of the country of the account's company, or null. */
export const accountCountry = defineField('users.accountCountry', raw('null::smallint'))

/** Why the account's company was deactivated, or null. */
export const companyDeactivationReason = defineField('users.companyDeactivationReason', raw('null::text'))

/** Whether the account's company is verified and active. */
export const isCompanyActive = defineField('users.isCompanyActive', raw('false'))

/** BDO number of the account's company: blank where a company of Poland has told none, null where none is expected. */
export const companyBdoNumber = defineField('users.companyBdoNumber', raw('null::text'))

/** The address of the account's company as JSON, for client administrators; else null, because a stranger may ask to join. */
export const companyAddress = defineField('users.companyAddress', raw('null::json'))

/** Whether the account's company has places, none of which is active or waits. */
export const arePlacesDeactivated = defineField('users.arePlacesDeactivated', raw('false'))

type IsDepartmentOf = (trx: Knex.Transaction, departmentId: number, companyId: number) => Promise<boolean>

/** Whether the company has the department. Locks the department until the transaction ends. */
export const isDepartmentOf = defineSlot<IsDepartmentOf>('users.isDepartmentOf', async () => false)

/** Conditions that must hold for an account to have all required data. */
export const accountFacts = defineExtensionPoint<Sql>('users.accountFacts')
/** True for an ordinary client of a company with several departments. */
export const ownDepartmentOnly = defineField('users.ownDepartmentOnly', raw('false'))
/** Whether the company has a reception place, active or not. */
export const accountHasReceptionPlace = defineField('users.accountHasReceptionPlace', raw('false'))
