/** What reports read of orders: those of a day. Each statement gives `place_id, type_id`, an order a row. */
import { type Sql, sql } from '../../src/kernel/database/sql.ts'
import { startOfDay } from '../../src/kernel/resources/fields.ts'
import { OrderStatus } from './schema.ts'

const { new: fresh, accepted, inProgress } = OrderStatus

/** Orders placed on a day. */
export const placedOn = (day: string): Sql => sql`
  select o.reception_place_id as place_id, o.order_type_id as type_id from orders.orders o
  where o.created_at >= ${startOfDay(day)} and o.created_at < ${startOfDay(day, 1)}`

/**
 * Orders that were placed, and neither finished nor canceled, at the end of a day: those still open today, and those that
 * came to their end later. Each of the three ways has its index.
 */
export const activeAtEndOf = (day: string): Sql => sql`
  select o.reception_place_id as place_id, o.order_type_id as type_id from orders.orders o
  where o.created_at < ${startOfDay(day, 1)} and (o.status in (${fresh}, ${accepted}, ${inProgress})
    or o.finished_at >= ${startOfDay(day, 1)} or o.canceled_at >= ${startOfDay(day, 1)})`
