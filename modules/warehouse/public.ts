/** The warehouse's public API: what a store is called, where it is, which store holds a point, and what others know of it. */
import { type Database, query, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { defineField, defineSlot } from '../../src/kernel/extension-points.ts'
import type { TextIndex } from '../../src/kernel/resources/resource.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress } from '../companies/public.ts'
import { StoreType } from './stock/schema.ts'

/** An order as a document names it. */
export interface OrderOfDocument {
  readonly number: string
  readonly companyId: number
}

/** The order of an id, which only the module of orders knows; undefined where there is none. */
export const findOrder = defineSlot<(database: Database, id: number) => Promise<OrderOfDocument | undefined>>(
  'warehouse.order',
  async () => undefined
)

/** How many containers are in a store now: an expression over the alias `s` of warehouse.internal_stores. */
export const storeContainersAmount = defineField('warehouse.containersAmount', raw('0'))

export const leftJoinStore = (alias: string, on: string): string =>
  `left join warehouse.internal_stores ${alias} on ${alias}.id = ${on}`

/** Joins the level of a reception place that has one; `on` is the expression of the place's id. */
export const leftJoinPlaceLevel = (alias: string, on: string): string =>
  `left join warehouse.stock_levels ${alias} on ${alias}.reception_place_id = ${on}`

/** The same of an internal store, which always has one. */
export const leftJoinStoreLevel = (alias: string, on: string): string =>
  `left join warehouse.stock_levels ${alias} on ${alias}.internal_store_id = ${on}`

/**
 * An aggregate over the internal stores and how far each is from a row with latitude and longitude: over `way` with `name` and
 * `distance`, in whole metres. Null where the row has no position.
 */
export const storeDistances = (alias: string, aggregate: string): string =>
  `(select ${aggregate} from (
    select s.name, round(kernel.metres(kernel.on_earth(s.latitude, s.longitude),
      kernel.on_earth(${alias}.latitude, ${alias}.longitude)))::int as distance
    from warehouse.internal_stores s where ${alias}.latitude is not null) way)`

/** Where stores are found by their names. */
export const storeNames: TextIndex = { table: 'warehouse.internal_stores', id: 'id', text: 'name' }

/**
 * A statement that gives `id, border` of each store whose border encloses an area: three points or more. Longitude is x and
 * latitude y, which is exact enough for a yard.
 */
export const storeBorders: Sql = sql`
  select internal_store_id as id,
    ('(' || string_agg('(' || longitude || ',' || latitude || ')', ',' order by position) || ')')::polygon as border
  from warehouse.border_points group by internal_store_id having count(*) >= 3`

/** Whether a border holds the point; the arguments are SQL expressions. A point on the line is inside. */
export const holds = (border: string, latitude: string, longitude: string): Sql =>
  raw(`${border} @> point(${longitude}, ${latitude})`)

export interface StoreAt {
  readonly id: number
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

/** Every internal store and where it is, in degrees; by name. */
export const internalStores = (database: Database): Promise<StoreAt[]> =>
  query<StoreAt>(
    database,
    sql`select s.id, s.name, s.latitude, s.longitude from warehouse.internal_stores s order by s.name, s.id`
  )

/** A statement of every stock level, for reports: `id, store_type, store, client, place, amount, reserved, free`. */
export const stockLevelLines: Sql = raw(`
  select level.id, case when level.internal_store_id is not null then ${StoreType.internal}
      when level.reception_place_id is not null then ${StoreType.external} else ${StoreType.inTransit} end as store_type,
    store.name as store, company.name as client, ${placeAddress('place')} as place, level.containers_amount as amount,
    level.reserved, level.containers_amount - level.reserved as free
  from warehouse.stock_levels level ${leftJoinStore('store', 'level.internal_store_id')}
    ${leftJoinPlace('place', 'level.reception_place_id')} ${leftJoinCompany('company', 'place.company_id')}`)
