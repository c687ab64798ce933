/**
 * The stock ledger. Approving or correcting a document adds **movements**, which are never changed or deleted. A **level** is the sum
 * of a holder's movements. It is stored in its own row, so that it can be locked, checked and listed.
 *
 * - Levels are locked after the document, in the order of their ids, so that two documents cannot deadlock. The first document of a
 *   reception place creates its level. A second document that creates the same level waits before it has locked any level.
 * - The result of a movement is checked on the locked level. A level below zero, or below the reserved containers, is refused, and
 *   the error has the present level. The table has the same check for all other writers.
 * - `rebuild.ts` checks that the levels are the sums of the movements.
 */
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress } from '../../companies/public.ts'
import { DocumentStatus, DocumentType } from '../documents/schema.ts'
import { throwWarehouseError } from '../errors.ts'
import { leftJoinStore } from '../fragments.ts'
import { leftToUse, openReservations, reservationOf } from './reservations.ts'
import {
  added,
  type Effect,
  freeOf,
  type Holder,
  handsOut,
  holdersOf,
  isPossible,
  type Level,
  movementsOf,
  takenBy
} from './rules.ts'

/** What the ledger needs of a document. */
export interface Posting {
  readonly id: number
  readonly effect: Effect
  readonly internalStoreId: number | null
  readonly receptionPlaceId: number | null
  readonly containersNumber: number | null
  /** The reservation that a document which hands out containers uses up. */
  readonly reservationId: number | null
}

interface LockedLevel extends Level {
  readonly id: number
}

/** A change of one level. */
interface Change extends Level {
  readonly levelId: number
}

/**
 * Adds the movements of a document that is being approved.
 * @returns the ids of the levels that changed
 * @throws warehouse.notEnough with the level that would become too low; warehouse.storeMissing, placeMissing or quantityMissing if the
 *   document lacks data that its type needs; warehouse.reservationEnded if its reservation was canceled
 */
export async function post(trx: Database, now: Date, document: Posting): Promise<number[]> {
  const { effect, containersNumber } = document
  // Protocols without containers move nothing; an inventory may count zero.
  const quantity = containersNumber ?? (effect.kind === 'count' ? throwWarehouseError('quantityMissing') : 0)
  if (quantity === 0 && effect.kind !== 'count') return []
  const levels = new Map<Holder, LockedLevel>()
  const wanted = holdersOf(effect).map(holder => [holder, keyOf(holder, document)] as const)
  const rows = await lockHolders(
    trx,
    wanted.map(([, key]) => key)
  )
  for (const [holder, key] of wanted) {
    const row = rows.find(({ storeId, placeId }) => storeId === key.storeId && placeId === key.placeId)
    levels.set(holder, row ?? throwWarehouseError('noStore'))
  }
  const levelOf = (holder: Holder): LockedLevel => levels.get(holder) as LockedLevel
  // A reservation changes only under the lock of its store's level.
  const left = document.reservationId === null || !handsOut(effect) ? 0 : await leftToUse(trx, document.reservationId)
  const changes = movementsOf(effect, quantity, levelOf, Math.min(left, quantity)).map(({ holder, ...change }) => ({
    ...change,
    levelId: levelOf(holder).id
  }))
  return write(trx, now, document, [...levels.values()], changes)
}

/**
 * Adds the opposite of a document's movements, as movements of the correction. Of a reservation only what is left is freed; what a
 * document had used of a reservation is reserved again, unless that one was canceled meanwhile.
 * @returns the ids of the levels that changed
 * @throws warehouse.notEnough with the level that would become too low
 */
export async function postOpposite(
  trx: Database,
  now: Date,
  {
    correctionId,
    ...document
  }: {
    readonly id: number
    readonly correctionId: number
    readonly effect: Effect
    readonly reservationId: number | null
  }
): Promise<number[]> {
  const opposite = await query<Change>(
    trx,
    sql`select level_id as "levelId", -amount as amount, -reserved as reserved from warehouse.stock_movements
      where document_id = ${document.id}`
  )
  const ids = opposite.map(({ levelId }) => levelId)
  const levels = await query<LockedLevel>(
    trx,
    sql`select id, containers_amount as amount, reserved from warehouse.stock_levels where id = any(${ids}::int[])
      order by id for no key update`
  )
  const reservedAgain = await reservedByCanceling(trx, document)
  const changes = opposite
    .map(change => ({ ...change, reserved: change.reserved === 0 ? 0 : (reservedAgain ?? change.reserved) }))
    .filter(({ amount, reserved }) => amount !== 0 || reserved !== 0)
  return write(trx, now, { id: correctionId, effect: { kind: 'none' } }, levels, changes)
}

/** What canceling a document changes in the reserved containers of its store; undefined: the opposite of what it had changed. */
async function reservedByCanceling(
  trx: Database,
  { id, effect, reservationId }: Pick<Posting, 'id' | 'effect' | 'reservationId'>
): Promise<number | undefined> {
  if (effect.kind === 'reserve') return 0 - (await reservationOf(trx, id)).left
  return reservationId !== null && !(await reservationOf(trx, reservationId)).isApproved ? 0 : undefined
}

/**
 * Locks the level of an inventory's store, and refuses while a later inventory of that store stands.
 * @throws warehouse.laterInventory with the number of the latest one
 */
export async function requireNewestCount(
  trx: Database,
  { id, internalStoreId }: { readonly id: number; readonly internalStoreId: number | null }
): Promise<void> {
  await query(
    trx,
    sql`select id from warehouse.stock_levels where internal_store_id = ${internalStoreId} for no key update`
  )
  const later = await queryOne<{ number: string }>(
    trx,
    sql`select d.number from warehouse.documents d
      where d.internal_store_id = ${internalStoreId} and d.document_type = ${DocumentType.inventory}
        and d.document_status = ${DocumentStatus.approved} and d.id <> ${id}
        and coalesce(d.approval, 0) >= (select coalesce(own.approval, 0) from warehouse.documents own where own.id = ${id})
      order by d.approval desc nulls last, d.id desc limit 1`
  )
  if (later) throwWarehouseError('laterInventory', { params: later })
}

/** The holder of a level: a store, a place, or, if both are null, the containers in transit. */
interface Key {
  readonly storeId: number | null
  readonly placeId: number | null
}

function keyOf(holder: Holder, { internalStoreId, receptionPlaceId }: Posting): Key {
  if (holder === 'store') return { storeId: internalStoreId ?? throwWarehouseError('storeMissing'), placeId: null }
  if (holder === 'place') return { storeId: null, placeId: receptionPlaceId ?? throwWarehouseError('placeMissing') }
  return { storeId: null, placeId: null }
}

async function lockHolders(trx: Database, keys: readonly Key[]): Promise<(LockedLevel & Key)[]> {
  const stores = keys.flatMap(({ storeId }) => storeId ?? [])
  const places = keys.flatMap(({ placeId }) => placeId ?? [])
  const isTransit = keys.some(({ storeId, placeId }) => storeId === null && placeId === null)
  for (const placeId of places)
    await query(
      trx,
      sql`insert into warehouse.stock_levels (reception_place_id) values (${placeId})
        on conflict on constraint stock_levels_one_a_place do nothing`
    )
  return query(
    trx,
    sql`select id, internal_store_id as "storeId", reception_place_id as "placeId", containers_amount as amount, reserved
      from warehouse.stock_levels where internal_store_id = any(${stores}::int[]) or reception_place_id = any(${places}::int[])
        or ${isTransit} and internal_store_id is null and reception_place_id is null
      order by id for no key update`
  )
}

async function write(
  trx: Database,
  now: Date,
  document: Pick<Posting, 'id' | 'effect'>,
  levels: readonly LockedLevel[],
  changes: readonly Change[]
): Promise<number[]> {
  await requireOpenLevels(
    trx,
    changes.map(({ levelId }) => levelId)
  )
  for (const change of changes) {
    const level = levels.find(({ id }) => id === change.levelId) as LockedLevel
    if (!isPossible(added(level, change))) await refuse(trx, level, change, handsOut(document.effect))
  }
  if (changes.length === 0) return []
  const rows = JSON.stringify(changes)
  await query(
    trx,
    sql`with change as (
        select * from jsonb_to_recordset(${rows}::jsonb) as c ("levelId" int, amount int, reserved int)
      ), moved as (
        insert into warehouse.stock_movements (document_id, level_id, amount, reserved, created_at)
        select ${document.id}, "levelId", amount, reserved, ${now} from change
      )
      update warehouse.stock_levels level set containers_amount = level.containers_amount + change.amount,
        reserved = level.reserved + change.reserved
      from change where level.id = change."levelId"`
  )
  return changes.map(({ levelId }) => levelId)
}

/** Whoever closes a store locks its level before, so that a store is not closed meanwhile. */
async function requireOpenLevels(trx: Database, levelIds: readonly number[]): Promise<void> {
  const closed = await queryOne<{ name: string }>(
    trx,
    sql`select s.name from warehouse.stock_levels level join warehouse.internal_stores s on s.id = level.internal_store_id
      where level.id = any(${[...levelIds]}::int[]) and s.closed_at is not null limit 1`
  )
  if (closed) throwWarehouseError('storeClosed', { params: closed })
}

/** @param mayUse whether the document could use a reservation of the store, which the sentence then advises */
async function refuse(trx: Database, level: LockedLevel, change: Change, mayUse: boolean): Promise<never> {
  const { id, amount } = level
  const named = await queryOne<{ storeId: number | null; store: string | null; place: string | null }>(
    trx,
    sql`select store.id as "storeId", store.name as store, company.name || ', ' || ${placeAddress('place')} as place
      from warehouse.stock_levels level ${leftJoinStore('store', 'level.internal_store_id')}
      ${leftJoinPlace('place', 'level.reception_place_id')} ${leftJoinCompany('company', 'place.company_id')}
      where level.id = ${id}`
  )
  const name = named?.store ?? named?.place
  const params = { amount, free: freeOf(level), needed: takenBy(change) }
  const reservations = named?.storeId && level.reserved > 0 ? await openReservations(trx, named.storeId) : []
  const extra = { data: { levelId: id, storeName: named?.store ?? null, ...params, reservations } }
  if (name) {
    const reserved = reservations.map(({ number, left }) => `${number} (${left})`).join(', ')
    const use = mayUse && reserved !== '' ? 'yes' : 'no'
    return throwWarehouseError('notEnough', { params: { name, ...params, reserved: reserved || 'none', use }, extra })
  }
  return throwWarehouseError('notEnoughInTransit', { params, extra })
}
