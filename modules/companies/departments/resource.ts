import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { sql } from '../../../src/kernel/database/sql.ts'
import { filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { joinCompany } from '../fragments.ts'
import { Department } from './schema.ts'

/** Departments: parts of a company. They are listed by their company (`../routes.ts`). */
export const departments = defineResource({
  type: 'companies.department',
  title: 'department',
  path: '/api/Admin/Departments',
  serves: ['item', 'history'],
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  schema: Department,
  table: 'companies.departments',
  alias: 'department',
  joins: { company: joinCompany('company', 'department.company_id') },
  fields: {
    departmentId: 'id',
    country: joined('company', 'country'),
    city: { sql: 'department.city', sort: ['department.city', 'department.street'] }
  },
  named: { sql: "concat_ws(', ', department.city, department.street)" },
  views: { history: ['city', 'street', 'postalCode', 'description'] },
  visibleTo: reader => visibleTo(reader, 'department.company_id', 'department.id'),
  filters: { CompanyId: filter(Id, companyId => sql`department.company_id = ${companyId}`) },
  sort: 'city'
})
