/** The companies' door: whose a thing is, and what a reception place allows. */
import type { Caller } from '../../src/kernel/caller.ts'
import { type Database, queryOne, sql } from '../../src/kernel/sql.ts'
import { ownOnly } from './rows.ts'

export { ownOnly }
export { PaymentType } from './schema.ts'

/** Joins and expressions over the neighbours' tables that other modules' rows use. */
export const joinCompany = (alias: string, on: string): string => `join companies.companies ${alias} on ${alias}.id = ${on}`
export const joinPlace = (alias: string, on: string): string =>
  `join companies.reception_places ${alias} on ${alias}.id = ${on}`
/** The address as it is shown and as its trigram index holds it. */
export const placeAddress = (alias: string): string =>
  `${alias}.city || ', ' || ${alias}.street || ', ' || ${alias}.postal_code`
export const companiesNamed = (pattern: string) => sql`select id from companies.companies where name ilike ${pattern}`
export const placesAddressed = (pattern: string) =>
  sql`select id from companies.reception_places where (city || ', ' || street || ', ' || postal_code) ilike ${pattern}`

export interface PlaceForOrder {
  readonly id: number
  readonly companyId: number
  readonly departmentId: number
  readonly postalCode: string
  readonly isActive: boolean
  readonly companyActive: boolean
  readonly paymentType: 0 | 1
  readonly orderTypes: readonly number[]
}

/** The place that an order is placed for, held against change until the transaction ends; undefined when not the caller's. */
export const placeForOrder = (trx: Database, id: number, caller: Caller): Promise<PlaceForOrder | undefined> =>
  queryOne<PlaceForOrder>(
    trx,
    sql`select p.id, p.company_id as "companyId", p.department_id as "departmentId", p.postal_code as "postalCode",
        p.is_active as "isActive", c.active and c.verified as "companyActive", c.payment_type as "paymentType",
        array(select t.order_type_id::int from companies.place_order_types t where t.reception_place_id = p.id) as "orderTypes"
      from companies.reception_places p join companies.companies c on c.id = p.company_id
      where p.id = ${id} and ${caller.role === 'ADMIN' ? sql`true` : ownOnly(caller, 'p.company_id', 'p.department_id')}
      for share of p, c`
  )

/** Postal code of a place the caller may see, for a price asked before ordering. */
export const placeForPrice = (database: Database, id: number, caller: Caller) =>
  queryOne<{ id: number; companyId: number; postalCode: string; orderTypes: number[] }>(
    database,
    sql`select p.id, p.company_id as "companyId", p.postal_code as "postalCode",
        array(select t.order_type_id::int from companies.place_order_types t where t.reception_place_id = p.id) as "orderTypes"
      from companies.reception_places p
      where p.id = ${id} and ${caller.role === 'ADMIN' ? sql`true` : ownOnly(caller, 'p.company_id', 'p.department_id')}`
  )
