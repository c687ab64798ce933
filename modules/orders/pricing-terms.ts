/** What an order is for and what it costs: the same rules for placing it and for every edit. */
import type { Knex } from 'knex'
import { check } from '../../src/contract/check.ts'
import type { Reader } from '../../src/kernel/access/caller.ts'
import type { Database } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { orNotFound } from '../../src/kernel/http/route.ts'
import { type Item, itemsOf } from '../catalogue/public.ts'
import { type PlaceForOrder, placeForOrder } from '../companies/public.ts'
import { type PriceQuestion, priceOf, traceOf } from '../pricing/public.ts'
import type { PriceStep } from '../pricing/rules.ts'
import { throwOrderError } from './errors.ts'
import { boundsOf } from './rules.ts'

/** The place of a new order, locked against change: visible to the reader, active, of an active company. */
export async function requireActivePlace(trx: Knex.Transaction, reader: Reader, id: number): Promise<PlaceForOrder> {
  const place = orNotFound(await placeForOrder(trx, id, reader))
  if (!place.companyActive) throwOrderError('companyInactive')
  return place.isActive ? place : throwOrderError('placeInactive')
}

/** The item, when it is of a type that the place is assigned. */
export async function itemAt(
  trx: Knex.Transaction,
  { language }: Reader,
  place: PlaceForOrder,
  id: number
): Promise<Item> {
  const items = await itemsOf(trx, language, place.orderTypes)
  return items.find(item => item.id === id) ?? throwOrderError('itemNotAllowed')
}

export function checkQuantity(orderTypeId: number, quantity: number): void {
  const fieldErrors = check({ type: 'integer', ...boundsOf(orderTypeId) }, quantity, 'quantity')
  if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
}

/** A price, and why it is that one. */
export interface Priced {
  /** Net, in PLN. */
  readonly netPrice: number
  /** Staff set another price than the rules give. */
  readonly priceOverridden: boolean
  /** The day whose prices count, `YYYY-MM-DD`. */
  readonly day: string
  /** What the rules give, whoever set the price. */
  readonly trace: readonly PriceStep[]
}

/** The price that staff set, else the one that the rules of the day give; without either, 422. */
export async function pricedBy(
  database: Database,
  question: PriceQuestion,
  overridePrice?: number | null
): Promise<Priced> {
  const trace = await traceOf(database, question)
  const priceByRules = priceOf(trace)
  const netPrice = overridePrice ?? priceByRules ?? throwOrderError('noPrice')
  return { netPrice, priceOverridden: netPrice !== priceByRules, day: question.day, trace }
}
