import { Type } from '@sinclair/typebox'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { readOne } from '../../src/kernel/resources/read-one.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { Nullable } from '../../src/kernel/schema.ts'
import { departmentsOf } from './departments.ts'
import { companySpecialPrices } from './points.ts'
import { clients } from './resource.ts'
import { Company, DepartmentOfCompany, SpecialPriceOfCompany } from './schema.ts'

const CompanyDetails = Type.Object({
  ...Company.properties,
  resultName: Nullable(Type.String({ description: 'what the public register calls the company, where it was found' })),
  departments: Type.Array(DepartmentOfCompany),
  specialPrices: Type.Array(SpecialPriceOfCompany)
})

/**
 * One company, with data that the list does not show: its departments, its name in the register, and its special prices, which a higher
 * module provides.
 */
export const companyRoute = defineRoute({
  url: clients.itemPath,
  access: clients.access,
  scope: 'clients:read',
  summary: 'One company, with its departments, its special prices and what the register calls it',
  answer: ItemResponse(CompanyDetails),
  async run({ services: { db, extensions }, caller, id }) {
    const company = orNotFound(await readOne(db, clients, id, caller))
    const specialPrices = await companySpecialPrices.of(extensions)(db, id)
    const departments = await departmentsOf(db, id, caller)
    const found = await queryOne<{ name: string | null }>(
      db,
      sql`select answer.answer ->> 'name' as name from companies.companies company
        join companies.register_answers answer
          on answer.country = company.country and answer.tax_number = company.tax_number and answer.is_found
        where company.id = ${id} order by answer.asked_at desc limit 1`
    )
    return { data: { ...company, resultName: found?.name ?? null, departments, specialPrices } }
  }
})
