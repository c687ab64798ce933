/**
 * The reasons for an order's price. The steps of the pricing are stored each time an order is priced. For an order that was priced before
 * they were stored, they are worked out from the prices that were valid when it was placed, and the answer says so: since when the prices
 * have been valid that were there before their history was kept is unknown. A row belongs to the version of the order that got the price.
 */
import { type Static, Type } from '@sinclair/typebox'
import { dayOf } from '../../src/contract/days.ts'
import { type Reader, system } from '../../src/kernel/access/caller.ts'
import { namesFor } from '../../src/kernel/access/identity.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { orNotFound } from '../../src/kernel/routes/route.ts'
import { Day, Instant, Money, Nullable } from '../../src/kernel/schema.ts'
import type { Services } from '../../src/kernel/services.ts'
import { placeForPrice } from '../companies/public.ts'
import { traceOf } from '../pricing/public.ts'
import { PriceStep } from '../pricing/schema.ts'
import type { Order } from './models.ts'
import type { Priced } from './pricing-terms.ts'

export const PriceReasons = Type.Object({
  netPrice: Money,
  byStaff: Type.Boolean({ description: 'set by staff: another price than the price rules give' }),
  user: Nullable(Type.String({ description: 'who set it; null: unknown, or set by nobody' })),
  at: Nullable(Type.String({ ...Instant, description: 'when it was fixed; null: not yet, or not recorded' })),
  day: Type.String({ ...Day, description: 'the day of the instant whose prices count' }),
  recorded: Type.Boolean({
    description: 'false: priced before reasons were kept; the trace is by the price history, as far as it is known'
  }),
  trace: Type.Array(PriceStep, { description: 'which prices were considered, in their order of precedence' })
})
type Reasons = Static<typeof PriceReasons>

/** Stores the reasons for an order's price. Must be called after the order was written, because it reads the new version. */
export async function keepReasons({ trx, accountId, now }: CommandContext, id: number, priced: Priced): Promise<void> {
  const { day, netPrice, trace } = priced
  await query(
    trx,
    sql`insert into orders.price_reasons (order_id, version, priced_at, account_id, day, net_price, trace)
      select id, version, ${now}, ${accountId}, ${day}, ${netPrice}, ${JSON.stringify(trace)} from orders.orders
      where id = ${id}`
  )
}

/** Deletes the reasons from this version on: an undo gives the order its earlier price back. */
export const forgetReasons = (trx: Database, id: number, version: number): Promise<unknown[]> =>
  query(trx, sql`delete from orders.price_reasons where order_id = ${id} and version >= ${version}`)

/** The reasons for the price that an edit would give. */
export const reasonsAhead = ({ priceOverridden: byStaff, netPrice, day, trace }: Priced): Reasons => ({
  netPrice,
  byStaff,
  user: null,
  at: null,
  day,
  recorded: true,
  trace: [...trace]
})

type Kept = Pick<Priced, 'day' | 'trace'> & { readonly at: string; readonly accountId: number | null }

/** The reasons for an order's present price. To clients, staff have the name of the business. */
export async function reasonsOf(services: Services, order: Order, reader: Reader): Promise<Reasons> {
  const { id, netPrice, priceOverridden: byStaff } = order
  const kept = await queryOne<Kept & { readonly netPrice: number }>(
    services.db,
    sql`select day::text as day, trace, account_id as "accountId", net_price as "netPrice",
        to_char(priced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from orders.price_reasons where order_id = ${id} order by version desc limit 1`
  )
  if (!kept || kept.netPrice !== netPrice) {
    const day = dayOf(order.createdAt)
    const trace = await traceThen(services.db, order)
    return { netPrice, byStaff, user: null, at: null, day, recorded: false, trace }
  }
  const { at, day, trace, accountId } = kept
  const nameOf = byStaff ? await namesFor(services, services.db, [accountId], reader) : undefined
  return { netPrice, byStaff, user: nameOf?.(accountId) ?? null, at, day, recorded: true, trace: [...trace] }
}

/** The steps of pricing the order's place and item by the prices that were valid when it was placed. */
async function traceThen(database: Database, { receptionPlaceId, orderTypeItemId, createdAt }: Order) {
  const place = orNotFound(await placeForPrice(database, receptionPlaceId, system))
  return await traceOf(database, { itemId: orderTypeItemId, place, at: createdAt })
}
