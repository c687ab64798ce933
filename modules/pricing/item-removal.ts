import { query, sql } from '../../src/kernel/database/sql.ts'
import { onItemRemoval } from '../catalogue/public.ts'

/** Removing an item also removes its general and special prices. No order has the item, so no order needs its prices. */
export const endPrices = onItemRemoval.fill({
  what: 'prices',
  async end({ trx }, { id }) {
    const special = await query(
      trx,
      sql`delete from pricing.special_prices where order_type_item_id = ${id} returning id`
    )
    const general = await query(
      trx,
      sql`delete from pricing.general_prices where order_type_item_id = ${id} returning order_type_item_id`
    )
    return special.length + general.length
  }
})
