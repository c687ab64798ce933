/** The models by which the module's tables are written. Lists are read by the resource. */
import type { ModelObject } from 'objection'
import objection from 'objection'
import type { Database } from '../../src/kernel/database/sql.ts'
import { orNotFound } from '../../src/kernel/routes/route.ts'

const { Model, raw, snakeCaseMappers } = objection

export class Order extends Model {
  static override tableName = 'orders.orders'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare number: string
  declare version: number
  declare status: number
  declare companyId: number
  declare departmentId: number
  declare receptionPlaceId: number
  declare orderTypeId: number
  declare orderTypeItemId: number
  declare quantity: number
  declare quantityTaken: number | null
  declare additionalInfo: string | null
  declare paymentType: number
  declare netPrice: number
  declare grossPrice: number
  declare netValue: number
  declare grossValue: number
  declare vatValue: number
  declare vatRate: number
  declare vatSymbol: string | null
  /** Whether staff set another net price than the price rules give. */
  declare priceOverridden: boolean
  declare kpo: string | null
  declare tonnage: number | null
  declare internalStoreId: number | null
  declare recycleOperatorId: number | null
  declare vehicleId: number | null
  declare driverId: number | null
  /** `YYYY-MM-DD` */
  declare realizationDate: string | null
  declare receivingDate: string | null
  declare notificationSent: boolean
  declare acceptedAt: Date | null
  declare finishedAt: Date | null
  declare canceledAt: Date | null
  declare reasonForCancellation: string | null
  declare cancellationComment: string | null
  declare optimaStatus: number
  declare optimaNumber: string | null
  declare invoiceNumber: string | null
  /** When a person typed the invoice number; null where the accounting system gave it. */
  declare invoicedByHandAt: Date | null
  declare manually: boolean
  declare createdBy: number | null
  declare createdAt: Date
}

export type OrderPatch = Partial<ModelObject<Order>>

/** The columns of an order, which the command has locked. Throws 404 if there is none. */
export const findOrder = async (trx: Database, id: number): Promise<Order> =>
  orNotFound(await Order.query(trx).findById(id))

export class Comment extends Model {
  static override tableName = 'orders.comments'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare orderId: number
  declare content: string
  declare accountId: number | null
  /** Whether only staff may read it. */
  declare internal: boolean
  declare byClient: boolean
  declare createdAt: Date
}

/** The comments of an order, counted by triggers. */
export class CommentThread extends Model {
  static override tableName = 'orders.comment_threads'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = 'order_id'

  declare orderId: number
  /** Whether the last comment is the client's. */
  declare unanswered: boolean
}

/** The route of a vehicle on a day. */
export class Route extends Model {
  static override tableName = 'orders.routes'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare vehicleId: number
  /** `YYYY-MM-DD` */
  declare day: string
  /** From 1 within each day. */
  declare number: number
  /** Whether its stops were put in order by hand, and keep that order. */
  declare byHand: boolean
  /** Counts each change of its stops. */
  declare version: number
}

/** Increases the version: for commands that change data of an order in another table. */
export const touched = { version: raw('version + 1') }

/** An order's place in a route. */
export class Stop extends Model {
  static override tableName = 'orders.stops'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = 'order_id'

  declare orderId: number
  declare routeId: number
  declare sequence: number
}

/** The next order number of a year, as an expression for the insert. */
export const nextNumber = (year: number) => raw('orders.next_number(?)', year)
