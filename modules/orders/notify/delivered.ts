/**
 * Records what a driver knows once the gateway has accepted a message. Orders that are still planned as the message says are marked as
 * notified. This does not count as a new version of the order (migrations/012), so that nobody's open form becomes stale. Stops that the
 * message withdraws are settled.
 *
 * Plans may have changed while the message was being sent, and the driver reads the old plan all the same:
 * - An order that is planned differently now is not marked. Its stop stores the number that the message gave, so that the route counts
 *   as changed.
 * - An order that has left the route, or now has another driver, is stored as withdrawn: the driver would drive there for nothing.
 * - An order that the message withdraws and that is in the route again counts as unknown to the driver.
 */
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { recordEvent } from '../../../src/kernel/history/events.ts'
import { onMessageDelivered, type Subject } from '../../notifications/public.ts'
import { MessageType } from '../../notifications/schema.ts'
import { orderNotified } from '../events.ts'
import { noted } from '../planning/notified.ts'
import { orders } from '../resource.ts'
import { factsOf, planText, stopOfPlan } from './notice.ts'

interface ReadPlan {
  readonly orderId: number
  /** The plan in the message, as `planText` writes it; null for an old message that has no snapshot. */
  readonly plan: string | null
}

export const markNotified = onMessageDelivered.fill({
  resourceType: orders.type,
  type: MessageType.orderForDriver,
  async run(trx, { subjects, accountId, at }) {
    if (accountId === null) return
    const plans = subjects.flatMap(planOf)
    const withdrawn = subjects.flatMap(({ id, snapshot }) =>
      factsOf(snapshot ?? '').withdrawn.map(routeId => ({ orderId: id, routeId }))
    )
    await lock(trx, plans, withdrawn)
    await settleWithdrawn(trx, withdrawn, accountId)
    const marked = await mark(trx, plans, accountId)
    await recordEvent(
      trx,
      orderNotified,
      [...marked].flatMap(([id, isFirst]) => (isFirst ? [id] : [])),
      at
    )
    await noteChangedPlans(
      trx,
      plans.filter(({ orderId }) => !marked.has(orderId)),
      accountId
    )
  }
})

function planOf({ id, snapshot }: Subject): ReadPlan[] {
  if (snapshot === null) return [{ orderId: id, plan: null }]
  const { plan } = factsOf(snapshot)
  return plan === undefined ? [] : [{ orderId: id, plan }]
}

interface WithdrawnStop {
  readonly orderId: number
  readonly routeId: number
}

const idsOf = (of: readonly { readonly orderId: number }[]): number[] => of.map(({ orderId }) => orderId)

/** Locks the orders, so that concurrent changes of plans end first; then the routes, as everything does that changes stops. */
async function lock(trx: Database, plans: readonly ReadPlan[], withdrawn: readonly WithdrawnStop[]): Promise<void> {
  const ids = [...idsOf(plans), ...idsOf(withdrawn)]
  const stops = plans.flatMap(({ plan }) => (plan === null ? [] : (stopOfPlan(plan) ?? [])))
  await query(trx, sql`select id from orders.orders where id = any(${ids}::int[]) order by id for no key update`)
  await query(
    trx,
    sql`select id from orders.routes where id = any(${withdrawn.map(({ routeId }) => routeId)}::int[])
        or id in (select route_id from orders.stops where order_id = any(${ids}::int[]))
        or (vehicle_id, day) in (select * from unnest(${stops.map(({ vehicleId }) => vehicleId)}::int[], ${stops.map(({ day }) => day)}::date[]))
      order by id for update`
  )
}

/** Settles stops that the message withdraws. If an order is in that route again, the driver counts as not notified of it. */
async function settleWithdrawn(trx: Database, withdrawn: readonly WithdrawnStop[], accountId: number): Promise<void> {
  if (withdrawn.length === 0) return
  await query(
    trx,
    sql`with off as (
        select * from unnest(${idsOf(withdrawn)}::int[], ${withdrawn.map(({ routeId }) => routeId)}::int[]) as off (order_id, route_id)
      ), settled as (
        delete from orders.withdrawn_stops w using off
        where w.order_id = off.order_id and w.route_id = off.route_id and w.driver_id = ${accountId}
      ), unknown as (
        update orders.stops s set notified_driver_id = null, notified_sequence = null from off
        where s.order_id = off.order_id and s.route_id = off.route_id and s.notified_driver_id = ${accountId}
        returning s.order_id
      )
      update orders.orders set notification_sent = false
      where id in (select order_id from unknown) and notification_sent`
  )
}

/**
 * Marks the orders that are planned as the message says, including finished ones.
 * @returns their ids, with whether the order was not marked before
 */
async function mark(
  trx: Database,
  plans: readonly ReadPlan[],
  accountId: number
): Promise<ReadonlyMap<number, boolean>> {
  const marked = await query<{ id: number; isFirst: boolean }>(
    trx,
    sql`with notified as (
        select o.id from unnest(${idsOf(plans)}::int[], ${plans.map(({ plan }) => plan)}::text[]) as subject (id, plan)
          join orders.orders o on o.id = subject.id
          left join orders.stops s on s.order_id = o.id
          where o.driver_id = ${accountId} and (subject.plan is null or subject.plan = ${raw(planText)})
      ), marked as (
        update orders.orders set notification_sent = true where id in (select id from notified) and not notification_sent
        returning id
      ), known as (
        update orders.stops set notified_driver_id = ${accountId}, notified_sequence = sequence
        where order_id in (select id from notified)
      )
      select id, id in (select id from marked) as "isFirst" from notified`
  )
  return new Map(marked.map(({ id, isFirst }) => [id, isFirst]))
}

/** Stores what the driver has read about orders whose plan has changed since. */
async function noteChangedPlans(trx: Database, plans: readonly ReadPlan[], accountId: number): Promise<void> {
  const others = plans.flatMap(({ orderId, plan }) => {
    const stop = plan === null ? undefined : stopOfPlan(plan)
    return stop ? [{ orderId, ...stop }] : []
  })
  if (others.length === 0) return
  await query(
    trx,
    sql`with message as (
        select m.order_id, r.id as route_id, ${accountId}::int as driver_id, m.sequence
        from unnest(${idsOf(others)}::int[], ${others.map(({ vehicleId }) => vehicleId)}::int[],
            ${others.map(({ day }) => day)}::date[], ${others.map(({ sequence }) => sequence)}::int[])
            as m (order_id, vehicle_id, day, sequence)
          join orders.routes r on r.vehicle_id = m.vehicle_id and r.day = m.day
      ), present as (
        update orders.stops s set notified_driver_id = m.driver_id, notified_sequence = m.sequence
        from message m join orders.orders o on o.id = m.order_id
        where s.order_id = m.order_id and s.route_id = m.route_id and o.driver_id = m.driver_id
        returning s.order_id
      ), untrue as (
        update orders.orders set notification_sent = false
        where id in (select order_id from present) and notification_sent
      ), gone as (
        select * from message where order_id not in (select order_id from present)
      ), ${noted('gone')}
      select 1`
  )
}
