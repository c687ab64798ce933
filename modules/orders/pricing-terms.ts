/** The rules for place, item, quantity, wished day and price of an order, which placing and every edit share. */
import type { Knex } from 'knex'
import { check } from '../../src/contract/check.ts'
import { dayOf } from '../../src/contract/days.ts'
import { isStaff, type Reader } from '../../src/kernel/access/caller.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import type { Database } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { orNotFound } from '../../src/kernel/routes/route.ts'
import { type Item, itemsOf } from '../catalogue/public.ts'
import { inactiveCompanyPage, type PlaceForOrder, placeForOrder, typesOfPlace } from '../companies/public.ts'
import { choosePrice, type PriceQuestion, type PriceStep, traceOf } from '../pricing/public.ts'
import { throwOrderError } from './errors.ts'
import { boundsOf, maxWishDays, wishFault } from './rules.ts'

/** Locks and returns the place of an order. Throws unless it is visible to the reader, active, and of an active company. */
export async function requireActivePlace(trx: Knex.Transaction, reader: Reader, id: number): Promise<PlaceForOrder> {
  const place = orNotFound(await placeForOrder(trx, id, reader))
  if (!place.companyActive) {
    const forStaff = { message: 'orders.companyInactive.staff', extra: { see: inactiveCompanyPage(place) } }
    throwOrderError('companyInactive', isStaff(reader) ? forStaff : {})
  }
  return place.isActive ? place : throwOrderError('placeInactive')
}

/** The item. Throws unless the place is assigned its order type; staff are told how to assign it. */
export async function itemAt(trx: Knex.Transaction, reader: Reader, place: PlaceForOrder, id: number): Promise<Item> {
  const items = await itemsOf(trx, reader.language, typesOfPlace(place.id))
  const message = 'errors.orders.itemNotAllowed.staff'
  return items.find(item => item.id === id) ?? throwOrderError('itemNotAllowed', isStaff(reader) ? { message } : {})
}

export function checkQuantity(orderTypeId: number, quantity: number): void {
  const fieldErrors = check({ type: 'integer', ...boundsOf(orderTypeId) }, quantity, 'quantity')
  if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
}

/** Refuses a wished day that is over or too far ahead; one that the order has already may be over by now. */
export function checkWish(day: string | null | undefined, now: Date, before: string | null = null): void {
  const fault = day && day !== before ? wishFault(day, dayOf(now)) : undefined
  if (fault) refuseField('wishedDate', `orders.order.wishedDate.${fault}`, { days: maxWishDays })
}

/** A price with its reasons. */
export interface Priced {
  /** Net, in PLN. */
  readonly netPrice: number
  /** Whether staff set another price than the rules give. */
  readonly priceOverridden: boolean
  /** The day of the instant whose prices count, `YYYY-MM-DD`. */
  readonly day: string
  /** The steps of pricing by the rules, even if staff set the price. */
  readonly trace: readonly PriceStep[]
}

/** The price that staff set, else the one that the rules of the instant give. Throws `orders.noPrice` if there is neither. */
export async function pricedBy(
  database: Database,
  question: PriceQuestion,
  overridePrice?: number | null
): Promise<Priced> {
  const trace = await traceOf(database, question)
  const priceByRules = choosePrice(trace)?.netPrice
  const netPrice = overridePrice ?? priceByRules ?? throwOrderError('noPrice')
  return { netPrice, priceOverridden: netPrice !== priceByRules, day: dayOf(question.at), trace }
}
