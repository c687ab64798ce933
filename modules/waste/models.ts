/** The models by which the tables are written. Fields are camelCase; conditions name columns. */
import { Model, snakeCaseMappers } from 'objection'

class WasteModel extends Model {
  static override columnNameMappers = snakeCaseMappers()
}

export class CardRecord extends WasteModel {
  static override tableName = 'waste.cards'
  declare id: number
  declare orderId: number | null
  /** A code of `MatchedBy`. */
  declare matchedBy: number | null
  declare matchedAccountId: number | null
  declare matchedAt: Date | null
}
