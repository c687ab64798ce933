/** The models that write the tables of prices. The resources read them. */
import objection from 'objection'

const { Model, raw, snakeCaseMappers } = objection

/** The price of an item for everybody, in PLN net. */
export class GeneralPrice extends Model {
  static override tableName = 'pricing.general_prices'
  static override idColumn = 'order_type_item_id'
  static override columnNameMappers = snakeCaseMappers()

  declare orderTypeItemId: number
  declare price: number
  /** Whether the prices by the first digit of the postal code apply. */
  declare postalCodePrices: boolean
  declare version: number
}

/** The price of an item by the first digit of the postal code, in PLN net. */
export class PostalPrice extends Model {
  static override tableName = 'pricing.postal_prices'
  static override idColumn = ['order_type_item_id', 'digit']
  static override columnNameMappers = snakeCaseMappers()

  declare orderTypeItemId: number
  declare digit: number
  declare value: number
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

/** A patch that only increases the version of a row, for a change that is made in another table. */
export const touched = { version: raw('version + 1') }
