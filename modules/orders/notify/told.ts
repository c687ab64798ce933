import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { orderRows } from '../resource.ts'
import { OrderStatus } from '../schema.ts'

/**
 * Notes on the orders that their driver was told, when the gateway has taken the message. One that has meanwhile come to
 * another driver is left as it is. This alone is no new version of the order (migrations/012): nobody's form grows stale.
 */
export function registerTold({ registries }: Services): void {
  registries.told.set(orderRows.type, async (trx, { ids, accountId }) => {
    await query(
      trx,
      sql`update orders.orders set notification_sent = true where id in (
        select id from orders.orders
          where id = any(${ids}::int[]) and driver_id = ${accountId} and status = ${OrderStatus.inProgress}
            and not notification_sent
          order by id for no key update)`
    )
  })
}
