import { Type } from '@sinclair/typebox'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { filter, joined } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id } from '../../src/kernel/schema.ts'
import { placeAddress, placeAddresses, placeType } from './public.ts'
import { Place } from './schema.ts'

/** Reception places: where the tyres of a company are collected. Read by their company (`routes.ts`). */
export const places = defineResource({
  type: 'companies.place',
  title: 'reception place',
  path: '/api/Admin/reception-places',
  serves: [],
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  schema: Place,
  table: 'companies.reception_places',
  alias: 'place',
  joins: { department: 'join companies.departments department on department.id = place.department_id' },
  fields: {
    address: { sql: placeAddress('place'), sort: ['place.city', 'place.street'] },
    isApproved: { sql: 'place.approved_at is not null' },
    departmentCity: joined('department', 'city'),
    orderTypes: {
      sql: `coalesce((select json_agg(assigned.order_type_id order by assigned.order_type_id)
        from companies.place_order_types assigned where assigned.reception_place_id = place.id), '[]')`
    },
    orderTypeId: { sql: placeType('place') }
  },
  visibleTo: reader => visibleTo(reader, 'place.company_id', 'place.department_id'),
  filters: {
    PlaceId: filter(Id, placeId => sql`place.id = ${placeId}`),
    CompanyId: filter(Id, companyId => sql`place.company_id = ${companyId}`),
    DepartmentId: filter(Id, departmentId => sql`place.department_id = ${departmentId}`),
    IsActive: filter(Type.Boolean(), active => sql`place.is_active = ${active}`)
  },
  search: [{ key: 'place.id', text: placeAddress('place'), of: placeAddresses }],
  sort: 'address'
})
