/** The public price list: the general prices, in each language. Prices agreed with a client are not public. */
import { Type } from '@sinclair/typebox'
import { type Language, languageNumbers, languageOf } from '../../src/contract/languages.ts'
import { memberOf } from '../../src/contract/vocabulary.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute } from '../../src/kernel/routes/route.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { validNow } from './periods/now.ts'
import { digits, PriceList, type PriceListAnswer } from './schema.ts'
import { grossSql } from './statements.ts'

/** The day from which the list applies, by the specification. */
const effectiveFrom = '2021-09-01'
/** The price of a tonne of oversized tyres, in PLN net, by the specification. */
const oversizedNetPrice = 800
/** Seconds for which an answer may be cached. After that, everybody sees a change of prices. */
const cachedFor = 60

type Group = PriceListAnswer['data'][number]
type ItemRow = Group['items'][number] & { orderTypeId: Group['orderTypeId'] }

/** An item priced by postal codes has ten prices: for each digit its own, or else that of the item. */
const listedItems = (
  language: Language
) => sql`select item.order_type_id as "orderTypeId", item.id as "orderTypeItemId",
    ${itemName('item', language)} as "orderTypeItemName",
    (select json_agg(json_build_object('postalCodePrefix', digit::text, 'netPrice', net, 'grossPrice', ${raw(grossSql('net'))})
        order by digit)
      from (
        select digits.digit, coalesce(postal.value, price.value) as net
          from generate_series(0, ${raw(String(digits.length - 1))}) digits(digit)
          left join pricing.price_periods postal on postal.digit = digits.digit and ${raw(validNow('postal', 'priced'))}
          where price.postal_code_prices
        union all select null, price.value where not price.postal_code_prices
      ) listed) as prices
  from pricing.named_prices priced
    join pricing.price_periods price on price.digit is null and ${raw(validNow('price', 'priced'))}
    ${joinItems('item', 'priced.order_type_item_id')}
  order by item.order_type_id, item.value, item.id`

export const groupedPrices = defineRoute({
  url: '/api/Admin/Prices/grouped-prices',
  access: ['anyone'],
  summary: 'The public price list: prices of items by order types, and by the first digit of the postal code',
  query: Type.Object({
    langid: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description: '1 pl, 2 en, 3 de, 4 sk, 5 et, 6 cs' }))
  }),
  rateLimit: { max: 120, timeWindow: 60_000 },
  answer: PriceList,
  run: async ({ services: { db, messages, settings }, query: { langid = languageNumbers.pl }, reply }) => {
    const language = languageOf(langid)
    reply.header('cache-control', `public, max-age=${cachedFor}`)
    const groups: Group[] = []
    for (const { orderTypeId, ...item } of await query<ItemRow>(db, listedItems(language))) {
      const last = groups.at(-1)
      if (last?.orderTypeId === orderTypeId) last.items.push(item)
      else {
        const orderTypeName = messages.say(language, `catalogue.orderType.${memberOf(OrderType, orderTypeId)}`)
        groups.push({ orderTypeId, orderTypeName, items: [item] })
      }
    }
    const deliveryPoints = settings.deliveryPoints.split(';').flatMap(point => point.trim() || [])
    return { data: groups, effectiveFrom, oversizedNetPrice, deliveryPoints }
  }
})
