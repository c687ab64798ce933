/** Refusals because of open orders: new, accepted and in progress. The orders module, which is above this one, finds them. */
import { codes, memberOf } from '../../../src/contract/vocabulary.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { throwCompanyError } from '../errors.ts'
import { type OpenOrders, openOrders, type TypeOfPlace } from '../points.ts'

type Context = Pick<CommandContext, 'trx' | 'services' | 'language'>

/**
 * Refuses (409) to take these order types away while an open order of the place uses one. The companies of the places must be locked
 * before, so that no order is placed meanwhile.
 * @param severalPlaces the call is about several places: the refusal says which one each order is for
 */
export async function requireTypesUnused(
  context: Context,
  taken: readonly TypeOfPlace[],
  severalPlaces: boolean
): Promise<void> {
  if (taken.length === 0) return
  const { total, first } = await openOrders.of(context.services.extensions)(context.trx, taken)
  if (total === 0) return
  const orders = await namesOf(context, first, severalPlaces)
  throwCompanyError.at('orderTypeIds', 'typeInUse', { orders, count: total, more: total - first.length })
}

/** Refuses (409) to deactivate a place, which must be locked before, while it has open orders. */
export async function requireNoOpenOrders(context: Context, placeId: number): Promise<void> {
  const every = codes(OrderType, ['vehicle', 'tonnage', 'container']).map(orderTypeId => ({ placeId, orderTypeId }))
  const { total, first } = await openOrders.of(context.services.extensions)(context.trx, every)
  if (total === 0) return
  const orders = await namesOf(context, first, false)
  throwCompanyError('placeHasOpenOrders', { params: { orders, count: total, more: total - first.length } })
}

/** The orders with their types, as a text. */
async function namesOf(
  { trx, services, language }: Context,
  orders: OpenOrders['first'],
  withPlaces: boolean
): Promise<string> {
  const addresses = await query<{ id: number; address: string }>(
    trx,
    sql`select p.id, p.city || ', ' || p.street as address from companies.reception_places p
      where p.id = any(${orders.map(({ placeId }) => placeId)}::int[])`
  )
  const named = orders.map(({ number, placeId, orderTypeId }) => {
    const type = services.messages.say(language, `catalogue.orderType.${memberOf(OrderType, orderTypeId)}`)
    const address = addresses.find(({ id }) => id === placeId)?.address
    return `${number} (${withPlaces && address ? `${type}; ${address}` : type})`
  })
  return named.join(', ')
}
