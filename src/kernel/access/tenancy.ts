/**
 * Which rows a reader may see. Every query for a client starts here: a client sees its own company, and an ordinary client of a
 * company with several departments only its own department. Administrators see all rows; everyone else sees none.
 */
import { raw, type Sql, sql } from '../database/sql.ts'
import { isStaff, type Reader } from './caller.ts'

/** The condition over the columns that hold the row's company and department. */
export function visibleTo(reader: Reader, company: string, department?: string): Sql {
  if (isStaff(reader)) return raw('true')
  const { companyId, departmentId, ownDepartmentOnly } = reader
  if (companyId === null) return raw('false')
  const ofCompany = sql`${raw(company)} = ${companyId}`
  if (!ownDepartmentOnly || !department) return ofCompany
  return departmentId === null ? raw('false') : sql`${ofCompany} and ${raw(department)} = ${departmentId}`
}
