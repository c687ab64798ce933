/** The public API of the warehouse: stores with their positions and borders, stock levels and documents for other modules. */
import type { Knex } from 'knex'
import { areaOf, type Corner, crossingOf, middleOf } from '../../src/contract/polygon.ts'
import { type Database, isOneOf, literal, query, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { defineField, defineSlot, defineVeto } from '../../src/kernel/extension-points.ts'
import { folded, type TextIndex } from '../../src/kernel/resources/resource.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress } from '../companies/public.ts'
import { DocumentStatus, DocumentType } from './documents/schema.ts'
import { throwWarehouseError } from './errors.ts'
import { StoreType } from './stock/schema.ts'

/** What documents need of an order. */
export interface OrderOfDocument {
  readonly number: string
  readonly companyId: number
}

/** Finds an order by its id; undefined if there is none. The orders module fills this slot. */
export const findOrder = defineSlot<(database: Database, id: number) => Promise<OrderOfDocument | undefined>>(
  'warehouse.order',
  async () => undefined
)

/** An SQL expression over the alias `s` of warehouse.internal_stores: the number of containers that are in the store now. */
export const storeContainersAmount = defineField('warehouse.containersAmount', raw('0'))

/** Higher modules add their reasons against removing an internal store here. */
export const beforeStoreRemoval = defineVeto('warehouse.storeRemoval')

/** Refuses the removal of a store that something has referred to (409). */
export const throwStoreUsed = (): never => throwWarehouseError('storeUsed')

/**
 * Locks the level of a store, and closes the store.
 * @throws warehouse.storeNotEmpty if documents have containers there
 */
export async function closeStore(trx: Knex.Transaction, id: number, now: Date): Promise<void> {
  const level = await queryOne<{ amount: number; reserved: number }>(
    trx,
    sql`select containers_amount as amount, reserved from warehouse.stock_levels where internal_store_id = ${id} for no key update`
  )
  if (level && (level.amount > 0 || level.reserved > 0)) throwWarehouseError('storeNotEmpty')
  await query(trx, sql`update warehouse.internal_stores set closed_at = ${now} where id = ${id}`)
}

export async function reopenStore(trx: Knex.Transaction, id: number): Promise<void> {
  await query(trx, sql`update warehouse.internal_stores set closed_at = null where id = ${id}`)
}

/** Removes a store with its border and level. @throws warehouse.storeUsed if a document has named it */
export async function removeStore(trx: Knex.Transaction, id: number): Promise<void> {
  const document = await queryOne(trx, sql`select id from warehouse.documents where internal_store_id = ${id} limit 1`)
  if (document) throwStoreUsed()
  await query(trx, sql`delete from warehouse.internal_stores where id = ${id}`)
}

/** @throws warehouse.noStore or storeClosed, at the field, if the store does not exist or is closed */
export async function requireOpenStore(database: Database, id: number, field: string): Promise<void> {
  const store = await queryOne<{ name: string; isClosed: boolean }>(
    database,
    sql`select s.name, s.closed_at is not null as "isClosed" from warehouse.internal_stores s where s.id = ${id}`
  )
  if (!store) throwWarehouseError.at(field, 'noStore')
  else if (store.isClosed) throwWarehouseError.at(field, 'storeClosed', { name: store.name })
}

export const leftJoinStore = (alias: string, on: string): string =>
  `left join warehouse.internal_stores ${alias} on ${alias}.id = ${on}`

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

export interface StoreAt {
  readonly id: number
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

/** All open internal stores with their positions in degrees, sorted by name. */
export const internalStores = (database: Database): Promise<StoreAt[]> =>
  query<StoreAt>(
    database,
    sql`select s.id, s.name, s.latitude, s.longitude from warehouse.internal_stores s where s.closed_at is null order by s.name, s.id`
  )

/** The values of a store. A position of null means the middle of the border. An undefined position stays unchanged. */
interface StoreDrawn {
  readonly name: string
  readonly position?: Corner | null | undefined
  readonly borderPoints: readonly Corner[]
}

/** Smaller borders are refused as mistakes, because no container fits into them. */
const leastSquareMetres = 1

/**
 * Adds a store with its border, or changes the store `id`, which the caller has locked.
 * @returns the id of the store
 * @throws warehouse.borderCrosses or borderEmpty at `borderPoints`, if the border is not a simple polygon; warehouse.storeExists or
 *   storeExistsClosed at `name`, if another store has the name
 */
export async function saveStore(trx: Knex.Transaction, store: StoreDrawn, id?: number): Promise<number> {
  const { borderPoints } = store
  if (crossingOf(borderPoints)) throwWarehouseError.at('borderPoints', 'borderCrosses')
  if (areaOf(borderPoints) < leastSquareMetres) throwWarehouseError.at('borderPoints', 'borderEmpty')
  const name = store.name.trim()
  const at = store.position === undefined && id !== undefined ? undefined : (store.position ?? middleOf(borderPoints))
  const namesake = await queryOne<{ isClosed: boolean }>(
    trx,
    sql`select closed_at is not null as "isClosed" from warehouse.internal_stores where lower(name) = lower(${name}) and id is distinct from ${id ?? null}::int`
  )
  if (namesake) throwWarehouseError.at('name', namesake.isClosed ? 'storeExistsClosed' : 'storeExists')
  if (id === undefined) {
    const added = await queryOne<{ id: number }>(
      trx,
      sql`insert into warehouse.internal_stores (name, latitude, longitude)
        values (${name}, ${at?.latitude ?? null}, ${at?.longitude ?? null}) returning id`
    )
    if (!added) throw new Error('an insert without a conflict clause gave no row')
    await replaceBorder(trx, added.id, borderPoints)
    return added.id
  }
  const hasMoved = await replaceBorder(trx, id, borderPoints)
  // A change of the border increases the version of the store, too. Saving without changes does not.
  await query(
    trx,
    sql`update warehouse.internal_stores s
      set name = t.name, latitude = t.latitude, longitude = t.longitude, version = version + 1
      from (
        select id, ${name} as name, coalesce(${at?.latitude ?? null}::float8, latitude) as latitude,
          coalesce(${at?.longitude ?? null}::float8, longitude) as longitude
        from warehouse.internal_stores where id = ${id}) t
      where s.id = t.id
        and (${hasMoved} or (s.name, s.latitude, s.longitude) is distinct from (t.name, t.latitude, t.longitude))`
  )
  return id
}

/** Replaces the border of a store. @returns whether it has changed */
async function replaceBorder(trx: Knex.Transaction, id: number, corners: readonly Corner[]): Promise<boolean> {
  const before = await query<Corner>(
    trx,
    sql`select latitude, longitude from warehouse.border_points where internal_store_id = ${id} order by position`
  )
  const isSame = ({ latitude, longitude }: Corner, at: number): boolean =>
    corners[at]?.latitude === latitude && corners[at]?.longitude === longitude
  if (before.length === corners.length && before.every(isSame)) return false
  await query(trx, sql`delete from warehouse.border_points where internal_store_id = ${id}`)
  await query(
    trx,
    sql`insert into warehouse.border_points (internal_store_id, position, latitude, longitude)
      select ${id}, position, latitude, longitude
      from unnest(${corners.map(({ latitude }) => latitude)}::float8[], ${corners.map(({ longitude }) => longitude)}::float8[])
        with ordinality as t(latitude, longitude, position)`
  )
  return true
}

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
export const stockLevelLines: Sql = raw(`
  select level.id, case when level.internal_store_id is not null then ${StoreType.internal}
      when level.reception_place_id is not null then ${StoreType.external} else ${StoreType.inTransit} end as store_type,
    store.name as store, company.name as client, ${placeAddress('place')} as place, level.containers_amount as amount,
    level.reserved, level.containers_amount - level.reserved as free
  from warehouse.stock_levels level ${leftJoinStore('store', 'level.internal_store_id')}
    ${leftJoinPlace('place', 'level.reception_place_id')} ${leftJoinCompany('company', 'place.company_id')}
  where store.closed_at is null`)
