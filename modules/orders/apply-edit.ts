/**
 * What an edit changes. Edit and finish take the same data and go the same way, so that finishing in one call and in two (the
 * documents' save, then finish) leaves the same order. Values are always the server's; what a caller says of them is not used.
 *
 * The price. An edit of place, item or quantity without a price prices the order again by the rules of its creation day. A price
 * that staff said stays: in the same edit always, from earlier as long as place and item do, for it was said of those.
 */
import type { Knex } from 'knex'
import { dayOf } from '../../src/contract/days.ts'
import { type Caller, isStaff } from '../../src/kernel/access/caller.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { theHouse } from '../../src/kernel/commands/run-as-system.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { OrderType } from '../catalogue/schema.ts'
import { placeForOrder } from '../companies/public.ts'
import { lockOperator, lockVehicle } from '../fleet/public.ts'
import { orderValues } from '../pricing/public.ts'
import { throwOrderError } from './errors.ts'
import type { Order } from './model.ts'
import { moveToRoute } from './planning/stops.ts'
import { checkQuantity, itemAt, netPriceOf, requireActivePlace } from './pricing-terms.ts'
import { OrderStatus } from './schema.ts'

/** What an edit says. What is left out stays; null clears what may be empty. */
export interface Revision {
  readonly receptionPlace?: number
  readonly orderTypeItemId?: number
  readonly quantity?: number
  readonly additionalInfo?: string | null
  readonly paymentType?: 0 | 1
  readonly netPrice?: number | null
  readonly vatRate?: number | null
  readonly vatSymbol?: string | null
  readonly recycleOperatorId?: number | null
  readonly receivingDate?: string | null
  readonly tonnage?: number | null
  readonly kpo?: string | null
  readonly quantityTaken?: number | null
  readonly vehicleId?: number | null
  readonly internalStoreId?: number | null
}

type Patch = { -readonly [K in keyof Order]?: Order[K] }

/** The columns that the edit changes. Refuses what the rules forbid; writes nothing. */
export async function revised(context: CommandContext, order: Order, revision: Revision): Promise<Patch> {
  const { trx, now, caller } = context
  if (!caller) return throwProblem('unauthorized')
  const { recycleOperatorId, receivingDate } = revision
  if (receivingDate && receivingDate > dayOf(now)) refuseField('receivingDate', 'orders.order.receivingDate.future')
  if (recycleOperatorId && recycleOperatorId !== order.recycleOperatorId) await lockOperator(trx, recycleOperatorId)
  return {
    ...kept(revision),
    ...(await vehicleOf(trx, order, revision.vehicleId)),
    ...(await termsOf(trx, caller, order, revision))
  }
}

/** An order that is driven stands in the route of its vehicle and day, at the turn of its place. */
export async function reroute(trx: Knex.Transaction, before: Order, patch: Patch): Promise<void> {
  const { vehicleId = before.vehicleId, receptionPlaceId = before.receptionPlaceId } = patch
  const moved = vehicleId !== before.vehicleId || receptionPlaceId !== before.receptionPlaceId
  if (!moved || before.status !== OrderStatus.inProgress || !vehicleId || !before.realizationDate) return
  await moveToRoute(trx, [before.id], { vehicleId, day: before.realizationDate })
}

/** What is written as it was said. */
function kept(revision: Revision): Patch {
  const { additionalInfo, paymentType, vatSymbol, recycleOperatorId, receivingDate } = revision
  const { tonnage, kpo, quantityTaken, internalStoreId } = revision
  const said = {
    additionalInfo,
    paymentType,
    vatSymbol,
    recycleOperatorId,
    receivingDate,
    tonnage,
    kpo,
    quantityTaken,
    internalStoreId
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Patch
}

/** A vehicle brings its driver, and another driver has not been told yet. While an order is driven it has one. */
async function vehicleOf(trx: Knex.Transaction, order: Order, vehicleId?: number | null): Promise<Patch> {
  if (vehicleId === undefined || vehicleId === order.vehicleId) return {}
  if (vehicleId !== null) {
    const driverId = await lockVehicle(trx, vehicleId)
    return { vehicleId, driverId, ...(driverId === order.driverId ? {} : { notificationSent: false }) }
  }
  if (order.status === OrderStatus.inProgress) refuseField('vehicleId', 'orders.order.vehicleId.missing')
  return { vehicleId: null, driverId: null }
}

/** Place, item, quantity, price, and the values that follow. A place and an item that stay are not judged again. */
async function termsOf(trx: Knex.Transaction, caller: Caller, order: Order, revision: Revision): Promise<Patch> {
  const placeId = revision.receptionPlace ?? order.receptionPlaceId
  const itemId = revision.orderTypeItemId ?? order.orderTypeItemId
  const quantity = revision.quantity ?? order.quantity
  const staff = isStaff(caller)
  const said = staff ? (revision.netPrice ?? undefined) : undefined
  const vatRate = staff ? (revision.vatRate ?? order.vatRate) : order.vatRate
  const moved = placeId !== order.receptionPlaceId
  const swapped = moved || itemId !== order.orderTypeItemId
  const recounted = quantity !== order.quantity
  const changed = swapped || recounted
  const repriced =
    said === undefined ? swapped || (recounted && !order.priceOverridden) : changed || said !== order.netPrice
  if (!(changed || repriced || vatRate !== order.vatRate)) return {}

  const place = moved ? await requireActivePlace(trx, caller, placeId) : await placeForOrder(trx, placeId, theHouse)
  if (!place) return throwProblem('notFound')
  if (place.companyId !== order.companyId) return throwOrderError('otherCompany')
  const orderTypeId = swapped ? (await itemAt(trx, caller, place, itemId)).orderTypeId : order.orderTypeId
  if (changed) checkQuantity(orderTypeId, quantity)
  const { netPrice, priceOverridden } = repriced
    ? await netPriceOf(trx, { itemId, place, day: dayOf(order.createdAt) }, said)
    : order
  return {
    ...(moved ? { receptionPlaceId: place.id, departmentId: place.departmentId } : {}),
    orderTypeId,
    orderTypeItemId: itemId,
    quantity,
    netPrice,
    priceOverridden,
    vatRate,
    ...orderValues({ netPrice, quantity, vatRate, perTonne: orderTypeId === OrderType.tonnage })
  }
}
