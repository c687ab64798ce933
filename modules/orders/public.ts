/**
 * The module's API for others: SQL of orders for reports, the dashboard and validators. Each docstring lists the columns of its
 * statement.
 */
import type { Language } from '../../src/contract/languages.ts'
import { isOneOf, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { businessDay, startOfDay } from '../../src/kernel/resources/fields.ts'
import type { TextIndex } from '../../src/kernel/resources/resource.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { joinCompany, joinPlace, placeAddress } from '../companies/public.ts'
import { leftJoinOperator, leftJoinVehicle, vehicleLabel } from '../fleet/public.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { isChanged, isNotifiedWithin } from './planning/notified.ts'
import { reportFormOf, reportPath } from './report/schema.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'

const { new: fresh, accepted, inProgress, completed, invoiced } = OrderStatus

export const joinOrder = (alias: string, on: string): string => `join orders.orders ${alias} on ${alias}.id = ${on}`
export const leftJoinOrder = (alias: string, on: string): string => `left ${joinOrder(alias, on)}`

/** The texts of orders, with all that an order is found by; for staff only. */
export const orderTexts: TextIndex = { table: 'orders.order_search', id: 'order_id', text: 'text' }

/** Orders that were completed more than so many days ago and have no invoice number: `id, since, place_id`. */
export const uninvoicedOrders = ({ now, days }: { readonly now: Date; readonly days: number }): Sql => sql`
  select o.id, o.finished_at as since, o.reception_place_id as place_id from orders.orders o
  where ${isOneOf('o.status', [completed, invoiced])} and o.invoice_number is null
    and o.finished_at < ${now}::timestamptz - make_interval(days => ${days})`

/**
 * Orders whose transfer to accounting has failed, and those that have waited for it for more than so many hours:
 * `id, since, place_id, failed`.
 */
export const unsynchronisedOrders = ({ now, hours }: { readonly now: Date; readonly hours: number }): Sql => sql`
  select o.id, status.since, o.reception_place_id as place_id, o.optima_status = ${literal(OptimaStatus.failed)} as failed
  from orders.orders o
    cross join lateral (select coalesce(o.optima_status_at, o.finished_at, o.created_at) as since) status
  where ${isOneOf('o.optima_status', [OptimaStatus.queued, OptimaStatus.failed])}
    and (o.optima_status = ${literal(OptimaStatus.failed)}
      or status.since < ${now}::timestamptz - make_interval(hours => ${hours}))`

/**
 * Whether there is an order for containers at the place, planned or completed within so many days before or after a day. Place and day
 * are SQL expressions.
 */
export const movedByOrder = (place: string, day: string, days: number): Sql => sql`
  exists (select from orders.orders o
    where o.order_type_id = ${literal(OrderType.container)} and ${isOneOf('o.status', [inProgress, completed, invoiced])}
      and o.reception_place_id = ${raw(place)}
      and coalesce(o.receiving_date, o.realization_date) between ${raw(day)} - ${days}::int and ${raw(day)} + ${days}::int)`

/** Orders placed on a day in Warsaw: `place_id, type_id`, a row for each order. */
export const placedOn = (day: string): Sql => sql`
  select o.reception_place_id as place_id, o.order_type_id as type_id from orders.orders o
  where o.created_at >= ${startOfDay(day)} and o.created_at < ${startOfDay(day, 1)}`

/**
 * Orders that were placed, and neither finished nor canceled, at the end of a day: `place_id, type_id`. They are those that are still
 * open, and those that were finished or canceled later; each of these conditions has an index.
 */
export const activeAtEndOf = (day: string): Sql => sql`
  select o.reception_place_id as place_id, o.order_type_id as type_id from orders.orders o
  where o.created_at < ${startOfDay(day, 1)} and (o.status in (${fresh}, ${accepted}, ${inProgress})
    or o.finished_at >= ${startOfDay(day, 1)} or o.canceled_at >= ${startOfDay(day, 1)})`

/** The form and the call of the order report that the specification names. */
export const orderReport = { form: reportFormOf, call: reportPath }

/** A period of days (`YYYY-MM-DD`, in Warsaw), including both. */
export interface Period {
  readonly from: string
  readonly to: string
}

const columnOf = { placed: 'o.created_at', finished: 'o.finished_at' }

/** A condition that an instant is in the period, written so that an index on the column can be used. */
const within = (column: string, { from, to }: Period): Sql =>
  sql`${raw(column)} >= ${startOfDay(from)} and ${raw(column)} < ${startOfDay(to, 1)}`

/**
 * A statement of the orders placed, or finished, in a period, with the names of what they point to: `id, number, created_on,
 * accepted_on, planned_on, received_on, finished_on` (days), `status, company_id, client, tax_number, place, order_type, item,
 * quantity, quantity_taken, tonnage, kpo, vehicle_id, vehicle, driver_id, driver, operator_id, operator, payment, net_price,
 * net_value, vat_value, gross_value, accounting_number, invoice_number`.
 */
export const orderLines = (language: Language, by: 'placed' | 'finished', period: Period): Sql => sql`
  select o.id, o.number, ${raw(businessDay('o.created_at'))} as created_on, ${raw(businessDay('o.accepted_at'))} as accepted_on,
    o.realization_date as planned_on, o.receiving_date as received_on, ${raw(businessDay('o.finished_at'))} as finished_on,
    o.status, o.company_id, company.name as client, company.tax_number, ${raw(placeAddress('place'))} as place,
    o.order_type_id as order_type, ${itemName('item', language)} as item, o.quantity, o.quantity_taken, o.tonnage, o.kpo,
    o.vehicle_id, ${raw(vehicleLabel('vehicle'))} as vehicle, o.driver_id, ${raw(personName('driver'))} as driver,
    o.recycle_operator_id as operator_id, operator.name as operator, o.payment_type as payment, o.net_price, o.net_value,
    o.vat_value, o.gross_value, o.optima_number as accounting_number, o.invoice_number
  from orders.orders o ${raw(joinCompany('company', 'o.company_id'))} ${raw(joinPlace('place', 'o.reception_place_id'))}
    ${raw(joinItems('item', 'o.order_type_item_id'))} ${raw(leftJoinVehicle('vehicle', 'o.vehicle_id'))}
    ${raw(leftJoinAccount('driver', 'o.driver_id'))} ${raw(leftJoinOperator('operator', 'o.recycle_operator_id'))}
  where ${within(columnOf[by], period)}`

/** A statement of the orders placed in a period: `place_id, day, status, net_value`. */
export const placedWithin = (period: Period): Sql => sql`
  select o.reception_place_id as place_id, ${raw(businessDay('o.created_at'))} as day, o.status, o.net_value
  from orders.orders o where ${within('o.created_at', period)}`

/** A statement of the orders finished in a period: `day, tonnage`. */
export const finishedWithin = (period: Period): Sql => sql`
  select ${raw(businessDay('o.finished_at'))} as day, o.tonnage from orders.orders o where ${within('o.finished_at', period)}`

/**
 * A statement of the orders planned for the days of a period: `vehicle_id, day, tonnes`. An order by the tonne weighs the ordered
 * quantity, any other the quantity times the weight of its item.
 */
export const plannedCargo = ({ from, to }: Period): Sql => sql`
  select o.vehicle_id, o.realization_date as day,
    case when o.order_type_id = ${OrderType.tonnage} then o.quantity else o.quantity * item.value end as tonnes
  from orders.orders o ${raw(joinItems('item', 'o.order_type_item_id'))}
  where o.status = ${inProgress} and o.realization_date between ${from}::date and ${to}::date and o.vehicle_id is not null`

/**
 * A statement of the routes of a period's days: `day, number, vehicle, driver, places` (stops at one place are one), `orders, notified` (of
 * these, those whose driver was notified), `finished`.
 */
export const routesWithin = ({ from, to }: Period): Sql => sql`
  select to_char(r.day, 'YYYY-MM-DD') as day, r.number, vehicle.register_number as vehicle, ${raw(personName('driver'))} as driver,
    count(distinct o.reception_place_id)::int as places, count(*)::int as orders,
    count(*) filter (where ${isNotifiedWithin('o', { driverId: 'vehicle.driver_id', changed: 'r.changed' })})::int as notified,
    count(*) filter (where ${isOneOf('o.status', [completed, invoiced])})::int as finished
  from (select route.id, route.day, route.number, route.vehicle_id, ${isChanged('route.id')} as changed
      from orders.routes route where route.day between ${from}::date and ${to}::date offset 0) r
    join orders.stops s on s.route_id = r.id join orders.orders o on o.id = s.order_id
    ${raw(leftJoinVehicle('vehicle', 'r.vehicle_id'))} ${raw(leftJoinAccount('driver', 'vehicle.driver_id'))}
  group by r.id, r.day, r.number, vehicle.register_number, driver.first_name, driver.last_name order by r.day, vehicle.register_number, r.id`

/**
 * A statement of one row that counts completed orders: `unsent, queued, failed, uninvoiced` (synchronised, but without an
 * invoice).
 */
export const waitingForAccounting: Sql = sql`
  select count(*) filter (where optima_status = ${OptimaStatus.notSent})::int as unsent,
    count(*) filter (where optima_status = ${OptimaStatus.queued})::int as queued,
    count(*) filter (where optima_status = ${OptimaStatus.failed})::int as failed,
    count(*) filter (where optima_status = ${OptimaStatus.synchronised})::int as uninvoiced
  from orders.orders where status = ${completed}`
