import { Type } from '@sinclair/typebox'
import { grossOf } from '../../src/contract/money.ts'
import { codesOf, memberOf } from '../../src/contract/vocabulary.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { EnumOf, Id, Money } from '../../src/kernel/schema.ts'
import type { Services } from '../../src/kernel/services.ts'
import { itemsOf } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { placeForPrice } from '../companies/public.ts'
import { Country } from '../companies/schema.ts'
import { throwPricingError } from './errors.ts'
import { unpricedItems } from './general/forms.ts'
import { groupedPrices } from './price-list.ts'
import { choosePrice, usualVatRate } from './rules.ts'
import { PriceSource, PriceStep } from './schema.ts'
import { type PriceQuestion, traceOf } from './trace.ts'

const PricedItem = Type.Object({
  netPrice: Money,
  grossPrice: Money,
  source: PriceSource,
  trace: Type.Array(PriceStep, { description: 'which prices were considered, in their order of precedence' })
})

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
    answer: ItemResponse(PricedItem),
    run: async ({ services, caller, id, query: { receptionPlaceId } }) => {
      const place = orNotFound(await placeForPrice(services.db, receptionPlaceId, caller))
      return { data: await priceOf(services, id, place) }
    }
  }),
  /** For an order whose place is added with it: nothing but the list prices can apply there. */
  defineRoute({
    url: '/api/Admin/OrderTypeItems/:id/price-at',
    access: ['ADMIN'],
    summary:
      'Price of an item at an address without a reception place, today, and why; without a price, 422 carries data.trace',
    query: Type.Object({
      country: EnumOf(Country),
      postalCode: Type.String({ maxLength: 12 }),
      elsewhere: Type.Optional(Type.String({ description: '“true”: the other postal code counts' })),
      placePostalCode: Type.Optional(Type.String({ maxLength: 12 }))
    }),
    answer: ItemResponse(PricedItem),
    run: async ({ services, caller, id, query: { country, postalCode, elsewhere, placePostalCode = '' } }) => {
      const items = await itemsOf(services.db, caller.language, codesOf(OrderType))
      orNotFound(items.find(item => item.id === id))
      const code = elsewhere === 'true' ? placePostalCode : postalCode
      return { data: await priceOf(services, id, { id: 0, companyId: 0, postalCode: code, country }) }
    }
  })
]

async function priceOf({ db, now }: Services, itemId: number, place: PriceQuestion['place']) {
  const trace = await traceOf(db, { itemId, place, at: now() })
  const price = choosePrice(trace)
  if (!price) return throwPricingError('noPrice', { extra: { data: { trace } } })
  return { ...price, grossPrice: grossOf(price.netPrice, usualVatRate), trace }
}
