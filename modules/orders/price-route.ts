import { Type } from '@sinclair/typebox'
import type { Reader } from '../../src/kernel/access/caller.ts'
import type { Database } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { exists } from '../../src/kernel/resources/read-one.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { Id, Money } from '../../src/kernel/schema.ts'
import { placeForPrice } from '../companies/public.ts'
import { followingPrice } from './apply-edit.ts'
import { findOrder, type Order } from './models.ts'
import { PriceReasons, reasonsAhead, reasonsOf } from './price-reasons.ts'
import { orders } from './resource.ts'

async function readable(db: Database, id: number, caller: Reader): Promise<Order> {
  if (!(await exists(db, orders, id, caller))) throwProblem('notFound')
  return await findOrder(db, id)
}

export const priceRoutes = [
  /** The price that the form of an edit shows until a person types one, by the same rule as the edit itself. */
  defineRoute({
    url: '/api/Admin/Orders/:id/price',
    access: orders.access,
    summary: 'Net price of an order after an edit of these terms without a price, and why; without a price, 422',
    query: Type.Object({
      receptionPlace: Id,
      orderTypeItemId: Id,
      quantity: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: 'not used: another quantity keeps the price' })
      )
    }),
    answer: ItemResponse(Type.Object({ netPrice: Money, reasons: PriceReasons })),
    run: async ({ services, caller, id, query: { receptionPlace, orderTypeItemId } }) => {
      const { db } = services
      const order = await readable(db, id, caller)
      const place = orNotFound(await placeForPrice(db, receptionPlace, caller))
      const terms = { placeId: receptionPlace, itemId: orderTypeItemId }
      const ahead = await followingPrice(db, order, terms, place)
      const reasons = ahead ? reasonsAhead(ahead) : await reasonsOf(services, order, caller)
      return { data: { netPrice: reasons.netPrice, reasons } }
    }
  }),
  defineRoute({
    url: '/api/Admin/Orders/:id/price-reasons',
    access: orders.access,
    summary: 'Why an order has its price: the prices that were considered when it was fixed',
    answer: ItemResponse(PriceReasons),
    run: async ({ services, caller, id }) => ({
      data: await reasonsOf(services, await readable(services.db, id, caller), caller)
    })
  })
]
