/** The public API of companies: joins and expressions over companies and places, and what may be ordered for a place. */
import type { Static } from '@sinclair/typebox'
import type { Knex } from 'knex'
import type { Reader } from '../../src/kernel/access/caller.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { type Database, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { defineField, defineSlot, defineVeto } from '../../src/kernel/extension-points.ts'
import { definePanelPoint } from '../../src/kernel/metadata/panel-point.ts'
import { startOfDay } from '../../src/kernel/resources/fields.ts'
import { folded, type TextIndex } from '../../src/kernel/resources/resource.ts'
import { throwCompanyError } from './errors.ts'
import { Company, ReceptionPlace, touched } from './models.ts'
import type { SpecialPriceOfCompany } from './schema.ts'

/** Joins and expressions over the tables of companies, for other modules. */
export const joinCompany = (alias: string, on: string): string =>
  `join companies.companies ${alias} on ${alias}.id = ${on}`
export const joinPlace = (alias: string, on: string): string =>
  `join companies.reception_places ${alias} on ${alias}.id = ${on}`
export const leftJoinCompany = (alias: string, on: string): string => `left ${joinCompany(alias, on)}`
export const leftJoinPlace = (alias: string, on: string): string => `left ${joinPlace(alias, on)}`
/** A statement of all companies' ids. */
export const companyIds: Sql = raw('select id from companies.companies')
/** The address as it is shown, which is also the expression of its trigram index. */
export const placeAddress = (alias: string): string =>
  `${alias}.city || ', ' || ${alias}.street || ', ' || ${alias}.postal_code`
/** The table of reception places, for resources of higher modules that read them. */
export const receptionPlaces = 'companies.reception_places'
/** An order type of a place. */
export interface TypeOfPlace {
  readonly placeId: number
  readonly orderTypeId: number
}

/** The first few orders, oldest first, and how many there are. */
export interface OpenOrders {
  readonly first: readonly (TypeOfPlace & { readonly number: string })[]
  readonly total: number
}

/**
 * Finds the open orders (new, accepted, in progress) of these types at these places. The orders module fills it. The places are locked,
 * and so are their companies.
 */
export const openOrders = defineSlot<(trx: Knex.Transaction, of: readonly TypeOfPlace[]) => Promise<OpenOrders>>(
  'companies.openOrders',
  async () => ({ first: [], total: 0 })
)

/** The order types of a place, as JSON. */
export const placeOrderTypes = (alias: string): string =>
  `coalesce((select json_agg(assigned.order_type_id order by assigned.order_type_id)
    from companies.place_order_types assigned where assigned.reception_place_id = ${alias}.id), '[]')`
/**
 * An SQL expression: the distance in metres from a point to a place; null if the position of the place is unknown. Latitude and
 * longitude are SQL expressions in degrees.
 */
export const metresToPlace = (placeId: number, latitude: string, longitude: string): Sql =>
  sql`(select kernel.metres(kernel.on_earth(p.latitude, p.longitude), kernel.on_earth(${raw(latitude)}, ${raw(longitude)}))
    from companies.reception_places p where p.id = ${placeId} and p.latitude is not null)`
/** The indexed texts by which companies and places are searched. */
export const companyNames: TextIndex = { table: 'companies.companies', id: 'id', text: folded('name') }
export const placePhones: TextIndex = { table: 'companies.reception_places', id: 'id', text: folded('phone') }
export const placeAddresses: TextIndex = {
  table: 'companies.reception_places',
  id: 'id',
  text: folded("(city || ', ' || street || ', ' || postal_code)")
}
/** The same for finding a company by any of its places. */
export const companyPlacePhones: TextIndex = { ...placePhones, id: 'company_id' }
export const companyPlaceAddresses: TextIndex = { ...placeAddresses, id: 'company_id' }

/** The text index that finds places by the names of their companies. */
export const placesByCompanyName: TextIndex = {
  table: 'companies.companies owner join companies.reception_places owned on owned.company_id = owner.id',
  id: 'owned.id',
  text: folded('owner.name')
}

const newestType = (
  table: string,
  owner: string
): string => `(select assigned.order_type_id from companies.${table} assigned
  where assigned.${owner} order by assigned.assigned_at desc, assigned.order_type_id limit 1)`

/** An SQL expression: the order type that was assigned to a place last, or null. */
export const placeType = (alias: string): string => newestType('place_order_types', `reception_place_id = ${alias}.id`)
/** An SQL expression: the order type that was assigned to a company last, or null. */
export const companyType = (alias: string): string => newestType('company_order_types', `company_id = ${alias}.id`)

/** The special prices of a company that apply today or later. The pricing module fills this slot. */
export const companySpecialPrices = defineSlot<
  (database: Database, companyId: number) => Promise<readonly Static<typeof SpecialPriceOfCompany>[]>
>('companies.specialPrices', async () => [])

/**
 * An SQL expression over the alias `p` of a place: its distances to the internal stores as JSON, `[{ name, distance in metres }]`, the
 * nearest first. The warehouse module fills it.
 */
export const placeDistances = defineField('companies.placeDistances', raw(`'[]'::json`))

/** Higher modules add their reasons against deleting a company here. */
export const beforeCompanyRemoval = defineVeto('companies.companyRemoval')

/** The panel of a client: its tabs in the order of the specification, those of higher modules included. */
export const clientPanelTabs = definePanelPoint('companies.clientPanel', [
  'details',
  'places',
  'users',
  'departments',
  'files',
  'prices',
  'history'
])

/** The panel of a reception place, for staff. */
export const placePanelTabs = definePanelPoint('companies.placePanel', ['details', 'history'])

/** Refuses the deletion of a company that has orders (409). */
export const throwCompanyHasOrders = (): never => throwCompanyError('hasOrders')

/** Higher modules add their reasons against deleting a reception place here, other than foreign keys (`mapConstraints`). */
export const beforePlaceRemoval = defineVeto('companies.placeRemoval')

/** Refuses the deletion of a reception place at which a container stands (409). */
export const throwPlaceHasContainers = (): never => throwCompanyError('placeHasContainers')

/**
 * A statement for reports with one row for each place of every client, and one row for a client without places. It gives
 * `company_id, client, tax_number, company_bdo, verified, active, place_id, city, street, postal_code, phone, place_bdo,
 * place_active, order_types` (the sorted codes of the place's order types).
 */
export const clientPlaces: Sql = raw(`
  select c.id as company_id, c.name as client, c.tax_number, c.bdo_number as company_bdo, c.verified, c.active,
    p.id as place_id, p.city, p.street, p.postal_code, p.phone, p.bdo_number as place_bdo, p.is_active as place_active,
    array(select t.order_type_id::int from companies.place_order_types t
      where t.reception_place_id = p.id order by t.order_type_id) as order_types
  from companies.companies c left join companies.reception_places p on p.company_id = c.id`)

/** A statement of the companies that existed at the end of a day: `id, is_new`. New means registered on that day. */
export const companiesAtEndOf = (day: string): Sql => sql`
  select c.id, c.created_at >= ${startOfDay(day)} as is_new from companies.companies c where c.created_at < ${startOfDay(day, 1)}`

/** A statement of the reception places that existed at the end of a day: `id, is_new, order_types` (codes). */
export const placesAtEndOf = (day: string): Sql => sql`
  select p.id, p.created_at >= ${startOfDay(day)} as is_new,
    array(select t.order_type_id::int from companies.place_order_types t where t.reception_place_id = p.id) as order_types
  from companies.reception_places p where p.created_at < ${startOfDay(day, 1)}`

/** A statement that gives `id, postal_code` of every reception place. */
export const placePostalCodes: Sql = raw('select p.id, p.postal_code from companies.reception_places p')

/**
 * A statement that gives `id, distance` of the reception place nearest to a point, for `left join lateral`. The arguments are SQL
 * expressions in degrees. The index orders by the straight line through the earth, which gives the same order as the distance on
 * the surface. The result is the distance on the surface (great circle), in metres.
 */
export const nearestPlace = (latitude: string, longitude: string): Sql => raw(nearestPlaceText(latitude, longitude))

/** The same, as a text for the SQL of a resource. */
export function nearestPlaceText(latitude: string, longitude: string): string {
  const point = `kernel.on_earth(${latitude}, ${longitude})`
  return `select p.id, kernel.metres(kernel.on_earth(p.latitude, p.longitude), ${point}) as distance
    from companies.reception_places p where p.latitude is not null
    order by kernel.on_earth(p.latitude, p.longitude) <-> ${point} limit 1`
}

/** The company and department of a reception place; undefined if there is none. It checks no rights: only for calls of staff. */
export const companyOfPlace = (database: Database, id: number) =>
  queryOne<{ companyId: number; departmentId: number }>(
    database,
    sql`select p.company_id as "companyId", p.department_id as "departmentId"
      from companies.reception_places p where p.id = ${id}`
  )

/** Increases the version of a company, because data of another module that belongs to it has changed, such as special prices. */
export async function countCompanyChange(trx: Knex, id: number): Promise<void> {
  await Company.query(trx).findById(id).patch(touched)
}
/** The same for a reception place. */
export async function countPlaceChange(trx: Knex, id: number): Promise<void> {
  await ReceptionPlace.query(trx).findById(id).patch(touched)
}

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
