import { type Static, Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Instant, Money, Nullable } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'
import { priceReasons } from './rules.ts'

/** The kind of a price, with the codes of the view `pricing.all_prices`. */
export const PriceKind = vocabulary('pricing.kind', {
  general: { code: 0 },
  postal: { code: 1 },
  place: { code: 2 },
  company: { code: 3 }
})

/** Whether a price applies today. A price by postal codes applies if the item is priced by them. */
export const PriceState = vocabulary('pricing.state', {
  current: { code: 0, tone: 'success' },
  upcoming: { code: 1, tone: 'info' },
  over: { code: 2, tone: 'neutral' },
  ended: { code: 3, tone: 'warning' },
  notInUse: { code: 4, tone: 'neutral' }
})

/** Which prices of an item follow one another: the general ones, or those of a first digit of the postal code. */
export const PriceSeries = vocabulary('pricing.series', {
  general: { code: 10 },
  digit0: { code: 0 },
  digit1: { code: 1 },
  digit2: { code: 2 },
  digit3: { code: 3 },
  digit4: { code: 4 },
  digit5: { code: 5 },
  digit6: { code: 6 },
  digit7: { code: 7 },
  digit8: { code: 8 },
  digit9: { code: 9 }
})

/** The first digits of Polish postal codes. */
export const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The price of one postal region, in PLN net. */
export const DigitPrice = Type.Object({
  postalCodePrefix: Type.String({ enum: [...digits], description: 'first digit of the postal code' }),
  value: Money
})

export const SpecialPrice = Type.Object({
  id: Id,
  orderTypeItemId: Id,
  orderTypeItemName: Type.String(),
  dateFrom: Day,
  dateTo: Day,
  value: Money,
  grossValue: Money
})

export const PriceSource = Type.String({
  enum: ['place', 'company', 'postal', 'general'],
  description: 'whose price it is'
})

/** One price step: a price that was considered, whether it was taken, and why. */
export const PriceStep = Type.Object({
  source: PriceSource,
  value: Nullable(Money),
  dateFrom: Nullable(Day),
  dateTo: Nullable(Day),
  digit: Nullable(Type.String({ description: 'first digit of the postal code' })),
  validFrom: Type.Optional(
    Type.String({
      ...Instant,
      description: 'of a general price or one by postal code: since when it is valid; missing: unknown'
    })
  ),
  taken: Type.Boolean(),
  reason: Type.String({ enum: [...priceReasons], description: 'why it is taken, or why not' })
})

/** The price of an item by the first digit of the postal code. Without a digit, it applies everywhere. */
const ListedPrice = Type.Object({
  postalCodePrefix: Nullable(DigitPrice.properties.postalCodePrefix),
  netPrice: Money,
  grossPrice: Money,
  next: Type.Optional(
    Type.Object(
      { validFrom: Day, netPrice: Money, grossPrice: Money },
      { description: 'what it becomes with the next change; missing: it stays, or that is not known' }
    )
  )
})

const PriceGroup = Type.Object({
  orderTypeId: EnumOf(OrderType),
  orderTypeName: Type.String(),
  items: Type.Array(
    Type.Object({ orderTypeItemId: Id, orderTypeItemName: Type.String(), prices: Type.Array(ListedPrice) })
  )
})

/** The public price list. */
export const PriceList = Type.Object({
  data: Type.Array(PriceGroup),
  effectiveFrom: Day,
  oversizedNetPrice: Money,
  deliveryPoints: Type.Array(Type.String(), { description: 'where customers may bring tyres themselves' })
})
export type PriceListAnswer = Static<typeof PriceList>
