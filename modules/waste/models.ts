/** The models by which the tables are written. Fields are camelCase; conditions name columns. */
import { Model, raw, snakeCaseMappers } from 'objection'

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

/** Counts the row's version where what has changed stands in another table. */
export const touched = { version: raw('version + 1') }

export class ActRecord extends WasteModel {
  static override tableName = 'waste.acts'
  declare id: number
  declare cardId: number
  /** A code of `ActKind`. */
  declare kind: number
  /** In megagrams; null where the act has none. */
  declare mass: number | null
  /** Of a rejection its reason, of a confirmation its remarks. */
  declare reason: string | null
  declare accountId: number | null
  declare createdAt: Date
  declare dueAt: Date
}
