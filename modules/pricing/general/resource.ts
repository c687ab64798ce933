/**
 * General prices: what an item costs for everybody, now and by what is planned. An item can also have a price for each first digit of
 * the postal code. The id of the price is that of the item: `{id}` and `{orderTypeItemId}` in the calls are the same number. An item
 * whose first price is planned has none yet.
 */
import { Type } from '@sinclair/typebox'
import { businessDay, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Day, EnumOf, Id, Money, Nullable, Version } from '../../../src/kernel/schema.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { dayText, joinNextChange, pricesText, validNow } from '../periods/now.ts'
import { DigitPrice, digits } from '../schema.ts'
import { grossSql } from '../statements.ts'

type DigitField = `digit${(typeof digits)[number]}`
export const digitFields = digits.map((digit): DigitField => `digit${digit}`)
const eachDigit = <T>(make: (digit: string) => T) =>
  Object.fromEntries(digits.map(digit => [`digit${digit}`, make(digit)])) as Record<DigitField, T>

/** The headings of the page are the order types, so every sort begins with the order type. */
const within = (...by: string[]) => ({ sort: ['item.order_type_id', ...by], join: 'item' as const })
type Joined = 'general' | 'digits' | 'next' | 'nextGeneral'
const joinedTo = (joins: readonly Joined[], ...by: string[]) => ({
  sort: ['item.order_type_id', ...by],
  join: ['item', ...joins] as const
})

/** All that is planned: `01.12.2026: 120,00 zł; 2x-xxx: 90,00 zł · 01.01.2027: 130,00 zł`. */
const plannedPrices = `(select string_agg(${dayText('change.day')} || ': ' || change.prices, ' · ' order by change.day)
  from (select ${businessDay('planned.at')} as day, ${pricesText('planned')} as prices from pricing.planned_prices planned
    where planned.order_type_item_id = price.order_type_item_id group by 1) change)`

export const prices = defineResource({
  type: 'pricing.price',
  title: 'general price',
  path: '/api/Admin/Prices',
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    orderTypeItemId: Id,
    orderTypeId: EnumOf(OrderType),
    name: Type.String(),
    priceValue: Nullable(Type.Number({ ...Money, description: 'null: only planned' })),
    grossPrice: Nullable(Money),
    postalCodePrices: Type.Boolean(),
    lowestPrice: Nullable(Money),
    highestPrice: Nullable(Money),
    prices: Type.Array(DigitPrice),
    hasPlanned: Type.Boolean(),
    plannedFrom: Nullable(Type.String({ ...Day, description: 'when prices of the item change next' })),
    plannedPrice: Nullable(Type.Number({ ...Money, description: 'the general price from then on; null: it stays' })),
    plannedPrices: Nullable(Type.String({ description: 'all planned prices' })),
    ...eachDigit(() => Nullable(Money))
  }),
  named: { sql: reader => itemName('item', reader.language), join: 'item' },
  views: {
    list: [
      ...(['id', 'version', 'orderTypeItemId', 'orderTypeId', 'name', 'priceValue', 'grossPrice'] as const),
      ...(['postalCodePrices', 'lowestPrice', 'highestPrice', 'prices'] as const),
      ...(['hasPlanned', 'plannedFrom', 'plannedPrice'] as const)
    ],
    history: ['priceValue', 'postalCodePrices', ...digitFields, 'plannedPrices']
  },
  table: 'pricing.named_prices',
  alias: 'price',
  joins: {
    item: joinItems('item', 'price.order_type_item_id'),
    general: `left join pricing.price_periods general on general.digit is null and ${validNow('general', 'price')}`,
    digits: `left join lateral (select min(p.value) as lowest, max(p.value) as highest, count(*) as n,
        json_agg(json_build_object('postalCodePrefix', p.digit::text, 'value', p.value) order by p.digit) as prices
      from pricing.price_periods p where p.digit is not null and ${validNow('p', 'price')}) digits on true`,
    next: joinNextChange('next_change', 'price'),
    nextGeneral: {
      sql: `left join pricing.price_periods next_general on next_general.order_type_item_id = price.order_type_item_id
        and next_general.digit is null and next_general.valid_from = next_change.at`,
      after: 'next'
    }
  },
  fields: {
    orderTypeId: joined('item', 'order_type_id', within('item.value', 'item.name')),
    name: { sql: reader => itemName('item', reader.language), ...within('item.name') },
    priceValue: { sql: 'general.value', ...joinedTo(['general'], 'general.value') },
    grossPrice: { sql: grossSql('general.value'), ...joinedTo(['general'], 'general.value') },
    postalCodePrices: {
      sql: 'coalesce(general.postal_code_prices, false)',
      ...joinedTo(['general'], 'general.postal_code_prices')
    },
    // The range of what places pay: the price of their digit, or that of the item if the digit has none.
    lowestPrice: { sql: rangeOf('lowest', 'least'), ...joinedTo(['general', 'digits'], rangeOf('lowest', 'least')) },
    highestPrice: {
      sql: rangeOf('highest', 'greatest'),
      ...joinedTo(['general', 'digits'], rangeOf('highest', 'greatest'))
    },
    prices: { sql: "coalesce(digits.prices, '[]')", join: 'digits' },
    hasPlanned: { sql: 'next_change.at is not null', ...joinedTo(['next'], 'next_change.at is not null') },
    plannedFrom: { sql: businessDay('next_change.at'), ...joinedTo(['next'], 'next_change.at') },
    plannedPrice: { sql: 'next_general.value', ...joinedTo(['next', 'nextGeneral'], 'next_general.value') },
    plannedPrices: { sql: plannedPrices },
    ...eachDigit(digit => ({
      sql: `(select p.value from pricing.price_periods p where p.digit = ${digit} and ${validNow('p', 'price')})`
    }))
  },
  sort: 'orderTypeId'
})

/** The lowest or highest of the prices by digit. The price of the item is included unless all ten digits have a price. */
function rangeOf(column: 'lowest' | 'highest', both: 'least' | 'greatest'): string {
  return `case when not general.postal_code_prices then general.value
    when digits.n = ${digits.length} then digits.${column} else ${both}(general.value, digits.${column}) end`
}
