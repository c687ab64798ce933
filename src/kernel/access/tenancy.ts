/**
 * Whose a thing is. Every query for a client starts here: its own company, and for an ordinary client of a company with
 * several departments its own department. Staff see all; everyone else sees nothing.
 */

import { raw, type Sql, sql } from '../database/sql.ts'
import { type Caller, isStaff } from './caller.ts'

/** The condition over the columns that hold the thing's company and department. */
export function visibleTo(caller: Caller, company: string, department?: string): Sql {
  if (isStaff(caller)) return raw('true')
  const { companyId, departmentId, ownDepartmentOnly } = caller
  if (companyId === null) return raw('false')
  const mine = sql`${raw(company)} = ${companyId}`
  if (!ownDepartmentOnly || !department) return mine
  return departmentId === null ? raw('false') : sql`${mine} and ${raw(department)} = ${departmentId}`
}
