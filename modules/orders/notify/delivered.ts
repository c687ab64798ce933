import { query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { onMessageDelivered } from '../../notifications/public.ts'
import { orders } from '../resource.ts'
import { planSaid } from './notice.ts'

/**
 * Marks the orders whose driver was notified, when the gateway has accepted the message. One that has come to another driver, or
 * to another vehicle, day, place or number in the route than the message says, is left as it is: what the driver was told is no
 * longer true. A finished order counts as told as well. This alone is no new version of the order (migrations/012): nobody's
 * open form becomes stale.
 */
export const markNotified = onMessageDelivered.fill({
  resourceType: orders.type,
  async run(trx, { subjects, accountId }) {
    const ids = subjects.map(({ id }) => id)
    // locked first, so that the plan is read as whoever is changing it leaves it
    await query(trx, sql`select id from orders.orders where id = any(${ids}::int[]) order by id for no key update`)
    await query(
      trx,
      sql`update orders.orders set notification_sent = true where id in (
        select o.id from unnest(${ids}::int[], ${subjects.map(({ said }) => said)}::text[]) as told (id, said)
          join orders.orders o on o.id = told.id
          left join orders.stops s on s.order_id = o.id
          where o.driver_id = ${accountId} and not o.notification_sent
            and (told.said is null or told.said = ${raw(planSaid)}))`
    )
  }
})
