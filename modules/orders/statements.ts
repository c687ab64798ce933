/** Statements of orders for reports, the dashboard and validators. Each docstring lists the columns. */
import type { Schema } from '../../src/contract/schema.ts'
import { isStaff, type Reader } from '../../src/kernel/access/caller.ts'
import { isOneOf, join, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { businessDay, startOfDay } from '../../src/kernel/resources/fields.ts'
import { expressionOf, fromOf, joinsFor, selectionOf, visible } from '../../src/kernel/resources/select.ts'
import { joinItems } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { joinPlace, placeAddress } from '../companies/public.ts'
import { leftJoinVehicle } from '../fleet/public.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { orderFields } from './fields.ts'
import { needsNumberSql } from './fragments.ts'
import { owedSql } from './owed.ts'
import { isChanged, isNotifiedWithin } from './planning/notified.ts'
import { routeDriver } from './planning/route-driver.ts'
import { orders } from './resource.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'

export type OrderField = keyof typeof orderFields.fields

/** The schema of a field of an order, and the message key of its label. */
export const orderField = (field: OrderField): { readonly schema: Schema; readonly label: string } => ({
  schema: orderFields.schema.properties[field] as Schema,
  label: `${orders.type}.${field}`
})

const { new: fresh, accepted, inProgress, completed, canceled, invoiced } = OrderStatus

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

/** Orders completed since an instant: `id, finished_at, place_id`. */
export const completedOrders = (since: Date): Sql => sql`
  select o.id, o.finished_at, o.reception_place_id as place_id from orders.orders o
  where ${isOneOf('o.status', [completed, invoiced])} and o.finished_at >= ${since}`

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

/** A period of days (`YYYY-MM-DD`, in Warsaw), including both. */
export interface Period {
  readonly from: string
  readonly to: string
}

const columnOf = { placed: 'orders.created_at', finished: 'orders.finished_at' }

/** A condition that an instant is in the period, written so that an index on the column can be used. */
const within = (column: string, { from, to }: Period): Sql =>
  sql`${raw(column)} >= ${startOfDay(from)} and ${raw(column)} < ${startOfDay(to, 1)}`

/** Which orders a statement has, and in whose language. */
export interface OrderLines {
  readonly by: 'placed' | 'finished'
  readonly period: Period
  readonly reader: Reader
  /** It has the column `place_bdo`, too. */
  readonly withPlaceBdo?: boolean
}

/**
 * A statement of the orders placed, or finished, in a period. Its columns are the named fields, in the language of the reader, whoever that
 * is, and `tax_number`, that of the company; with `withPlaceBdo` also `place_bdo`, the BDO number of the reception place.
 */
export function orderLines(
  columns: Readonly<Record<string, OrderField>>,
  { by, period, reader, withPlaceBdo = false }: OrderLines
): Sql {
  const named = Object.entries(columns).map(
    ([name, field]) => sql`${expressionOf(orders, field, reader)} as ${raw(`"${name}"`)}`
  )
  const { aliases } = selectionOf(orders, Object.values(columns), reader)
  const joined = joinsFor(orders, ['company', ...(withPlaceBdo ? ['place'] : []), ...aliases])
  return sql`select ${join(named, ', ')}, company.tax_number${raw(withPlaceBdo ? ', place.bdo_number as place_bdo' : '')}
    from ${fromOf(orders)} ${joined} where ${within(columnOf[by], period)}`
}

/** A statement of the orders placed in a period: `place_id, day, status, net_owed`, which is null for tonnes that are not weighed yet. */
export const placedWithin = (period: Period): Sql => sql`
  select o.reception_place_id as place_id, ${raw(businessDay('o.created_at'))} as day, o.status, ${owedSql('o').net} as net_owed
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
  from orders.orders o ${joinItems('item', 'o.order_type_item_id')}
  where o.status = ${inProgress} and o.realization_date between ${from}::date and ${to}::date and o.vehicle_id is not null`

/**
 * A statement of the routes of a period's days: `day, number, vehicleId, vehicle, driver, places` (stops at one place are one), `orders, notified` (of
 * these, those whose driver was notified), `finished`.
 */
export const routesWithin = ({ from, to }: Period): Sql => sql`
  select to_char(r.day, 'YYYY-MM-DD') as day, r.number, r.vehicle_id as "vehicleId", vehicle.register_number as vehicle, ${personName('driver')} as driver,
    count(distinct o.reception_place_id)::int as places, count(*)::int as orders,
    count(*) filter (where ${isNotifiedWithin('o', { driverId: routeDriver('r', 'vehicle'), changed: 'r.changed' })})::int as notified,
    count(*) filter (where ${isOneOf('o.status', [completed, invoiced])})::int as finished
  from (select route.id, route.day, route.number, route.vehicle_id, route.driver_id, ${isChanged('route.id')} as changed
      from orders.routes route where route.day between ${from}::date and ${to}::date offset 0) r
    join orders.stops s on s.route_id = r.id join orders.orders o on o.id = s.order_id
    ${leftJoinVehicle('vehicle', 'r.vehicle_id')} ${leftJoinAccount('driver', routeDriver('r', 'vehicle'))}
  group by r.id, r.day, r.number, r.vehicle_id, vehicle.register_number, driver.first_name, driver.last_name order by r.day, vehicle.register_number, r.id`

/** Of whom the collections are: of a client's company, of a vehicle, or of a driver. */
export type CollectionsOf =
  | { readonly companyId: number }
  | { readonly vehicleId: number }
  | { readonly driverId: number }

/** A driver's collections are those of the routes driven; what is finished keeps the driver who drove. */
function collectedBy(of: CollectionsOf): Sql {
  if ('companyId' in of) return sql`orders.company_id = ${of.companyId}`
  // the same expression as in the index
  if ('vehicleId' in of) return sql`coalesce(orders.vehicle_id, 0) = ${of.vehicleId}`
  const ofRoute = sql`orders.id in (select stop.order_id from orders.stops stop join orders.routes route on route.id = stop.route_id
    ${leftJoinVehicle('vehicle', 'route.vehicle_id')} where ${raw(routeDriver('route', 'vehicle'))} = ${of.driverId})`
  // no `case`, so that both sides may use an index
  return sql`((orders.status = ${inProgress} and ${ofRoute}) or (orders.status <> ${inProgress} and orders.driver_id = ${of.driverId}))`
}

/**
 * A statement of the collections from a day on that the reader may see, the latest first: `id, version, number, status, day` (of the
 * collection, or for which it was planned), `changed_at, company, place, item, quantity, vehicle, phone, sequence`. The phone and the place
 * in the route are null for clients.
 */
export const collections = (
  reader: Reader,
  { of, from, limit }: { readonly of: CollectionsOf; readonly from: string; readonly limit: number }
): Sql => {
  const field = (name: OrderField): Sql => expressionOf(orders, name, reader)
  const forStaff = (value: Sql): Sql => (isStaff(reader) ? value : raw('null'))
  const day = raw('coalesce(orders.receiving_date, orders.realization_date)')
  return sql`
  select orders.id, orders.version, orders.number, orders.status, to_char(${day}, 'YYYY-MM-DD') as day,
    greatest(orders.created_at, orders.accepted_at, orders.finished_at, orders.canceled_at) as changed_at,
    ${field('company')} as company, ${field('receptionPlace')} as place, ${field('orderTypeItemName')} as item,
    orders.quantity, orders.order_type_id, ${field('vehicle')} as vehicle, ${forStaff(field('contactPhone'))} as phone,
    ${forStaff(raw('stop.sequence'))} as sequence
  from ${fromOf(orders)} ${joinsFor(orders, ['company', 'place', 'item', 'vehicle', 'stop'])}
  where ${visible(orders, reader) ?? raw('true')} and ${collectedBy(of)} and ${isOneOf('orders.status', [inProgress, completed, canceled, invoiced])}
    and ${day} >= ${from}::date
  order by ${day} desc, orders.id desc limit ${literal(limit)}`
}

/** What a statement of collected masses is about, as SQL expressions; a place that is null means all. */
export interface CollectedFrom {
  readonly company: Sql
  readonly place: Sql
  readonly firstDay: Sql
  readonly lastDay: Sql
}

/**
 * A statement of the collections from a client that were completed on the days of a period: `id, number, place_id, place` (its address), `day, kpo,
 * kilograms` (whole ones, of the tonnes with which the order was finished).
 */
export const collectedMasses = ({ company, place, firstDay, lastDay }: CollectedFrom): Sql => sql`
  select o.id, o.number, o.reception_place_id as place_id, ${placeAddress('place')} as place, o.receiving_date as day, nullif(trim(o.kpo), '') as kpo,
    coalesce(round(o.tonnage * 1000), 0)::int as kilograms
  from orders.orders o ${joinPlace('place', 'o.reception_place_id')}
  where o.company_id = ${company} and ${isOneOf('o.status', [completed, invoiced])}
    and o.receiving_date between ${firstDay} and ${lastDay} and (${place} is null or o.reception_place_id = ${place})`

/**
 * A statement of one row that counts completed orders: `unsent` (that can be sent), `unnumbered` (placed by staff, never sent), `queued,
 * failed, uninvoiced` (synchronised, but without an invoice).
 */
export const waitingForAccounting: Sql = sql`
  select count(*) filter (where optima_status = ${OptimaStatus.notSent} and not ${raw(needsNumberSql)})::int as unsent,
    count(*) filter (where ${raw(needsNumberSql)})::int as unnumbered,
    count(*) filter (where optima_status = ${OptimaStatus.queued})::int as queued,
    count(*) filter (where optima_status = ${OptimaStatus.failed})::int as failed,
    count(*) filter (where optima_status = ${OptimaStatus.synchronised})::int as uninvoiced
  from orders.orders orders where status = ${completed}`
