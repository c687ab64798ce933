import { query, sql } from '../../src/kernel/database/sql.ts'
import { onItemRemoval } from '../catalogue/public.ts'

/** An item that is removed takes its prices along, general and special: no order has it, so none has to be explained by them. */
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
