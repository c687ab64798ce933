/** Orders as transfer cards are matched with them, for the module that keeps the cards. */
import type { Reader } from '../../src/kernel/access/caller.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { type Database, isOneOf, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { joinItems } from '../catalogue/public.ts'
import { joinCompany, joinPlace } from '../companies/public.ts'
import { leftJoinVehicle } from '../fleet/public.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { loadSql } from './fragments.ts'
import { OrderStatus } from './schema.ts'

const isCollected = isOneOf('o.status', [OrderStatus.inProgress, OrderStatus.completed, OrderStatus.invoiced])
const dayText = (column: string): Sql => raw(`to_char(${column}, 'YYYY-MM-DD')`)

/** A condition: the reader may see the order whose id the expression is. */
export const isOrderVisible = (reader: Reader, order: string): Sql =>
  sql`exists (select from orders.orders o where o.id = ${raw(order)} and ${visibleTo(reader, 'o.company_id', 'o.department_id')})`

/** An order that a card may belong to. */
export interface OrderToMatch {
  readonly id: number
  readonly number: string
  readonly company: string
  readonly taxNumber: string | null
  readonly plate: string | null
  /** `YYYY-MM-DD`: for which day it is planned, and on which it was collected. */
  readonly planned: string | null
  readonly collected: string | null
  /** The card's number, as it was typed. */
  readonly kpo: string | null
}

const orderToMatch = sql`select o.id, o.number, company.name as company, company.tax_number as "taxNumber", vehicle.register_number as plate,
    ${dayText('o.realization_date')} as planned, ${dayText('o.receiving_date')} as collected, o.kpo
  from orders.orders o ${joinCompany('company', 'o.company_id')} ${leftJoinVehicle('vehicle', 'o.vehicle_id')}`

/**
 * A statement of the orders (`OrderToMatch`) in progress, completed or invoiced of the companies with these tax numbers, that are planned for or were
 * collected on the days from `from` to `to`, or whose card's number was typed as one of the numbers.
 */
export const ordersToMatch = ({
  taxNumbers,
  numbers,
  from,
  to
}: {
  readonly taxNumbers: readonly string[]
  readonly numbers: readonly string[]
  readonly from: string
  readonly to: string
}): Sql => sql`${orderToMatch}
  where company.tax_number = any(${[...taxNumbers]}::text[]) and ${isCollected}
    and (o.realization_date between ${from}::date and ${to}::date or o.receiving_date between ${from}::date and ${to}::date
      or o.kpo = any(${[...numbers]}::text[]))`

/** An order from which a card may be made. */
export interface OrderToSend {
  readonly number: string
  readonly companyId: number
  readonly company: string
  readonly taxNumber: string | null
  /** The number of the company in the waste register. */
  readonly companyNumber: string | null
  /** A code of `Country`. */
  readonly country: number
  /** A code of `OrderStatus`. */
  readonly status: number
  /** Tonnes that are to be collected. */
  readonly load: number
  /** `YYYY-MM-DD` for which it is planned; null: not planned. */
  readonly day: string | null
  readonly plate: string | null
  /** A code of `DayPart`; null: the client wishes for no part of the day. */
  readonly wishedPart: number | null
  /** The number of the place in the waste register. Many firms write that of the firm at each of their places. */
  readonly placeNumber: string | null
  readonly street: string | null
  readonly city: string | null
  readonly postalCode: string | null
  /** The name of the store to which the load is brought. */
  readonly store: string | null
}

const orderToSendOf = (id: number, reader: Reader): Sql =>
  sql`select o.number, o.company_id as "companyId", company.name as company, company.tax_number as "taxNumber",
      company.bdo_number as "companyNumber", company.country, o.status, (${raw(loadSql('o', 'item'))})::float8 as load, ${dayText('o.realization_date')} as day, vehicle.register_number as plate,
      o.wished_part as "wishedPart", place.bdo_number as "placeNumber", place.street, place.city, place.postal_code as "postalCode", store.name as store
    from orders.orders o ${joinCompany('company', 'o.company_id')} ${joinPlace('place', 'o.reception_place_id')}
      ${joinItems('item', 'o.order_type_item_id')} ${leftJoinVehicle('vehicle', 'o.vehicle_id')} ${leftJoinStore('store', 'o.internal_store_id')}
    where o.id = ${id} and ${visibleTo(reader, 'o.company_id', 'o.department_id')}`

/** The order if the reader may see it. */
export const orderToSend = (database: Database, id: number, reader: Reader): Promise<OrderToSend | undefined> =>
  queryOne<OrderToSend>(database, orderToSendOf(id, reader))

/** The same, locked so that nobody plans or finishes it until the end of the transaction. */
export const lockOrderToSend = (trx: Database, id: number, reader: Reader): Promise<OrderToSend | undefined> =>
  queryOne<OrderToSend>(trx, sql`${orderToSendOf(id, reader)} for no key update of o`)

/** A statement that finds the order if a card may be matched with it: one that is planned, or was collected. */
export const orderToMatchById = (id: number): Sql =>
  sql`select o.id, o.number from orders.orders o where o.id = ${id} and ${isCollected} for key share`
