/** What reports read of orders: those of a day. Each statement gives `place_id, type_id`, an order a row. */
import { type Sql, sql } from '../../src/kernel/database/sql.ts'
import { OrderStatus } from './schema.ts'

/** The first instant of a day in Warsaw (`YYYY-MM-DD`), or of one so many days later; days of 23 and 25 hours included. */
const startOf = (day: string, later = 0): Sql =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone 'Europe/Warsaw')`

const { new: fresh, accepted, inProgress } = OrderStatus

/** Orders placed on a day. */
export const placedOn = (day: string): Sql => sql`
  select o.reception_place_id as place_id, o.order_type_id as type_id from orders.orders o
  where o.created_at >= ${startOf(day)} and o.created_at < ${startOf(day, 1)}`

/**
 * Orders that were placed, and neither finished nor canceled, at the end of a day: those still open today, and those that
 * came to their end later. Each of the three ways has its index.
 */
export const activeAtEndOf = (day: string): Sql => sql`
  select o.reception_place_id as place_id, o.order_type_id as type_id from orders.orders o
  where o.created_at < ${startOf(day, 1)} and (o.status in (${fresh}, ${accepted}, ${inProgress})
    or o.finished_at >= ${startOf(day, 1)} or o.canceled_at >= ${startOf(day, 1)})`
