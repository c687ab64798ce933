/** The life of internal stores: saved with their borders, closed, opened again and removed; and what others ask of open ones. */
import type { Knex } from 'knex'
import { areaOf, type Corner, crossingOf, middleOf } from '../../../src/contract/polygon.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwWarehouseError } from '../errors.ts'
import { throwStoreUsed } from '../points.ts'

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
