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
  /** A code of `EntryState`. */
  declare entryState: number | null
  declare enteredAt: Date | null
}

/** Counts the row's version where what has changed stands in another table. */
export const touched = { version: raw('version + 1') }

export class ClientKeys extends WasteModel {
  static override tableName = 'waste.client_keys'
  declare id: number
  declare companyId: number
  declare secret: Buffer
  declare hint: string
  declare registerCompany: string
  declare accountId: number | null
  declare createdAt: Date
  declare usedAt: Date | null
}

export class Draft extends WasteModel {
  static override tableName = 'waste.drafts'
  declare id: number
  declare orderId: number
  declare companyId: number
  /** The id of the client's place in the register. */
  declare place: string
  declare wasteCode: string
  declare process: string
  declare plate: string
  /** In megagrams. */
  declare mass: number
  declare plannedAt: Date
  declare store: string | null
  /** A code of `DraftState`. */
  declare state: number
  declare number: string | null
  declare problem: string | null
  declare accountId: number | null
  declare createdAt: Date
  declare dueAt: Date
  declare endedAt: Date | null
}

export class EntryRecord extends WasteModel {
  static override tableName = 'waste.entries'
  declare id: number
  declare cardId: number
  declare wasteCode: string
  /** In megagrams. */
  declare mass: number
  declare receivedAt: Date
  declare accountId: number | null
  declare createdAt: Date
  declare dueAt: Date
}

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
