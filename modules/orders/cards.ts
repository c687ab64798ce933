/** Orders as transfer cards are matched with them, for the module that keeps the cards. */
import type { Reader } from '../../src/kernel/access/caller.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { isOneOf, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { joinCompany } from '../companies/public.ts'
import { leftJoinVehicle } from '../fleet/public.ts'
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

/** A statement that finds the order if a card may be matched with it: one that is planned, or was collected. */
export const orderToMatchById = (id: number): Sql =>
  sql`select o.id, o.number from orders.orders o where o.id = ${id} and ${isCollected} for key share`
