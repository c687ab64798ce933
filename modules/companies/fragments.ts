/** Joins, expressions and text indexes over the tables of companies, for this and other modules. */
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { folded, type TextIndex } from '../../src/kernel/resources/resource.ts'
import { hasActiveAccount } from '../users/public.ts'

export const joinCompany = (alias: string, on: string): Sql =>
  raw(`join companies.companies ${alias} on ${alias}.id = ${on}`)
export const joinPlace = (alias: string, on: string): Sql =>
  raw(`join companies.reception_places ${alias} on ${alias}.id = ${on}`)
export const leftJoinCompany = (alias: string, on: string): Sql => sql`left ${joinCompany(alias, on)}`
export const leftJoinPlace = (alias: string, on: string): Sql => sql`left ${joinPlace(alias, on)}`
/** The Polish company with a tax number, of which there is one at most. */
export const leftJoinTaxpayer = (alias: string, taxNumber: string): Sql =>
  raw(`left join companies.companies ${alias} on ${alias}.country = 1 and ${alias}.tax_number = ${taxNumber}`)
/** A statement of all companies' ids. */
export const companyIds: Sql = raw('select id from companies.companies')
/** The address as it is shown, which is also the expression of its trigram index. */
export const placeAddress = (alias: string): Sql =>
  raw(`${alias}.city || ', ' || ${alias}.street || ', ' || ${alias}.postal_code`)
/** The table of reception places, for resources of higher modules that read them. */
export const receptionPlaces = 'companies.reception_places'

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

/**
 * An SQL condition over the alias of a department: whether strangers see it. They do not see a department that a stranger has asked
 * for until it has an active account.
 */
export const isDepartmentShown = (alias: string): string =>
  `(${alias}.requested_at is null or ${hasActiveAccount(`${alias}.id`)})`
