/** Joins and expressions over the tables of the warehouse, and a statement for reports. */

import { type Database, isOneOf, literal, query, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { folded, type TextIndex } from '../../src/kernel/resources/resource.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress } from '../companies/public.ts'
import { DocumentStatus, DocumentType } from './documents/schema.ts'
import { StoreType } from './stock/schema.ts'

export const leftJoinStore = (alias: string, on: string): Sql =>
  raw(`left join warehouse.internal_stores ${alias} on ${alias}.id = ${on}`)

/** Joins the stock level of a reception place, if it has one. `on` is an SQL expression for the id of the place. */
export const leftJoinPlaceLevel = (alias: string, on: string): string =>
  `left join warehouse.stock_levels ${alias} on ${alias}.reception_place_id = ${on}`

/** Joins the stock level of an internal store. Every internal store has one. */
export const leftJoinStoreLevel = (alias: string, on: string): string =>
  `left join warehouse.stock_levels ${alias} on ${alias}.internal_store_id = ${on}`

/**
 * An SQL expression: an aggregate over all open internal stores, with their distances from a row that has a latitude and a longitude. The
 * aggregate reads the alias `way` with `name` and `distance`, in whole metres. The result is null if the row has no position.
 */
export const storeDistances = (alias: string, aggregate: string): string =>
  `(select ${aggregate} from (
    select s.name, round(kernel.metres(kernel.on_earth(s.latitude, s.longitude),
      kernel.on_earth(${alias}.latitude, ${alias}.longitude)))::int as distance
    from warehouse.internal_stores s where s.closed_at is null and ${alias}.latitude is not null) way)`

/** For `storeDistances`: a list of `{ name, distance }`, the nearest first. */
export const waysAsJson = 'json_agg(way order by distance, name)'

/** The distances of a place `p` to the open internal stores: fills `placeDistances` of companies. */
export const distancesOfPlaces = raw(`coalesce(${storeDistances('p', waysAsJson)}, '[]')`)

export const leftJoinDocument = (alias: string, on: string): string =>
  `left join warehouse.documents ${alias} on ${alias}.id = ${on}`

/** An SQL expression: whether a joined document is approved; null if there is none. */
export const isApproved = (alias: string): string => `${alias}.document_status = ${DocumentStatus.approved}`

/**
 * An SQL expression: the containers of all approved documents of an order together; null if there are none.
 * @param order an SQL expression for the id of the order
 */
export const containersOnDocuments = (order: string): string =>
  `(select sum(d.containers_number)::int from warehouse.documents d
    where d.order_id = ${order} and d.document_status = ${DocumentStatus.approved})`

/** The text by which stores are searched. */
export const storeNames: TextIndex = { table: 'warehouse.internal_stores', id: 'id', text: folded('name') }

const border = raw(
  `('(' || string_agg('(' || longitude || ',' || latitude || ')', ',' order by position) || ')')::polygon as border`
)

/**
 * A statement that gives `id, border` of each store whose border has at least three points. The border is a plane polygon with the
 * longitude as x and the latitude as y, which is exact enough for the size of a yard.
 */
export const storeBorders: Sql = sql`
  select internal_store_id as id, ${border} from warehouse.border_points group by internal_store_id having count(*) >= 3`

/** The same of open stores alone: a closed one contains nothing. */
export const openStoreBorders: Sql = sql`
  select internal_store_id as id, ${border} from warehouse.border_points
  where internal_store_id in (select open.id from warehouse.internal_stores open where open.closed_at is null)
  group by internal_store_id having count(*) >= 3`

/** Whether a point is inside a border. The arguments are SQL expressions. A point on the border is inside. */
export const holds = (border: string, latitude: string, longitude: string): Sql =>
  raw(`${border} @> point(${longitude}, ${latitude})`)

/**
 * An SQL condition: whether an approved document within `days` days of a day brings containers to a place or takes them from it. Place
 * and day are SQL expressions.
 */
export const movedByDocument = (place: string, day: string, days: number): Sql => sql`
  exists (select from warehouse.documents d
    where d.document_status = ${literal(DocumentStatus.approved)}
      and ${isOneOf('d.document_type', [DocumentType.acceptanceReport, DocumentType.handoverProtocol])}
      and d.reception_place_id = ${raw(place)}
      and d.document_date between ${raw(day)} - ${days}::int and ${raw(day)} + ${days}::int)`

/** A statement of every stock level but those of closed stores, for reports: `id, store_type, store, client, place, amount, reserved, free`. */
export const stockLevelLines: Sql = sql`
  select level.id, case when level.internal_store_id is not null then ${literal(StoreType.internal)}
      when level.reception_place_id is not null then ${literal(StoreType.external)}
      else ${literal(StoreType.inTransit)} end as store_type,
    store.name as store, company.name as client, ${placeAddress('place')} as place, level.containers_amount as amount,
    level.reserved, level.containers_amount - level.reserved as free
  from warehouse.stock_levels level ${leftJoinStore('store', 'level.internal_store_id')}
    ${leftJoinPlace('place', 'level.reception_place_id')} ${leftJoinCompany('company', 'place.company_id')}
  where store.closed_at is null`

/** Open internal stores of a name, whatever the case of its letters; at most two. */
export const storesNamed = (database: Database, name: string) =>
  query<{ id: number }>(
    database,
    sql`select id from warehouse.internal_stores where lower(name) = lower(${name}) and closed_at is null order by id limit 2`
  )
