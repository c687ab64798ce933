import { Type } from '@sinclair/typebox'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { sql } from '../../../src/kernel/database/sql.ts'
import { day, filter, joined, label, maskFilter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import {
  companyNames,
  joinCompany,
  placeAddress,
  placeAddresses,
  placeOrderTypes,
  placePhones,
  placeType
} from '../fragments.ts'
import { Place } from './schema.ts'

const catalogueMessages = new URL('../../catalogue/messages/', import.meta.url)

/** Reception places: where the tyres of a company are collected. */
export const places = defineResource({
  type: 'companies.place',
  title: 'reception place',
  path: '/api/Admin/reception-places',
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  scope: 'clients:read',
  schema: Place,
  table: 'companies.reception_places',
  alias: 'place',
  joins: {
    company: joinCompany('company', 'place.company_id'),
    department: 'join companies.departments department on department.id = place.department_id'
  },
  fields: {
    companyName: joined('company', 'name'),
    clientType: joined('company', 'client_type'),
    taxNumber: joined('company', 'tax_number'),
    country: joined('company', 'country'),
    address: { sql: placeAddress('place'), sort: ['place.city', 'place.street'] },
    isApproved: { sql: 'place.approved_at is not null' },
    status: { sql: '(case when place.is_active then 1 when place.approved_at is null then 0 else 2 end)' },
    departmentCity: joined('department', 'city'),
    receiving: {
      sql: `(case when place.receiving_from is not null or cardinality(place.receiving_days) between 1 and 6
        then json_build_object('receivingFrom', place.receiving_from, 'receivingTo', place.receiving_to,
          'receivingDays', place.receiving_days) end)`
    },
    orderTypes: { sql: placeOrderTypes('place') },
    orderTypeId: { sql: placeType('place') },
    orderType: { ...label(OrderType, placeType('place'), catalogueMessages), sort: [placeType('place')] },
    isLocated: { sql: 'place.latitude is not null' },
    position: {
      sql: `(case when place.latitude is not null
        then json_build_object('latitude', round(place.latitude::numeric, 6), 'longitude', round(place.longitude::numeric, 6)) end)`
    },
    createdAt: day('place.created_at')
  },
  views: {
    history: [
      ...(['city', 'street', 'postalCode', 'phone', 'email', 'bdoNumber', 'isDefault', 'isActive'] as const),
      ...(['arrivalMessages', 'receivingFrom', 'receivingTo', 'receivingDays'] as const),
      'deactivationReason',
      ...(['orderTypes', 'latitude', 'longitude', 'elevation'] as const)
    ]
  },
  visibleTo: reader => visibleTo(reader, 'place.company_id', 'place.department_id'),
  filters: {
    PlaceId: filter(Id, placeId => sql`place.id = ${placeId}`),
    CompanyId: filter(Id, companyId => sql`place.company_id = ${companyId}`),
    DepartmentId: filter(Id, departmentId => sql`place.department_id = ${departmentId}`),
    IsActive: filter(Type.Boolean(), active => sql`place.is_active = ${active}`),
    Waiting: filter(Type.Boolean(), waiting => sql`(place.approved_at is null and not place.is_active) = ${waiting}`),
    PostalCode: maskFilter('99-999', 'place.postal_code')
  },
  search: [
    { key: 'place.id', of: placeAddresses },
    { key: 'place.id', of: placePhones },
    { key: 'place.company_id', of: companyNames }
  ],
  found: { name: 'address', details: ['companyName', 'phone'], icon: 'map-marker', place: 3 },
  sort: 'address'
})
