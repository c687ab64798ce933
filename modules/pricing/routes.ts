import { Type } from '@sinclair/typebox'
import { dayOf } from '../../src/kernel/days.ts'
import { defineRoute, found, Single } from '../../src/kernel/routes.ts'
import { Money } from '../../src/kernel/schema.ts'
import { placeForPrice } from '../companies/public.ts'
import { fail } from './errors.ts'
import { priceOf } from './public.ts'
import { grossOf } from './rules.ts'

const usualVat = 8

export const routes = [
  defineRoute({
    url: '/api/Admin/OrderTypeItems/:id',
    for: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
    summary: 'Price of an item at a reception place, today',
    query: Type.Object({ receptionPlaceId: Type.Integer({ minimum: 1 }) }),
    answer: Single(
      Type.Object({
        netPrice: Money,
        grossPrice: Money,
        source: Type.String({ enum: ['place', 'company', 'postal', 'general'], description: 'whose price it is' })
      })
    ),
    run: async ({ services, caller, id, query: { receptionPlaceId } }) => {
      const place = found(await placeForPrice(services.db, receptionPlaceId, caller))
      const price = await priceOf(services.db, { itemId: id, place, day: dayOf(services.now()) })
      if (!price) return fail('noPrice')
      return { data: { ...price, grossPrice: grossOf(price.netPrice, usualVat) } }
    }
  })
]
