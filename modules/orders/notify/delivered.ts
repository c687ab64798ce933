import { query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { onMessageDelivered } from '../../notifications/public.ts'
import { orders } from '../resource.ts'
import { planText } from './notice.ts'

/**
 * Marks the orders whose driver was notified, when the gateway has accepted the message. One that has come to another driver, or
 * to another vehicle, day, place or number in the route than the message says, is left as it is: the message is no
 * longer true. A finished order is marked as well. This alone is no new version of the order (migrations/012): nobody's
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
        select o.id from unnest(${ids}::int[], ${subjects.map(({ snapshot }) => snapshot)}::text[]) as subject (id, plan)
          join orders.orders o on o.id = subject.id
          left join orders.stops s on s.order_id = o.id
          where o.driver_id = ${accountId} and not o.notification_sent
            and (subject.plan is null or subject.plan = ${raw(planText)}))`
    )
  }
})
