/** Joins and expressions over the orders. */
import { isOneOf, join, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import type { TextIndex } from '../../src/kernel/resources/resource.ts'
import { OrderType } from '../catalogue/schema.ts'
import { type FailureCause, failureCauses, OrderStatus } from './schema.ts'

const { inProgress, completed, invoiced } = OrderStatus

export const joinOrder = (alias: string, on: string): Sql => raw(`join orders.orders ${alias} on ${alias}.id = ${on}`)
export const leftJoinOrder = (alias: string, on: string): Sql => sql`left ${joinOrder(alias, on)}`

/** An SQL condition on the alias `orders`: in progress, and the realization day is before today. */
export const overdueSql = `(orders.status = ${inProgress} and orders.realization_date < ${businessDay('now()')})`

/** An SQL condition on the alias `orders`: completed, and never sent to accounting, so that its number has to be typed. */
export const needsNumberSql = `(orders.status = ${completed} and orders.manually and orders.optima_number is null)`

/**
 * An SQL expression: tonnes that are to be collected, or were. What was weighed, once the order is completed; before, of orders by the tonne the
 * quantity, else the quantity times the weight of the item. The arguments are aliases.
 */
export const loadSql = (orders: string, item: string): string =>
  `case when ${orders}.finished_at is not null and ${orders}.tonnage is not null then ${orders}.tonnage
    when ${orders}.order_type_id = ${OrderType.tonnage} then ${orders}.quantity else ${orders}.quantity * ${item}.value end`

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

/**
 * A text of the last failed hand-over of an order to accounting that was known at an instant: by its cause, and by what accounting answered.
 * Null if there was none. Order and instant are SQL expressions.
 */
export function ofSyncFailure(order: string, at: string, textOf: (cause: FailureCause, detail: Sql) => Sql): Sql {
  const cases = failureCauses.map(
    cause => sql`when ${cause}::text then ${textOf(cause, raw(`coalesce(failure.params ->> 'detail', '')`))}`
  )
  // the state's instant is the database's, that of the history the application's
  return sql`(select case failure.params ->> 'cause' ${join(cases, ' ')} end from kernel.changes failure
    where failure.resource_type = 'orders.order' and failure.subject_id = ${raw(order)} and failure.code = 'orders.syncFailed'
      and failure.at < ${raw(at)} + interval '1 hour'
    order by failure.id desc limit 1)`
}
