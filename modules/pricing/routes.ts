import { Type } from '@sinclair/typebox'
import { grossOf } from '../../src/contract/money.ts'
import { memberOf } from '../../src/contract/vocabulary.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { Id, Money } from '../../src/kernel/schema.ts'
import { itemsOf } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { placeForPrice } from '../companies/public.ts'
import { throwPricingError } from './errors.ts'
import { unpricedItems } from './general/forms.ts'
import { groupedPrices } from './price-list.ts'
import { traceOf, usualVatRate } from './public.ts'
import { choosePrice } from './rules.ts'
import { PriceSource, PriceStep } from './schema.ts'

export const routes = [
  groupedPrices,
  defineRoute({
    url: unpricedItems,
    access: ['ADMIN'],
    summary: 'Items of the order types that have no general price, and none planned',
    answer: ItemResponse(Type.Array(Type.Object({ id: Id, name: Type.String(), orderTypeName: Type.String() }))),
    run: async ({ services: { db, messages }, caller: { language } }) => {
      const priced = await query<{ id: number }>(db, sql`select id from pricing.named_prices`)
      const ids = new Set(priced.map(({ id }) => id))
      const typeName = (type: number): string =>
        messages.say(language, `catalogue.orderType.${memberOf(OrderType, type)}`)
      const items = (await itemsOf(db, language)).filter(({ id }) => !ids.has(id))
      return { data: items.map(({ id, name, orderTypeId }) => ({ id, name, orderTypeName: typeName(orderTypeId) })) }
    }
  }),
  defineRoute({
    url: '/api/Admin/OrderTypeItems/:id',
    access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
    summary: 'Price of an item at a reception place, today, and why; without a price, 422 carries data.trace',
    query: Type.Object({ receptionPlaceId: Id }),
    answer: ItemResponse(
      Type.Object({
        netPrice: Money,
        grossPrice: Money,
        source: PriceSource,
        trace: Type.Array(PriceStep, { description: 'which prices were considered, in their order of precedence' })
      })
    ),
    run: async ({ services, caller, id, query: { receptionPlaceId } }) => {
      const place = orNotFound(await placeForPrice(services.db, receptionPlaceId, caller))
      const trace = await traceOf(services.db, { itemId: id, place, at: services.now() })
      const price = choosePrice(trace)
      if (!price) return throwPricingError('noPrice', { extra: { data: { trace } } })
      return { data: { ...price, grossPrice: grossOf(price.netPrice, usualVatRate), trace } }
    }
  })
]
