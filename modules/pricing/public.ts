/** The prices' door: what an item costs at a place on a day. */
import { type Database, queryOne, sql } from '../../src/kernel/sql.ts'
import { type ChosenPrice, choosePrice, type OrderValues, valuesOf } from './rules.ts'

export interface PriceQuestion {
  readonly itemId: number
  readonly place: { readonly id: number; readonly companyId: number; readonly postalCode: string }
  /** `YYYY-MM-DD`, a day in Warsaw. Both days of a special price's period are inside it. */
  readonly day: string
}

/** Net price in PLN and where it comes from; undefined when nothing says a price. */
export async function priceOf(
  database: Database,
  { itemId, place, day }: PriceQuestion
): Promise<ChosenPrice | undefined> {
  const holds = sql`s.order_type_item_id = ${itemId} and s.ended_at is null and ${day}::date between s.date_from and s.date_to`
  const candidates = await queryOne<{
    place: number | null
    company: number | null
    postal: number | null
    general: number | null
  }>(
    database,
    sql`select
      (select s.value from pricing.special_prices s where s.reception_place_id = ${place.id} and ${holds}) as place,
      (select s.value from pricing.special_prices s where s.company_id = ${place.companyId} and ${holds}) as company,
      (select z.value from pricing.postal_prices z join pricing.general_prices g using (order_type_item_id)
        where z.order_type_item_id = ${itemId} and g.postal_code_prices and z.digit::text = left(${place.postalCode}, 1)) as postal,
      (select g.price from pricing.general_prices g where g.order_type_item_id = ${itemId}) as general`
  )
  if (!candidates) return undefined
  const { postal, general } = candidates
  return choosePrice({ special: candidates, postal, general })
}

/** What follows from a net price for an order line; the rate in percent. For tonnage the value is the per-tonne price alone. */
export const orderValues = (line: {
  netPrice: number
  quantity: number
  vatRate: number
  perTonne: boolean
}): OrderValues => valuesOf(line.netPrice, line.quantity, line.vatRate, line.perTonne)
