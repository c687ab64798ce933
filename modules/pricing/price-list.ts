/** The public price list: the general prices, in each language. Prices agreed with a client are not public. */
import { Type } from '@sinclair/typebox'
import { type Language, languageNumbers, languageOf } from '../../src/contract/languages.ts'
import { memberOf } from '../../src/contract/vocabulary.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import { defineRoute } from '../../src/kernel/routes/route.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { joinNextChange, validAtChange, validNow } from './periods/now.ts'
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

/** The net price at an instant, from the general period and that of the digit there. */
const netAt = (postal: string, price: string): string =>
  `case when ${price}.postal_code_prices then coalesce(${postal}.value, ${price}.value) else ${price}.value end`

/**
 * An item priced by postal codes has ten prices: for each digit its own, or else that of the item. What each becomes with the next planned
 * change is beside it, unless it stays, or the item will be priced by postal codes only from then on.
 */
const listedItems = (
  language: Language
) => sql`select item.order_type_id as "orderTypeId", item.id as "orderTypeItemId",
    ${itemName('item', language)} as "orderTypeItemName",
    (select json_agg(jsonb_build_object('postalCodePrefix', digit::text, 'netPrice', net, 'grossPrice', ${raw(grossSql('net'))})
        || case when later <> net then jsonb_build_object('next', jsonb_build_object('validFrom', ${raw(businessDay('next_change.at'))},
          'netPrice', later, 'grossPrice', ${raw(grossSql('later'))})) else '{}' end
        order by digit)
      from (
        select digits.digit, ${raw(netAt('postal', 'price'))} as net, ${raw(netAt('later_postal', 'later_price'))} as later
          from generate_series(0, ${raw(String(digits.length - 1))}) digits(digit)
          left join pricing.price_periods postal on postal.digit = digits.digit and ${raw(validNow('postal', 'priced'))}
          left join pricing.price_periods later_postal on later_postal.digit = digits.digit
            and ${raw(validAtChange('later_postal', 'priced', 'next_change'))}
          where price.postal_code_prices
        union all select null, price.value, case when not later_price.postal_code_prices then later_price.value end
          where not price.postal_code_prices
      ) listed) as prices
  from pricing.named_prices priced
    join pricing.price_periods price on price.digit is null and ${raw(validNow('price', 'priced'))}
    ${raw(joinNextChange('next_change', 'priced'))}
    left join pricing.price_periods later_price on later_price.digit is null
      and ${raw(validAtChange('later_price', 'priced', 'next_change'))}
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
