import type { Static } from '@sinclair/typebox'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import type { DepartmentOfCompany } from '../schema.ts'

/** The departments of a company that the reader may see, oldest first. */
export const departmentsOf = (
  database: Database,
  companyId: number,
  reader: Reader
): Promise<Static<typeof DepartmentOfCompany>[]> =>
  query(
    database,
    sql`select d.id, d.city, d.street from companies.departments d
      where d.company_id = ${companyId} and ${visibleTo(reader, 'd.company_id', 'd.id')} order by d.id`
  )
