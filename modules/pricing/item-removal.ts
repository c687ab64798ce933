import { query, sql } from '../../src/kernel/database/sql.ts'
import { onItemRemoval } from '../catalogue/public.ts'

/** Removing an item also removes its general and special prices, past ones included: no order has the item, so no order needs them. */
export const endPrices = onItemRemoval.fill({
  what: 'prices',
  async end({ trx }, { id }) {
    const special = await query(
      trx,
      sql`delete from pricing.special_prices where order_type_item_id = ${id} returning id`
    )
    const general = await query<{ ended_at: Date | null }>(
      trx,
      sql`delete from pricing.priced_items where order_type_item_id = ${id} returning ended_at`
    )
    return special.length + general.filter(({ ended_at }) => ended_at === null).length
  }
})
