/** What the page that needs no login says of an order. Nothing of it is about another order or another client. */
import { dayOf } from '../../../src/contract/days.ts'
import { type Database, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { type TrackedOrder, trackedOrder } from '../../orders/public.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { type Reported, reportedOf } from '../events/reported.ts'
import { endOf } from './local-time.ts'
import { arrivalsOfDriver, reportedOn } from './of-day.ts'
import type { Arrival } from './windows.ts'

/** How long the page is there after the order has ended, or after its day. */
const keptMs = 48 * 3_600_000

export type TrackingState =
  | 'unplanned'
  | 'planned'
  | 'moved'
  | 'today'
  | 'arrived'
  | 'collected'
  | 'failed'
  | 'canceled'
  | 'overdue'

export interface Tracking {
  readonly state: TrackingState
  readonly order: TrackedOrder
  readonly reported: Reported
  /** Where the driver has still to come. */
  readonly arrival: (Arrival & { readonly state: 'ahead' }) | undefined
}

const { inProgress, completed, invoiced, canceled } = OrderStatus

interface Facts {
  readonly order: TrackedOrder
  readonly reported: Reported
  readonly wasMoved: boolean
  readonly now: Date
}

/** Pure: the state, and when it has ended (undefined: it has not). */
export function trackingState({ order, reported, wasMoved, now }: Facts): {
  readonly state: TrackingState
  readonly endedAt: Date | undefined
} {
  const { status, day, finishedAt, canceledAt } = order
  if (status === canceled) return { state: 'canceled', endedAt: canceledAt ?? undefined }
  const onDay = day === null ? undefined : reportedOn(reported, day)
  if (status === completed || status === invoiced)
    return { state: 'collected', endedAt: onDay?.endedAt ?? finishedAt ?? undefined }
  if (status !== inProgress || day === null || !onDay) return { state: 'unplanned', endedAt: undefined }
  const { endedAt, hasFailed, arrivedAt } = onDay
  if (endedAt) return { state: hasFailed ? 'failed' : 'collected', endedAt }
  const today = dayOf(now)
  if (day < today) return { state: 'overdue', endedAt: endOf(day) }
  if (arrivedAt) return { state: 'arrived', endedAt: undefined }
  if (day === today) return { state: 'today', endedAt: undefined }
  return { state: wasMoved ? 'moved' : 'planned', endedAt: undefined }
}

/** Undefined where there is no such order, or its page has ended. */
export async function trackingOf(
  services: Pick<Services, 'settings' | 'now'>,
  database: Database,
  orderId: number
): Promise<Tracking | undefined> {
  const now = services.now()
  const order = await trackedOrder(database, orderId)
  const reported = (await reportedOf(database, [orderId])).get(orderId)
  if (!order || !reported) return undefined
  const moved = await queryOne(
    database,
    sql`select day from driver.arrival_notices where order_id = ${orderId} and day <> ${order.day}::date limit 1`
  )
  const { state, endedAt } = trackingState({ order, reported, wasMoved: moved !== undefined, now })
  if (endedAt && now.getTime() > endedAt.getTime() + keptMs) return undefined
  const { driverId, day } = order
  const isAhead = ['planned', 'moved', 'today'].includes(state)
  const driven =
    isAhead && driverId !== null && day !== null
      ? await arrivalsOfDriver(services, database, { driverId, day })
      : undefined
  const arrival = driven?.arrivals.get(orderId)
  return { state, order, reported, arrival: arrival?.state === 'ahead' ? arrival : undefined }
}

/** Of several orders of one link, those that have not ended too long ago. */
export async function trackingsOf(
  services: Pick<Services, 'settings' | 'now'>,
  database: Database,
  orderIds: readonly number[]
): Promise<Tracking[]> {
  const all: Tracking[] = []
  for (const id of orderIds) {
    const tracking = await trackingOf(services, database, id)
    if (tracking) all.push(tracking)
  }
  return all
}

/** How soon the page of several orders speaks of a state: what is still to come says more than what has ended. */
const leading: readonly TrackingState[] = [
  ...(['arrived', 'today', 'planned', 'moved', 'overdue'] as const),
  ...(['collected', 'failed', 'unplanned', 'canceled'] as const)
]

/** Pure: the order that the page of several begins with; of those that are ahead the first of the way. */
export const leadingOf = (trackings: readonly [Tracking, ...Tracking[]]): Tracking =>
  trackings.reduce((first, one) => {
    const by = leading.indexOf(one.state) - leading.indexOf(first.state)
    const sooner = (one.arrival?.window?.to.getTime() ?? Infinity) < (first.arrival?.window?.to.getTime() ?? Infinity)
    return by < 0 || (by === 0 && sooner) ? one : first
  })

/** Pure: of several orders some were collected, and some were not. */
export const isPartly = (trackings: readonly Tracking[]): boolean => {
  const states = new Set(trackings.map(({ state }) => state))
  return states.has('collected') && states.has('failed') && ![...states].some(state => openStates.has(state))
}

/** What may still change. */
export const openStates: ReadonlySet<TrackingState> = new Set([
  ...(['unplanned', 'planned', 'moved', 'today', 'arrived', 'overdue'] as const)
])
