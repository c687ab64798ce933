/** An order as its client is told of it, and who is told: whoever placed it, or else the administrators of the client. */
import { type Database, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { joinPlace, placeAddress } from '../companies/public.ts'
import { toldOf } from '../users/public.ts'

export interface OrderOfClient {
  readonly number: string
  /** A code of `OrderStatus`. */
  readonly status: number
  /** A code of `OrderType`. */
  readonly orderTypeId: number
  /** What it was finished with; null: the office has not said. */
  readonly quantityTaken: number | null
  readonly kilograms: number | null
  /** The address of the reception place. */
  readonly place: string
  /** Accounts, in the order of their ids. */
  readonly told: readonly number[]
}

/** Undefined where there is no such order. */
export const orderOfClient = (database: Database, id: number): Promise<OrderOfClient | undefined> =>
  queryOne<OrderOfClient>(
    database,
    sql`select o.number, o.status, o.order_type_id as "orderTypeId", o.quantity_taken::float8 as "quantityTaken",
        round(o.tonnage * 1000)::int as kilograms, ${placeAddress('place')} as place,
        array(select told.id from (${raw(toldOf('o.company_id', 'o.created_by'))}) told order by told.id) as told
      from orders.orders o ${joinPlace('place', 'o.reception_place_id')} where o.id = ${id}`
  )
