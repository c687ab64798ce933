/**
 * Reservations of containers for recipients: how much of one is left, and which of a store still have something. A document that hands out
 * containers may name the reservation that it uses up. What is left is the sum of the movements of the reservation, of the documents that
 * name it, and of the corrections of both, so that it cannot differ from the reserved containers of the store's level.
 */
import { type Database, query, queryOne, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { DocumentStatus, DocumentType } from '../documents/schema.ts'
import { throwWarehouseError } from '../errors.ts'

/** An SQL expression: how many containers of a reservation are still reserved. `id` is an SQL expression for its document. */
export const leftOfReservation = (id: string): string => `(select coalesce(sum(movement.reserved), 0)::int
  from warehouse.stock_movements movement where movement.document_id in (
    select ${id} union all
    select used.id from warehouse.documents used where used.reservation_id = ${id} union all
    select correction.id from warehouse.documents correction where correction.corrects_id = ${id}))`

/** The condition that a document of the alias is a reservation that was approved and not canceled. */
export const isStandingReservation = (alias: string): string =>
  `${alias}.document_type = ${DocumentType.recipientReservation} and ${alias}.document_status = ${DocumentStatus.approved}`

interface Reservation {
  readonly number: string
  readonly internalStoreId: number | null
  readonly isApproved: boolean
  readonly left: number
}

export async function reservationOf(trx: Database, id: number): Promise<Reservation> {
  const reservation = await queryOne<Reservation>(
    trx,
    sql`select d.number, d.internal_store_id as "internalStoreId", ${raw(isStandingReservation('d'))} as "isApproved",
        ${raw(leftOfReservation('d.id'))} as left
      from warehouse.documents d where d.id = ${id}`
  )
  return reservation ?? throwProblem('notFound')
}

/**
 * How many containers a document may use of its reservation. The level of the store must be locked.
 * @throws warehouse.reservationEnded if the reservation was canceled
 */
export async function leftToUse(trx: Database, id: number): Promise<number> {
  const { number, isApproved, left } = await reservationOf(trx, id)
  return isApproved ? left : throwWarehouseError('reservationEnded', { params: { number } })
}

export interface OpenReservation {
  readonly id: number
  readonly number: string
  readonly description: string | null
  /** `YYYY-MM-DD` */
  readonly documentDate: string
  readonly left: number
}

/** A refusal names so many. */
const named = 5

const openOf = (storeId: number, limit: number): Sql => sql`
  select * from (
    select d.id, d.number, d.description, d.document_date::text as "documentDate", ${raw(leftOfReservation('d.id'))} as left
    from warehouse.documents d
    where d.internal_store_id = ${storeId} and ${raw(isStandingReservation('d'))}) reservation
  where reservation.left > 0 order by reservation."documentDate", reservation.id limit ${limit}`

/** The reservations of a store that have something left, the oldest first. */
export const openReservations = (database: Database, storeId: number, limit = named): Promise<OpenReservation[]> =>
  query<OpenReservation>(database, openOf(storeId, limit))

/** @throws warehouse.noReservation, at `reservationId`, if it is not an approved reservation of the store */
export async function requireReservation(trx: Database, id: number, storeId: number | null): Promise<void> {
  const reservation = await queryOne(
    trx,
    sql`select d.id from warehouse.documents d
      where d.id = ${id} and d.internal_store_id = ${storeId} and ${raw(isStandingReservation('d'))}`
  )
  if (!reservation) throwWarehouseError.at('reservationId', 'noReservation')
}
