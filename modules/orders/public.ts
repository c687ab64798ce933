/** What other modules read of orders: those of a day for reports, and what the validators look for. */
import { isOneOf, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { startOfDay } from '../../src/kernel/resources/fields.ts'
import type { TextIndex } from '../../src/kernel/resources/resource.ts'
import { OrderType } from '../catalogue/schema.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'

const { new: fresh, accepted, inProgress, completed, invoiced } = OrderStatus

export const leftJoinOrder = (alias: string, on: string): string =>
  `left join orders.orders ${alias} on ${alias}.id = ${on}`

/** Where orders are found by number, accounting number, invoice, KPO and note. */
export const orderTexts: TextIndex = { table: 'orders.order_search', id: 'order_id', text: 'text' }

/** The same text of one order, whose id is an SQL expression. */
export const orderText = (id: string): string =>
  `(select words.text from orders.order_search words where words.order_id = ${id})`

/** Orders that were completed more than so many days ago and have no invoice number: `id, since, place_id`. */
export const uninvoicedOrders = ({ now, days }: { readonly now: Date; readonly days: number }): Sql => sql`
  select o.id, o.finished_at as since, o.reception_place_id as place_id from orders.orders o
  where ${isOneOf('o.status', [completed, invoiced])} and o.invoice_number is null
    and o.finished_at < ${now}::timestamptz - make_interval(days => ${days})`

/**
 * Orders that the accounting system has refused or not taken (`failed`), and those that have waited for it for more than so many
 * hours: `id, since, place_id, failed`.
 */
export const unsynchronisedOrders = ({ now, hours }: { readonly now: Date; readonly hours: number }): Sql => sql`
  select o.id, status.since, o.reception_place_id as place_id, o.optima_status = ${literal(OptimaStatus.failed)} as failed
  from orders.orders o
    cross join lateral (select coalesce(o.optima_status_at, o.finished_at, o.created_at) as since) status
  where ${isOneOf('o.optima_status', [OptimaStatus.queued, OptimaStatus.failed])}
    and (o.optima_status = ${literal(OptimaStatus.failed)}
      or status.since < ${now}::timestamptz - make_interval(hours => ${hours}))`

/**
 * Whether an order for containers at the place, planned or done, lies within so many days of a day. Place and day are SQL
 * expressions.
 */
export const movedByOrder = (place: string, day: string, days: number): Sql => sql`
  exists (select from orders.orders o
    where o.order_type_id = ${literal(OrderType.container)} and ${isOneOf('o.status', [inProgress, completed, invoiced])}
      and o.reception_place_id = ${raw(place)}
      and coalesce(o.receiving_date, o.realization_date) between ${raw(day)} - ${days}::int and ${raw(day)} + ${days}::int)`

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
