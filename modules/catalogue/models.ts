/** The models by which the catalogue's tables are written. Lists are read by the resources. */
import objection from 'objection'

const { Model, snakeCaseMappers } = objection

/** An item of an order type. */
export class Item extends Model {
  static override tableName = 'catalogue.order_type_items'
  static override columnNameMappers = snakeCaseMappers()
  static override jsonAttributes = ['names']

  declare id: number
  declare orderTypeId: number
  declare name: string
  /** Capacity in tonnes. */
  declare value: number
  /** The name in other languages, by the number of the language. */
  declare names: Record<string, string>
}

/** A reason in one of the dictionaries. */
export class Reason extends Model {
  static override tableName = 'catalogue.dictionary_values'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare dictionary: number
  declare value: string
}
