/** An order as it is sent to the accounting system. */
import { type Database, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { businessDay } from '../../../src/kernel/resources/fields.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { joinCompany, joinPlace } from '../../companies/public.ts'
import { owedSql } from '../owed.ts'
import { OptimaStatus, OrderStatus } from '../schema.ts'

/** The fields are described in docs/integrators.md. */
export interface AccountingDocument {
  readonly id: number
  readonly number: string
  readonly company: {
    readonly name: string
    readonly taxNumber: string | null
    readonly country: number
    readonly city: string | null
    readonly street: string | null
    readonly postalCode: string | null
  }
  readonly orderTypeId: number
  readonly orderTypeItem: { readonly name: string }
  readonly quantity: number
  readonly tonnage: number | null
  readonly vatRate: number
  /** What is owed for the order; null for tonnes that were not weighed. */
  readonly grossOwed: number | null
  readonly paymentType: number
  readonly finishedAt: string | null
  readonly [field: string]: unknown
}

const owed = owedSql('o')
const day = (column: string) => raw(businessDay(`o.${column}`))

/**
 * The document of an order that waits for its accounting number; undefined if it no longer waits, because a number was typed by hand or
 * the order is gone. Money is in PLN, tonnage in tonnes, days are those of Warsaw.
 */
export async function waitingDocument(database: Database, orderId: number): Promise<AccountingDocument | undefined> {
  const found = await queryOne<{ document: AccountingDocument }>(
    database,
    sql`select json_build_object(
        'id', o.id, 'number', o.number,
        'company', json_build_object('id', c.id, 'name', c.name, 'taxNumber', c.tax_number, 'country', c.country,
          'city', c.city, 'street', c.street, 'postalCode', c.postal_code),
        'receptionPlace', json_build_object('id', p.id, 'city', p.city, 'street', p.street, 'postalCode', p.postal_code),
        'orderTypeId', o.order_type_id,
        'orderTypeItem', json_build_object('id', i.id, 'name', ${itemName('i', 'pl')}),
        'quantity', o.quantity, 'quantityTaken', o.quantity_taken, 'tonnage', o.tonnage, 'kpo', o.kpo,
        'currency', 'PLN', 'netPrice', o.net_price, 'grossPrice', o.gross_price, 'netValue', o.net_value,
        'vatRate', o.vat_rate, 'vatSymbol', o.vat_symbol, 'vatValue', o.vat_value, 'grossValue', o.gross_value,
        'netOwed', ${owed.net}, 'grossOwed', ${owed.gross},
        'paymentType', o.payment_type,
        'createdAt', ${day('created_at')}, 'receivingDate', o.receiving_date, 'finishedAt', ${day('finished_at')}
      ) as document
      from orders.orders o ${joinCompany('c', 'o.company_id')} ${joinPlace('p', 'o.reception_place_id')}
        ${joinItems('i', 'o.order_type_item_id')}
      where o.id = ${orderId} and o.optima_number is null and o.optima_status = ${OptimaStatus.queued}
        and o.status in (${OrderStatus.completed}, ${OrderStatus.invoiced})`
  )
  return found?.document
}
