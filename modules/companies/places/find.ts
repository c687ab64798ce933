/** Finds places and companies, for orders and prices, within what the reader may see. */
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { type Database, query, queryOne, type Sql, sql } from '../../../src/kernel/database/sql.ts'

/** The company and department of a reception place; undefined if there is none. It checks no rights: only for calls of staff. */
export const companyOfPlace = (database: Database, id: number) =>
  queryOne<{ companyId: number; departmentId: number }>(
    database,
    sql`select p.company_id as "companyId", p.department_id as "departmentId"
      from companies.reception_places p where p.id = ${id}`
  )

export interface PlaceForOrder {
  readonly id: number
  readonly companyId: number
  readonly departmentId: number
  readonly postalCode: string
  /** Code of Country. */
  readonly country: number
  readonly isActive: boolean
  readonly companyActive: boolean
  readonly companyVerified: boolean
  readonly paymentType: 0 | 1
}

/**
 * The place of a new order, locked until the transaction ends, and its company before it; undefined if the reader may not see it. Its
 * order types are read afterwards (`typesOfPlace`): what was changed while this waited for the locks is then seen.
 */
export const placeForOrder = (trx: Database, id: number, reader: Reader): Promise<PlaceForOrder | undefined> =>
  queryOne<PlaceForOrder>(
    trx,
    sql`select p.id, p.company_id as "companyId", p.department_id as "departmentId", p.postal_code as "postalCode",
        c.country, p.is_active as "isActive", c.active and c.verified as "companyActive", c.verified as "companyVerified",
        c.payment_type as "paymentType"
      from companies.reception_places p join companies.companies c on c.id = p.company_id
      where p.id = ${id} and ${visibleTo(reader, 'p.company_id', 'p.department_id')}
      for share of c, p`
  )

/** Where staff find the inactive company of a place. */
export const inactiveCompanyPage = ({ companyId, companyVerified }: PlaceForOrder): string =>
  `/clients/${companyVerified ? 'inactive' : 'unverified'}?panel=${companyId}`

/** A statement of the order types of a place. */
export const typesOfPlace = (id: number): Sql =>
  sql`select t.order_type_id from companies.place_order_types t where t.reception_place_id = ${id}`

/** What a price needs of a place before ordering; undefined if the reader may not see the place. */
export const placeForPrice = (database: Database, id: number, reader: Reader) =>
  queryOne<{ id: number; companyId: number; postalCode: string; country: number; orderTypes: number[] }>(
    database,
    sql`select p.id, p.company_id as "companyId", p.postal_code as "postalCode", c.country,
        array(select t.order_type_id::int from companies.place_order_types t where t.reception_place_id = p.id) as "orderTypes"
      from companies.reception_places p join companies.companies c on c.id = p.company_id
      where p.id = ${id} and ${visibleTo(reader, 'p.company_id', 'p.department_id')}`
  )

/** Whether the company exists and the reader may see it. */
export const isCompanyVisible = async (database: Database, id: number, reader: Reader): Promise<boolean> =>
  (await queryOne(
    database,
    sql`select c.id from companies.companies c where c.id = ${id} and ${visibleTo(reader, 'c.id')}`
  )) !== undefined

/** A place of the company that the reader may see, with its department. */
export const placeOfCompany = (database: Database, id: number, companyId: number | null, reader: Reader) =>
  queryOne<{ id: number; departmentId: number }>(
    database,
    sql`select p.id, p.department_id as "departmentId" from companies.reception_places p
      where p.id = ${id} and p.company_id = ${companyId}
        and ${visibleTo(reader, 'p.company_id', 'p.department_id')}`
  )

/** The places of a client, which is named by its tax number, or else by its name; of those at a street, if it is given. At most two. */
export const placesNamed = (
  database: Database,
  {
    taxNumber = null,
    client = null,
    street = null
  }: { taxNumber?: string | null; client?: string | null; street?: string | null },
  reader: Reader
) =>
  query<{ id: number }>(
    database,
    sql`select p.id from companies.reception_places p join companies.companies c on c.id = p.company_id
      where (c.tax_number = ${taxNumber} or (${taxNumber}::text is null and lower(c.name) = lower(${client})))
        and (${street}::text is null or lower(p.street) = lower(${street}))
        and (p.is_active or ${street}::text is not null) and ${visibleTo(reader, 'p.company_id', 'p.department_id')}
      order by p.id limit 2`
  )
