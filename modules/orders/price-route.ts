import { Type } from '@sinclair/typebox'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../src/kernel/http/route.ts'
import { exists } from '../../src/kernel/resources/read-one.ts'
import { Id, Money } from '../../src/kernel/schema.ts'
import { placeForPrice } from '../companies/public.ts'
import { followingPrice } from './apply-edit.ts'
import { findOrder } from './models.ts'
import { orders } from './resource.ts'

/** What the form of an edit shows while nobody has typed a price: the same rule that the edit then follows. */
export const priceRoute = defineRoute({
  url: '/api/Admin/Orders/:id/price',
  access: orders.access,
  summary: 'Net price of an order after an edit of these terms without a price; without a price, 422',
  query: Type.Object({
    receptionPlace: Id,
    orderTypeItemId: Id,
    quantity: Type.Integer({ minimum: 1, maximum: 50 })
  }),
  answer: ItemResponse(Type.Object({ netPrice: Money })),
  run: async ({ services: { db }, caller, id, query: { receptionPlace, orderTypeItemId, quantity } }) => {
    if (!(await exists(db, orders, id, caller))) throwProblem('notFound')
    const place = orNotFound(await placeForPrice(db, receptionPlace, caller))
    const terms = { placeId: receptionPlace, itemId: orderTypeItemId, quantity }
    return { data: { netPrice: await followingPrice(db, await findOrder(db, id), terms, place) } }
  }
})
