import { query, sql } from '../../../src/kernel/database/sql.ts'
import { onMessageDelivered } from '../../notifications/public.ts'
import { orders } from '../resource.ts'

/**
 * Marks the orders whose driver was notified, when the gateway has accepted the message: whatever has become of the order
 * meanwhile, its driver knows. One that has come to another driver is left as it is. This alone is no new version of the order (migrations/012): nobody's open form becomes stale.
 */
export const markNotified = onMessageDelivered.fill({
  resourceType: orders.type,
  async run(trx, { ids, accountId }) {
    await query(
      trx,
      sql`update orders.orders set notification_sent = true where id in (
        select id from orders.orders
          where id = any(${ids}::int[]) and driver_id = ${accountId} and not notification_sent
          order by id for no key update)`
    )
  }
})
