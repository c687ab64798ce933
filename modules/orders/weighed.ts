/** Orders and the scale: which orders a load may be shared among, and what was weighed for one, where a module keeps weigh tickets. */
import { codes } from '../../src/contract/vocabulary.ts'
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { defineSlot } from '../../src/kernel/extension-points.ts'
import { OrderStatus } from './schema.ts'

/** Kilograms that were weighed for an order; null if none were. */
export type WeighedMass = (database: Database, orderId: number) => Promise<number | null>

export const weighedMass = defineSlot<WeighedMass>('orders.weighedMass', async () => null)

export interface WeighedOrder {
  readonly id: number
  readonly orderTypeId: number
  /** Tonnes, vehicles or containers, as they were ordered. */
  readonly quantity: number
}

const driven = codes(OrderStatus, ['inProgress', 'completed', 'invoiced'])

/** Those of the orders that are or were driven, locked so that what was ordered stays as it is until the end of the transaction. */
export const lockWeighedOrders = (trx: Database, ids: readonly number[]): Promise<WeighedOrder[]> =>
  query<WeighedOrder>(
    trx,
    sql`select o.id, o.order_type_id as "orderTypeId", o.quantity::float8 as quantity from orders.orders o
      where o.id = any(${[...ids]}::int[]) and o.status = any(${[...driven]}::int[]) order by o.id for no key update`
  )
