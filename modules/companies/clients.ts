import { Type } from '@sinclair/typebox'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id } from '../../src/kernel/schema.ts'
import { Company } from './schema.ts'

/** The companies that are clients. */
export const clients = defineResource({
  type: 'companies.company',
  title: 'company',
  titles: 'companies',
  path: '/api/Admin/Companies',
  serves: ['list'],
  access: ['ADMIN'],
  schema: Company,
  table: 'companies.companies',
  alias: 'company',
  fields: {
    companyId: 'id',
    address: {
      sql: "concat_ws(', ', company.city, company.street, company.postal_code)",
      sort: ['company.city', 'company.street']
    }
  },
  visibleTo: reader => visibleTo(reader, 'company.id'),
  filters: {
    CompanyId: filter(Id, id => sql`company.id = ${id}`),
    Verified: filter(Type.Boolean(), verified => sql`company.verified = ${verified}`),
    IsActive: filter(Type.Boolean(), active => sql`company.active = ${active}`)
  },
  search: ['name', 'tax_number', 'city'].map(text => ({
    key: 'company.id',
    text: `company.${text}`,
    of: { table: 'companies.companies', id: 'id', text }
  })),
  sort: 'name',
  sortable: ['name', 'address']
})
