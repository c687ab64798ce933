/** Joins and expressions over the orders. */
import { isOneOf, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import type { TextIndex } from '../../src/kernel/resources/resource.ts'
import { OrderType } from '../catalogue/schema.ts'
import { OrderStatus } from './schema.ts'

const { inProgress, completed, invoiced } = OrderStatus

export const joinOrder = (alias: string, on: string): Sql => raw(`join orders.orders ${alias} on ${alias}.id = ${on}`)
export const leftJoinOrder = (alias: string, on: string): Sql => sql`left ${joinOrder(alias, on)}`

/** The texts of orders, with all that an order is found by; for staff only. */
export const orderTexts: TextIndex = { table: 'orders.order_search', id: 'order_id', text: 'text' }

/**
 * Whether there is an order for containers at the place, planned or completed within so many days before or after a day. Place and day
 * are SQL expressions.
 */
export const movedByOrder = (place: string, day: string, days: number): Sql => sql`
  exists (select from orders.orders o
    where o.order_type_id = ${literal(OrderType.container)} and ${isOneOf('o.status', [inProgress, completed, invoiced])}
      and o.reception_place_id = ${raw(place)}
      and coalesce(o.receiving_date, o.realization_date) between ${raw(day)} - ${days}::int and ${raw(day)} + ${days}::int)`
