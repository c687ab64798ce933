/** Orders as they are booked: for files that accounting programs read. */
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { isOneOf, literal, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { businessDay, startOfDay } from '../../../src/kernel/resources/fields.ts'
import { fromOf, joinsFor, visible } from '../../../src/kernel/resources/select.ts'
import { owedSql } from '../owed.ts'
import { orders } from '../resource.ts'
import { OrderStatus } from '../schema.ts'
import type { Period } from '../statements.ts'

const owed = owedSql('orders')
const dayText = (instant: string): Sql => raw(`to_char(${businessDay(instant)}, 'YYYY-MM-DD')`)

/**
 * A statement of the completed and invoiced orders of a period that the reader may see, at most `limit`: `id, number, invoiceNumber, invoicedDay,
 * finishedDay, orderTypeId, paymentType, vatRate, net, gross` (what is owed; null for tonnes that were not weighed), `companyId, company,
 * taxNumber, country, regon, street, postalCode, city`. The orders of an invoice stand together, in the period in which the last of them was finished.
 */
export const bookedOrders = (reader: Reader, { from, to }: Period, limit: number): Sql => {
  const isBooked = sql`${visible(orders, reader) ?? raw('true')} and ${isOneOf('orders.status', [OrderStatus.completed, OrderStatus.invoiced])}`
  const end = startOfDay(to, 1)
  const within = sql`orders.finished_at >= ${startOfDay(from)} and orders.finished_at < ${end}`
  return sql`
  with of_period as (select orders.company_id, orders.invoice_number from ${fromOf(orders)}
    where ${isBooked} and ${within} and orders.invoice_number is not null)
  select booked.id, booked.number, booked."invoiceNumber", booked."invoicedDay", booked."finishedDay", booked."orderTypeId", booked."paymentType",
    booked."vatRate", booked.net, booked.gross, booked."companyId", booked.company, booked."taxNumber", booked.country, booked.regon,
    booked.street, booked."postalCode", booked.city
  from (select orders.id, orders.number, orders.invoice_number as "invoiceNumber", ${dayText('orders.invoiced_by_hand_at')} as "invoicedDay",
      ${dayText('orders.finished_at')} as "finishedDay", orders.order_type_id as "orderTypeId", orders.payment_type as "paymentType",
      orders.vat_rate as "vatRate", ${owed.net} as net, ${owed.gross} as gross, company.id as "companyId", company.name as company,
      company.tax_number as "taxNumber", company.country, company.regon, company.street, company.postal_code as "postalCode", company.city,
      max(orders.finished_at) over (partition by orders.company_id, orders.invoice_number,
        case when orders.invoice_number is null then orders.id end) as last_finished
    from ${fromOf(orders)} ${joinsFor(orders, ['company'])}
    where ${isBooked} and ((orders.invoice_number is null and ${within})
      or (orders.company_id, orders.invoice_number) in (select company_id, invoice_number from of_period))) booked
  where booked.last_finished < ${end} order by booked.id limit ${literal(limit)}`
}
