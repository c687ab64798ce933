import { type Static, Type } from '@sinclair/typebox'
import { memberOf, metadataOf } from '../../src/contract/vocabulary.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { type Database, query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { listRoute, maxPageSize } from '../../src/kernel/routes/resource-routes.ts'
import { defineRoute, ItemResponse, ListResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { Id, Nullable } from '../../src/kernel/schema.ts'
import { itemsOf } from '../catalogue/public.ts'
import { OrderType, OrderTypeItem, OrderTypeWithItems } from '../catalogue/schema.ts'
import { departments, departmentsOf } from './departments.ts'
import { companyType } from './fragments.ts'
import { places } from './places/resource.ts'
import { companySpecialPrices } from './points.ts'
import { clients } from './resource.ts'
import { Country, MyCompany } from './schema.ts'

const everyone = ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'] as const
const Owner = Type.Object({
  companyId: Type.Optional(Id),
  receptionPlaceId: Type.Optional(Id)
})

export const routes = [
  defineRoute({
    url: '/api/Companies/MyCompany',
    access: ['CLIENT_ADMIN', 'CLIENT'],
    summary: 'The caller’s company',
    answer: ItemResponse(MyCompany),
    run: async ({ services: { db, extensions, messages }, caller }) => {
      const company = orNotFound(
        await queryOne<Omit<Static<typeof MyCompany>, 'countryStr' | 'departments' | 'specialPrices'>>(
          db,
          sql`select c.id, c.name, c.name as "companyName", c.short_name as "shortName", c.client_type as "clientType",
              c.tax_number as "taxNumber", c.regon, c.bdo_number as "bdoNumber", c.country, c.payment_type as "paymentType",
              c.verified, c.active, c.multi_department as "multiDepartment",
              json_build_object('city', c.city, 'street', c.street, 'postalCode', c.postal_code) as address,
              coalesce((select json_agg(t.order_type_id order by t.order_type_id)
                from companies.company_order_types t where t.company_id = c.id), '[]') as "orderTypes",
              ${raw(companyType('c'))} as "orderTypeId"
            from companies.companies c where ${visibleTo(caller, 'c.id')}`
        )
      )
      const countryStr = messages.say(caller.language, `companies.country.${memberOf(Country, company.country)}`)
      const departments = await departmentsOf(db, company.id, caller)
      const specialPrices = await companySpecialPrices.of(extensions)(db, company.id)
      return { data: { ...company, countryStr, departments, specialPrices: [...specialPrices] } }
    }
  }),
  listRoute(places, {
    url: '/api/Admin/Companies/:id/reception-places',
    access: everyone,
    scope: 'clients:read',
    summary: 'Reception places of a company: the default one first',
    parent: { filter: 'CompanyId', of: clients },
    sort: '-isDefault',
    limit: maxPageSize
  }),
  listRoute(places, {
    url: '/api/Admin/Departments/:id/reception-places',
    access: everyone,
    scope: 'clients:read',
    summary: 'Reception places of a department: the default one first',
    parent: { filter: 'DepartmentId', of: departments },
    sort: '-isDefault',
    limit: maxPageSize
  }),
  listRoute(places, {
    url: '/api/Admin/reception-places/unactivated',
    access: ['ADMIN'],
    summary: 'Reception places that wait for their verification',
    fixed: { Waiting: true }
  }),
  listRoute(departments, {
    url: '/api/Admin/Companies/:id/departments',
    access: everyone,
    scope: 'clients:read',
    summary: 'Departments of a company',
    parent: { filter: 'CompanyId', of: clients },
    limit: maxPageSize
  }),
  defineRoute({
    url: '/api/Admin/OrderTypes',
    access: everyone,
    scope: 'orders:read',
    summary: 'Order types with their items; with companyId or receptionPlaceId only those assigned to it',
    query: Owner,
    answer: ListResponse(OrderTypeWithItems),
    run: async ({ services, caller, query: owner }) => {
      const types = await assigned(services.db, owner, caller)
      const items = await itemsOf(services.db, caller.language, types)
      const data = types.map(id => ({
        id,
        name: services.messages.say(caller.language, `catalogue.orderType.${memberOf(OrderType, id)}`),
        items: items.filter(item => item.orderTypeId === id)
      }))
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: '/api/Admin/OrderTypeItems',
    access: everyone,
    scope: 'orders:read',
    summary: 'Items that may be ordered, in one list',
    query: Owner,
    answer: ListResponse(OrderTypeItem),
    run: async ({ services, caller, query: owner }) => {
      const data = await itemsOf(services.db, caller.language, await assigned(services.db, owner, caller))
      return { data, total: data.length }
    }
  })
]

const findCompany = (database: Database, id: number, caller: Caller) =>
  queryOne<{ id: number }>(
    database,
    sql`select c.id from companies.companies c where c.id = ${id} and ${visibleTo(caller, 'c.id')}`
  )

/** The order types of the company or the place; all order types if neither is given. */
async function assigned(
  database: Database,
  { companyId, receptionPlaceId }: Static<typeof Owner>,
  caller: Caller
): Promise<number[]> {
  if (companyId) orNotFound(await findCompany(database, companyId, caller))
  if (receptionPlaceId) {
    const own = visibleTo(caller, 'p.company_id', 'p.department_id')
    orNotFound(
      await queryOne(
        database,
        sql`select p.id from companies.reception_places p where p.id = ${receptionPlaceId} and ${own}`
      )
    )
  }
  if (!companyId && !receptionPlaceId) return metadataOf(OrderType).members.map(({ code }) => code)
  const types = await query<{ id: number }>(
    database,
    receptionPlaceId
      ? sql`select order_type_id as id from companies.place_order_types
          where reception_place_id = ${receptionPlaceId} order by order_type_id`
      : sql`select order_type_id as id from companies.company_order_types
          where company_id = ${companyId} order by order_type_id`
  )
  return types.map(({ id }) => id)
}

/** The address of the terms that are accepted at registration; null if the settings name none. */
export const termsRoute = defineRoute({
  url: '/api/Companies/Terms',
  access: ['anyone'],
  summary: 'Where the terms are that are accepted at registration',
  answer: ItemResponse(Type.Object({ termsUrl: Nullable(Type.String()) })),
  run: async ({ services }) => ({ data: { termsUrl: services.settings.termsUrl || null } })
})
