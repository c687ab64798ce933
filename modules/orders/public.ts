/** What reports and the dashboard read of orders: statements, of which `orderLines` names its columns itself. */
import type { Language } from '../../src/contract/languages.ts'
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { businessDay, startOfDay } from '../../src/kernel/resources/fields.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { joinCompany, joinPlace, placeAddress } from '../companies/public.ts'
import { leftJoinOperator, leftJoinVehicle, vehicleLabel } from '../fleet/public.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { OrderStatus } from './schema.ts'

const { new: fresh, accepted, inProgress } = OrderStatus

/** Orders placed on a day: `place_id, type_id`, an order a row. */
export const placedOn = (day: string): Sql => sql`
  select o.reception_place_id as place_id, o.order_type_id as type_id from orders.orders o
  where o.created_at >= ${startOfDay(day)} and o.created_at < ${startOfDay(day, 1)}`

/**
 * Orders that were placed, and neither finished nor canceled, at the end of a day: those still open today, and those that
 * came to their end later: `place_id, type_id`. Each of the three ways has its index.
 */
export const activeAtEndOf = (day: string): Sql => sql`
  select o.reception_place_id as place_id, o.order_type_id as type_id from orders.orders o
  where o.created_at < ${startOfDay(day, 1)} and (o.status in (${fresh}, ${accepted}, ${inProgress})
    or o.finished_at >= ${startOfDay(day, 1)} or o.canceled_at >= ${startOfDay(day, 1)})`

/** Both days (`YYYY-MM-DD`, in Warsaw) are inside it. */
export interface Period {
  readonly from: string
  readonly to: string
}

const columnOf = { placed: 'o.created_at', finished: 'o.finished_at' }

/** An instant lies in the period; an index on the column serves it. */
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
