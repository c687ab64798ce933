import { Type } from '@sinclair/typebox'
import { roles } from '../../src/contract/roles.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { day, filter, label } from '../../src/kernel/resources/fields.ts'
import { defineResource, folded } from '../../src/kernel/resources/resource.ts'
import { Id } from '../../src/kernel/schema.ts'
import { companyNames, companyPlaceAddresses, companyPlacePhones, companyType } from './fragments.ts'
import { ClientType, Company, Country } from './schema.ts'

const messages = new URL('./messages/', import.meta.url)

/** The address of a company. A company has only one, so the id of the address is that of the company. */
const address = `json_build_object('addressId', company.id, 'city', company.city, 'street', company.street,
  'postalCode', company.postal_code)`

/** Companies without a BDO number, of their own or at a place; private persons need none. */
const withoutBdo = raw(`(company.client_type = ${ClientType.company} and company.bdo_number is null and not exists (
  select from companies.reception_places place where place.company_id = company.id and place.bdo_number is not null))`)

/** Verified companies that were never active: those that were deactivated have a reason. */
const awaitsActivation = raw('(company.verified and not company.active and company.deactivation_reason is null)')

/** The companies that are clients. */
export const clients = defineResource({
  type: 'companies.company',
  title: 'company',
  titles: 'companies',
  path: '/api/Admin/Companies',
  // one company: `companyRoute`
  serves: ['list', 'history'],
  access: ['ADMIN'],
  scope: 'clients:read',
  schema: Company,
  views: {
    history: [
      'name',
      'shortName',
      'taxNumber',
      'regon',
      'bdoNumber',
      'fullAddress',
      'multiDepartment',
      'paymentType',
      'arrivalMessages',
      'orderTypes',
      'verified',
      'active',
      'deactivationReason',
      'registerCheck',
      'secondWay'
    ]
  },
  table: 'companies.companies',
  alias: 'company',
  fields: {
    companyId: 'id',
    companyName: { sql: 'company.name', sort: ['company.name'] },
    countryStr: { ...label(Country, 'company.country', messages), sort: ['company.country', 'company.name'] },
    fullAddress: {
      sql: "nullif(concat_ws(', ', company.city, company.street, company.postal_code), '')",
      sort: ['company.city', 'company.street']
    },
    address: { sql: address, sort: ['company.city', 'company.street'] },
    contactDomain: {
      sql: `(select lower(split_part(person.email, '@', 2)) from companies.users person
        where person.company_id = company.id and person.role = ${roles.CLIENT_ADMIN} order by person.id limit 1)`
    },
    orderTypes: {
      sql: `coalesce((select json_agg(assigned.order_type_id order by assigned.order_type_id)
        from companies.company_order_types assigned where assigned.company_id = company.id), '[]')`
    },
    orderTypeId: { sql: companyType('company') },
    createdAt: day('company.created_at')
  },
  visibleTo: reader => visibleTo(reader, 'company.id'),
  filters: {
    CompanyId: filter(Id, id => sql`company.id = ${id}`),
    Verified: filter(Type.Boolean(), verified => sql`company.verified = ${verified}`),
    IsActive: filter(Type.Boolean(), active => sql`company.active = ${active}`),
    AwaitsActivation: filter(Type.Boolean(), awaits => sql`${awaitsActivation} = ${awaits}`),
    WithoutBdo: filter(Type.Boolean(), without => sql`${withoutBdo} = ${without}`)
  },
  // A person on the phone gives a name, a number or a street. Some are known only by the phone number of their place.
  search: [
    { key: 'company.id', of: companyNames },
    ...['short_name', 'tax_number', 'city', 'street'].map(text => ({
      key: 'company.id',
      of: { table: 'companies.companies', id: 'id', text: folded(text) }
    })),
    { key: 'company.id', of: companyPlacePhones },
    { key: 'company.id', of: companyPlaceAddresses }
  ],
  found: {
    name: 'name',
    details: ['taxNumber', 'fullAddress'],
    icon: 'building',
    place: 2,
    tab: { name: 'orders', title: 'companies.companyPanel.orders' }
  },
  sort: 'name'
})
