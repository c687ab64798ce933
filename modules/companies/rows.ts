import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { defineRows } from '../../src/kernel/resources/rows.ts'
import { CompanyRow, PlaceRow } from './schema.ts'

const orderTypes = (table: string, owner: string): string =>
  `coalesce((select json_agg(t.order_type_id order by t.order_type_id) from companies.${table} t where t.${owner}), '[]')`

export const newestType = (table: string, owner: string): string =>
  `(select t.order_type_id from companies.${table} t where t.${owner} order by t.assigned_at desc, t.order_type_id limit 1)`

export const companyRows = defineRows({
  type: 'companies.company',
  schema: CompanyRow,
  table: 'companies.companies',
  alias: 'c',
  fields: {
    id: 'c.id',
    version: 'c.version',
    companyId: 'c.id',
    name: { sql: 'c.name', sort: ['c.name'] },
    shortName: 'c.short_name',
    taxNumber: 'c.tax_number',
    address: { sql: "concat_ws(', ', c.city, c.street, c.postal_code)", sort: ['c.city', 'c.street'] },
    country: 'c.country',
    verified: 'c.verified',
    active: 'c.active',
    multiDepartment: 'c.multi_department',
    paymentType: 'c.payment_type'
  },
  visibleTo: caller => visibleTo(caller, 'c.id'),
  filters: {
    Verified: { schema: { type: 'boolean' }, where: (value: boolean) => sql`c.verified = ${value}` },
    IsActive: { schema: { type: 'boolean' }, where: (value: boolean) => sql`c.active = ${value}` }
  },
  search: ['name', 'tax_number', 'city'].map(text => ({
    key: 'c.id',
    text: `c.${text}`,
    of: { table: 'companies.companies', id: 'id', text }
  }))
})

export const placeRows = defineRows({
  type: 'companies.place',
  schema: PlaceRow,
  table: 'companies.reception_places',
  alias: 'p',
  joins: { d: 'join companies.departments d on d.id = p.department_id' },
  fields: {
    id: 'p.id',
    version: 'p.version',
    companyId: 'p.company_id',
    city: 'p.city',
    street: 'p.street',
    postalCode: 'p.postal_code',
    address: { sql: "p.city || ', ' || p.street || ', ' || p.postal_code", sort: ['p.city', 'p.street'] },
    phone: 'p.phone',
    email: 'p.email',
    bdoNumber: 'p.bdo_number',
    isDefault: 'p.is_default',
    isActive: 'p.is_active',
    isApproved: 'p.approved_at is not null',
    departmentId: 'p.department_id',
    departmentCity: 'd.city',
    orderTypes: orderTypes('place_order_types', 'reception_place_id = p.id'),
    orderTypeId: newestType('place_order_types', 'reception_place_id = p.id')
  },
  visibleTo: caller => visibleTo(caller, 'p.company_id', 'p.department_id'),
  filters: {
    CompanyId: { schema: { type: 'integer', minimum: 1 }, where: (value: number) => sql`p.company_id = ${value}` },
    DepartmentId: {
      schema: { type: 'integer', minimum: 1 },
      where: (value: number) => sql`p.department_id = ${value}`
    },
    IsActive: { schema: { type: 'boolean' }, where: (value: boolean) => sql`p.is_active = ${value}` }
  }
})
