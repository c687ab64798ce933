import { Type } from '@sinclair/typebox'
import { memberOf } from '../../src/contract/vocabulary.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { defineListRoute, defineRoute, ItemResponse, ListResponse, orNotFound } from '../../src/kernel/http/route.ts'
import { answerList } from '../../src/kernel/lists/answer-list.ts'
import { itemsOf } from '../catalogue/public.ts'
import { OrderType, OrderTypeItem, OrderTypeWithItems } from '../catalogue/schema.ts'
import { companyRows, placeRows } from './rows.ts'
import { DepartmentRow, MyCompany, PlaceRow } from './schema.ts'

const everyone = ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'] as const
const OfWhom = Type.Object({
  companyId: Type.Optional(Type.Integer({ minimum: 1 })),
  receptionPlaceId: Type.Optional(Type.Integer({ minimum: 1 }))
})

/** Order types of the company or the place asked for; all three when neither is named. */
const typesOf = (owner: { companyId?: number; receptionPlaceId?: number }) => {
  const { companyId, receptionPlaceId } = owner
  if (receptionPlaceId)
    return sql`select order_type_id from companies.place_order_types where reception_place_id = ${receptionPlaceId}`
  if (companyId) return sql`select order_type_id from companies.company_order_types where company_id = ${companyId}`
  return sql`select id as order_type_id from catalogue.order_types`
}

export const routes = [
  defineListRoute({
    url: '/api/Admin/Companies',
    access: ['ADMIN'],
    summary: 'Companies',
    rows: companyRows,
    sort: 'name',
    sortable: ['name', 'address']
  }),
  defineRoute({
    url: '/api/Companies/MyCompany',
    access: ['CLIENT_ADMIN', 'CLIENT'],
    summary: 'The caller’s company',
    answer: ItemResponse(MyCompany),
    run: async ({ services, caller }) => {
      const company = await queryOne<{ data: unknown }>(
        services.db,
        sql`select to_json(m) as data from (select c.id, c.name, c.short_name as "shortName", c.tax_number as "taxNumber",
            c.bdo_number as "bdoNumber", c.country, c.payment_type as "paymentType", c.verified, c.active,
            c.multi_department as "multiDepartment",
            json_build_object('city', c.city, 'street', c.street, 'postalCode', c.postal_code) as address,
            coalesce((select json_agg(json_build_object('id', d.id, 'city', d.city, 'street', d.street) order by d.id)
              from companies.departments d where d.company_id = c.id and ${visibleTo(caller, 'd.company_id', 'd.id')}), '[]')
              as departments,
            coalesce((select json_agg(t.order_type_id order by t.order_type_id)
              from companies.company_order_types t where t.company_id = c.id), '[]') as "orderTypes"
          from companies.companies c where ${visibleTo(caller, 'c.id')}) m`
      )
      return { data: orNotFound(company).data }
    }
  }),
  defineRoute({
    url: '/api/Admin/Companies/:id/reception-places',
    access: everyone,
    summary: 'Reception places of a company: the default one first',
    query: Type.Object({ departmentId: Type.Optional(Type.Integer({ minimum: 1 })) }),
    answer: ListResponse(PlaceRow),
    run: async ({ services, caller, id, query: { departmentId }, reply }) => {
      orNotFound(await companySeen(services.db, id, caller))
      reply.type('application/json; charset=utf-8')
      const filters = { CompanyId: id, ...(departmentId ? { DepartmentId: departmentId } : {}) }
      const question = { page: 1, limit: 1000, orderBy: 'isDefault', desc: true, filters }
      return answerList(services.db, { rows: placeRows, sort: 'address' }, question, caller)
    }
  }),
  defineRoute({
    url: '/api/Admin/Companies/:id/departments',
    access: everyone,
    summary: 'Departments of a company',
    answer: ListResponse(DepartmentRow),
    run: async ({ services, caller, id }) => {
      orNotFound(await companySeen(services.db, id, caller))
      const mine = visibleTo(caller, 'd.company_id', 'd.id')
      const data = await query(
        services.db,
        sql`select d.id, d.city, d.street, d.postal_code as "postalCode", d.description from companies.departments d
          where d.company_id = ${id} and ${mine} order by d.city, d.street, d.id limit 1000`
      )
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: '/api/Admin/OrderTypes',
    access: everyone,
    summary: 'Order types with their items; with companyId or receptionPlaceId only those assigned to it',
    query: OfWhom,
    answer: ItemResponse(Type.Array(OrderTypeWithItems)),
    run: async ({ services, caller, query: owner }) => {
      const types = await assigned(services.db, owner, caller)
      const items = await itemsOf(services.db, caller.language, types)
      return {
        data: types.map(id => ({
          id,
          name: services.messages.say(caller.language, `catalogue.orderType.${memberOf(OrderType, id)}`),
          items: items.filter(item => item.orderTypeId === id)
        }))
      }
    }
  }),
  defineRoute({
    url: '/api/Admin/OrderTypeItems',
    access: everyone,
    summary: 'Items that may be ordered, in one list',
    query: OfWhom,
    answer: ListResponse(OrderTypeItem),
    run: async ({ services, caller, query: owner }) => {
      const data = await itemsOf(services.db, caller.language, await assigned(services.db, owner, caller))
      return { data, total: data.length }
    }
  })
]

const companySeen = (database: Database, id: number, caller: Caller) =>
  queryOne<{ id: number }>(
    database,
    sql`select c.id from companies.companies c where c.id = ${id} and ${visibleTo(caller, 'c.id')}`
  )

async function assigned(
  database: Database,
  owner: { companyId?: number; receptionPlaceId?: number },
  caller: Caller
): Promise<number[]> {
  const { companyId, receptionPlaceId } = owner
  if (companyId) orNotFound(await companySeen(database, companyId, caller))
  if (receptionPlaceId) {
    const mine = visibleTo(caller, 'p.company_id', 'p.department_id')
    orNotFound(
      await queryOne(
        database,
        sql`select p.id from companies.reception_places p where p.id = ${receptionPlaceId} and ${mine}`
      )
    )
  }
  const rows = await query<{ order_type_id: number }>(database, sql`${typesOf(owner)} order by order_type_id`)
  return rows.map(row => row.order_type_id)
}
