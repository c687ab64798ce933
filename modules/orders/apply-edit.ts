/**
 * Applies an edit to an order. Edit, finish and correct use the same functions, so that finishing in one call has the same result as in
 * two (the specification's save, then finish). All amounts are computed by the server; those of a caller are ignored.
 *
 * An edit of place or item without a price prices the order again, by the prices that were valid when it was placed, whatever price
 * lists say since. Another quantity alone keeps the unit price and its reasons. A price that staff set in the same edit is taken.
 */

import type { Knex } from 'knex'
import { dayOf } from '../../src/contract/days.ts'
import { valuesOf } from '../../src/contract/money.ts'
import { isStaff, type Reader, system } from '../../src/kernel/access/caller.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import type { Database } from '../../src/kernel/database/sql.ts'
import { orNotFound } from '../../src/kernel/routes/route.ts'
import { placeForOrder } from '../companies/public.ts'
import { lockOperator, lockVehicle } from '../fleet/public.ts'
import type { PriceQuestion } from '../pricing/public.ts'
import { throwOrderError } from './errors.ts'
import { type Edit, writtenFields } from './forms.ts'
import { Order, type OrderPatch } from './models.ts'
import { lockDriverOn } from './planning/route-driver.ts'
import { moveToRoute } from './planning/stops.ts'
import { keepReasons } from './price-reasons.ts'
import { checkQuantity, checkWish, itemAt, type Priced, pricedBy, requireActivePlace } from './pricing-terms.ts'
import { pricedQuantity } from './rules.ts'
import { OrderStatus } from './schema.ts'

interface Change {
  readonly patch: OrderPatch
  /** If the order is priced again: the price and its reasons. */
  readonly priced?: Priced
}

/** Computes what an edit changes. Throws if the rules forbid it; writes nothing. */
export async function changeOf({ trx, now, reader }: CommandContext, order: Order, edit: Edit): Promise<Change> {
  const { recycleOperatorId, receivingDate } = edit
  if (receivingDate && receivingDate > dayOf(now)) refuseField('receivingDate', 'orders.order.receivingDate.future')
  checkWish(edit.wishedDate, now, order.wishedDate)
  if (recycleOperatorId && recycleOperatorId !== order.recycleOperatorId) await lockOperator(trx, recycleOperatorId)
  const vehicle = await vehicleOf(trx, order, edit.vehicleId)
  const { patch, ...more } = await termsOf(trx, reader, order, edit)
  return { patch: { ...writtenFields(edit), ...vehicle, ...patch }, ...more }
}

/** Writes the change. If the vehicle or place of an order in progress changes, the order moves to its new place in the routes. */
export async function saveChange(context: CommandContext, order: Order, { patch, priced }: Change): Promise<void> {
  if (Object.keys(patch).length === 0) return
  const { trx } = context
  await Order.query(trx).findById(order.id).patch(patch)
  if (priced) await keepReasons(context, order.id, priced)
  const { vehicleId = order.vehicleId, receptionPlaceId = order.receptionPlaceId } = patch
  const isMoved = vehicleId !== order.vehicleId || receptionPlaceId !== order.receptionPlaceId
  if (!isMoved || order.status !== OrderStatus.inProgress || !vehicleId || !order.realizationDate) return
  await moveToRoute(trx, [order.id], { vehicleId, day: order.realizationDate })
}

/** The change of the vehicle, and with it of the driver, who is not notified yet. An order in progress must keep a vehicle. */
async function vehicleOf(trx: Knex.Transaction, order: Order, vehicleId?: number | null): Promise<OrderPatch> {
  if (vehicleId === undefined || vehicleId === order.vehicleId) return {}
  if (vehicleId !== null) {
    const { realizationDate: day } = order
    const driverId = day ? await lockDriverOn(trx, vehicleId, day) : await lockVehicle(trx, vehicleId)
    return { vehicleId, driverId, notificationSent: false }
  }
  if (order.status === OrderStatus.inProgress) refuseField('vehicleId', 'orders.order.vehicleId.missing')
  return { vehicleId: null, driverId: null }
}

interface Terms {
  readonly placeId: number
  readonly itemId: number
}

/** Whether an edit without a price prices the order again, by the prices of the instant at which it was placed. */
const followsRules = (order: Order, { placeId, itemId }: Terms): boolean =>
  placeId !== order.receptionPlaceId || itemId !== order.orderTypeItemId

/**
 * The net price in PLN after an edit of these terms without a price, with its reasons; undefined if the price stays.
 * @throws orders.noPrice
 */
export async function followingPrice(
  database: Database,
  order: Order,
  terms: Terms,
  place: PriceQuestion['place']
): Promise<Priced | undefined> {
  if (!followsRules(order, terms)) return undefined
  return await pricedBy(database, { itemId: terms.itemId, place, at: order.createdAt })
}

/**
 * The change of place, item, quantity and price, and of the amounts computed from them. An unchanged place or item is not checked
 * again.
 */
async function termsOf(trx: Knex.Transaction, reader: Reader, order: Order, edit: Edit): Promise<Change> {
  const placeId = edit.receptionPlace ?? order.receptionPlaceId
  const itemId = edit.orderTypeItemId ?? order.orderTypeItemId
  const quantity = edit.quantity ?? order.quantity
  const isByStaff = isStaff(reader)
  const overridePrice = isByStaff ? (edit.netPrice ?? undefined) : undefined
  const vatRate = isByStaff ? (edit.vatRate ?? order.vatRate) : order.vatRate
  const isOtherPlace = placeId !== order.receptionPlaceId
  const isOtherItem = followsRules(order, { placeId, itemId })
  const isChanged = isOtherItem || quantity !== order.quantity
  const isRepriced = isOtherItem || (overridePrice ?? order.netPrice) !== order.netPrice
  if (!(isChanged || isRepriced || vatRate !== order.vatRate)) return { patch: {} }

  const place = isOtherPlace
    ? await requireActivePlace(trx, reader, placeId)
    : orNotFound(await placeForOrder(trx, placeId, system))
  if (place.companyId !== order.companyId) throwOrderError('otherCompany')
  const orderTypeId = isOtherItem ? (await itemAt(trx, reader, place, itemId)).orderTypeId : order.orderTypeId
  if (isChanged) checkQuantity(orderTypeId, quantity)
  const priced = isRepriced ? await pricedBy(trx, { itemId, place, at: order.createdAt }, overridePrice) : undefined
  const { netPrice, priceOverridden } = priced ?? order
  const patch = {
    ...(isOtherPlace ? { receptionPlaceId: place.id, departmentId: place.departmentId, notificationSent: false } : {}),
    orderTypeId,
    orderTypeItemId: itemId,
    quantity,
    netPrice,
    priceOverridden,
    vatRate,
    ...valuesOf(netPrice, pricedQuantity(orderTypeId, quantity), vatRate)
  }
  return { patch, ...(priced ? { priced } : {}) }
}
