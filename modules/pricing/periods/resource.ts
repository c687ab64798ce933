/** Since when which price of an item is valid: general prices and prices by postal codes, past, present and planned ones. */
import { Type } from '@sinclair/typebox'
import { dayWords, isDayWord, timeZone } from '../../../src/contract/days.ts'
import { literal, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { businessDay, filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Instant, Money, Nullable } from '../../../src/kernel/schema.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { leftJoinAccount, personName } from '../../users/public.ts'
import { DigitPrice, PriceSeries, PriceState } from '../schema.ts'
import { grossSql } from '../statements.ts'

/** Now, but not before the last change of the item's prices, as in the views of the present ones. */
const now = 'greatest(now(), priced.changed_at)'

/** A period that is over was followed by another price, or else the price was withdrawn. */
const state = `case
  when period.valid_from > ${now} then ${PriceState.upcoming}
  when period.valid_to <= ${now} then case when exists (select 1 from pricing.price_periods next
      where next.order_type_item_id = period.order_type_item_id and next.digit is not distinct from period.digit
        and next.valid_from = period.valid_to)
    then ${PriceState.over} else ${PriceState.ended} end
  when period.digit is not null and general.postal_code_prices is not true then ${PriceState.notInUse}
  else ${PriceState.current} end`

/** The general price stands before those of the digits, also downwards. */
const generalFirst = `coalesce(period.digit, ${PriceSeries.general})`

/** When a day begins in Warsaw, or so many days later; the day may be a word. */
const startOfDay = (day: string, later = 0): Sql => {
  const date = isDayWord(day) ? sql`${raw(businessDay('now()'))} + ${literal(dayWords[day])}` : sql`${day}::date`
  return sql`((${date} + ${literal(later)})::timestamp at time zone ${raw(`'${timeZone}'`)})`
}

export const pricePeriods = defineResource({
  type: 'pricing.period',
  title: 'price of a time',
  titles: 'general prices and prices by postal codes of all times',
  path: '/api/Admin/Prices/validity',
  serves: ['list'],
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    orderTypeId: EnumOf(OrderType),
    orderTypeItemId: Id,
    orderTypeItemName: Type.String(),
    series: EnumOf(PriceSeries),
    postalDigit: Nullable(DigitPrice.properties.postalCodePrefix),
    value: Money,
    grossValue: Money,
    postalCodePrices: Nullable(
      Type.Boolean({ description: 'of a general price: whether the item is priced by postal codes in this time' })
    ),
    validFrom: Nullable(Type.String({ ...Instant, description: 'null: unknown' })),
    validTo: Nullable(
      Type.String({ ...Instant, description: 'when another price follows, or none; null: not known yet' })
    ),
    changedBy: Nullable(Type.String({ description: 'who set it; null: unknown' })),
    state: EnumOf(PriceState)
  }),
  table: 'pricing.price_periods',
  alias: 'period',
  joins: {
    item: joinItems('item', 'period.order_type_item_id'),
    priced: 'join pricing.priced_items priced on priced.order_type_item_id = period.order_type_item_id',
    general: 'left join pricing.general_prices general on general.order_type_item_id = period.order_type_item_id',
    author: leftJoinAccount('author', 'period.changed_by')
  },
  fields: {
    orderTypeId: joined('item', 'order_type_id'),
    orderTypeItemName: {
      sql: reader => itemName('item', reader.language),
      sort: ['item.name', generalFirst, 'period.valid_from'],
      join: 'item'
    },
    series: { sql: `coalesce(period.digit, ${PriceSeries.general})` },
    postalDigit: { sql: 'period.digit::text', sort: ['period.digit'] },
    grossValue: { sql: grossSql('period.value'), sort: ['period.value'] },
    validFrom: { sql: 'period.valid_from', sort: ['period.valid_from', 'period.order_type_item_id', generalFirst] },
    changedBy: { sql: personName('author'), join: 'author' },
    state: { sql: state, sort: [state], join: ['priced', 'general'] }
  },
  filters: {
    OrderTypeItemId: filter(Id, id => sql`period.order_type_item_id = ${id}`),
    Series: filter(EnumOf(PriceSeries), series => sql`coalesce(period.digit, ${PriceSeries.general}) = ${series}`),
    ValidOn: filter(
      Type.String({
        format: 'dayOrWord',
        description: 'prices that were or will be valid on this day; YYYY-MM-DD, today or tomorrow'
      }),
      day =>
        sql`coalesce(period.valid_from < ${startOfDay(day, 1)}, true) and coalesce(period.valid_to > ${startOfDay(day)}, true)`
    )
  },
  sort: '-validFrom'
})
