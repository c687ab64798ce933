/** The models by which the module's tables are written. Lists are read by the resource. */
import type { ModelObject } from 'objection'
import objection from 'objection'
import { modelOf } from '../../src/kernel/database/model.ts'
import type { Database } from '../../src/kernel/database/sql.ts'
import type { ColumnsOf } from '../../src/kernel/resources/define-fields.ts'
import { orNotFound } from '../../src/kernel/routes/route.ts'
import type { orderFields } from './fields.ts'

const { Model, raw, snakeCaseMappers } = objection

/** Besides its fields that are columns (`fields.ts`), which need no line here. */
export class Order extends modelOf<ColumnsOf<typeof orderFields>>('orders.orders') {
  declare status: number
  /** Whether staff set another net price than the price rules give. */
  declare priceOverridden: boolean
  declare acceptedAt: Date | null
  declare finishedAt: Date | null
  declare canceledAt: Date | null
  /** When a person typed the invoice number; null where the accounting system gave it. */
  declare invoicedByHandAt: Date | null
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

/**
 * What an undo gives back: the columns of an order as they were before its last planning, restore or finish. They are not in the history,
 * which has names in place of ids.
 */
export class UndoData extends Model {
  static override tableName = 'orders.undo'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = 'order_id'
  static override jsonAttributes = ['columns']

  declare orderId: number
  /** The command that changed the columns. */
  declare code: string
  declare columns: OrderPatch
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
  /** Who drives the vehicle on this day in place of its driver (route-driver.ts). */
  declare driverId: number | null
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
