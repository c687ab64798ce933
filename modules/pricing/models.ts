/** The models that write the tables of prices. The resources read them. */
import objection from 'objection'

const { Model, snakeCaseMappers } = objection

/** An item that has prices, or had some. */
export class PricedItem extends Model {
  static override tableName = 'pricing.priced_items'
  static override idColumn = 'order_type_item_id'
  static override columnNameMappers = snakeCaseMappers()

  declare orderTypeItemId: number
  /** When prices were last set, to the microsecond; null: never since their history is kept. */
  declare changedAt: string | null
  /** When all prices were withdrawn. */
  declare endedAt: string | null
  declare version: number
}

/** The general price of an item, or its price by the first digit of the postal code, from an instant to the next; in PLN net. */
export class PricePeriod extends Model {
  static override tableName = 'pricing.price_periods'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare orderTypeItemId: number
  declare digit: number | null
  declare value: number
  /** With a general price: whether the prices by the first digit of the postal code apply. */
  declare postalCodePrices: boolean | null
  /** Null: unknown. To the microsecond. */
  declare validFrom: string | null
  declare validTo: string | null
  declare changedBy: number | null
}

/** A price agreed with a company or for a place (the other is null). */
export class AgreedPrice extends Model {
  static override tableName = 'pricing.special_prices'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare companyId: number | null
  declare receptionPlaceId: number | null
  declare orderTypeItemId: number
  declare dateFrom: string
  declare dateTo: string
  declare value: number
  declare endedAt: Date | null
  declare createdAt: Date
}
