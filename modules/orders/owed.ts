/**
 * What is owed for an order, as it is shown to people. Stored is what the documents say: net price × quantity, for an order by the tonne
 * the price of one tonne alone, also after weighing. That is a price and no amount, so that nobody must be shown it as what is to be paid:
 * such an order owes its weighed tonnes × price, and nothing is known before it is weighed.
 *
 * `owedFor` and `owedSql` are one rule in two languages; `test/orders/owed.test.ts` compares them.
 */
import { valuesOf } from '../../src/contract/money.ts'
import { raw, type Sql } from '../../src/kernel/database/sql.ts'
import { OrderType } from '../catalogue/schema.ts'

/** What the amount follows from. Prices are net, in PLN; the rate is in percent; tonnes are null before weighing. */
export interface Priced {
  readonly orderTypeId: number
  readonly netPrice: number
  readonly quantity: number
  readonly tonnage: number | null
  readonly vatRate: number
}

/** Amounts in PLN. */
export interface Owed {
  readonly net: number
  readonly gross: number
}

/** The quantity that the amount counts: weighed tonnes for an order by the tonne, undefined before it is weighed. */
const countedQuantity = ({ orderTypeId, quantity, tonnage }: Priced): number | undefined =>
  orderTypeId === OrderType.tonnage ? (tonnage ?? undefined) : quantity

/** What is owed for an order; undefined for an order by the tonne that is not weighed yet. */
export function owedFor(order: Priced): Owed | undefined {
  const quantity = countedQuantity(order)
  if (quantity === undefined) return undefined
  const { netValue: net, grossValue: gross } = valuesOf(order.netPrice, quantity, order.vatRate)
  return { net, gross }
}

/**
 * SQL expressions of the same, over an alias of `orders.orders`; null where `owedFor` gives undefined. Other orders owe what is stored.
 * `numeric` is rounded half up, as money is.
 */
export function owedSql(alias: string): { readonly net: Sql; readonly gross: Sql } {
  const weighed = `round(${alias}.net_price * ${alias}.tonnage, 2)`
  const by = (ofTonnes: string, stored: string): Sql =>
    raw(`(case when ${alias}.order_type_id = ${OrderType.tonnage} then ${ofTonnes} else ${alias}.${stored} end)`)
  return {
    net: by(weighed, 'net_value'),
    gross: by(`round(${weighed} * (100 + ${alias}.vat_rate) / 100, 2)`, 'gross_value')
  }
}
