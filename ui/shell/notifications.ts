/**
 * The counters of the bell and of the dashboard's tiles. The server counts by notification type; the table below names the
 * list that each type opens, whose total is the type's count. Types that the table does not have are not shown.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Tone } from '../../src/contract/vocabulary.ts'
import { get } from '../api.ts'

export interface NotificationKind {
  /** Messages: `ui.notification.{name}` with the count, `ui.notification.{name}.title` without it. */
  readonly name: string
  readonly icon: string
  /** The tone of a count above zero. */
  readonly tone: Tone
  readonly to: string
  /** Query parameters of the list's URL (`parts/list/listUrl.ts`). */
  readonly search: Readonly<Record<string, string>>
  /** The count is loaded again when resources of this type change. */
  readonly resourceType: string
}

/** By the specification's notification type. */
export const notificationKinds: Readonly<Record<number, NotificationKind>> = {
  0: { name: 'newOrders', icon: 'inbox', tone: 'info', to: '/orders/new', search: {}, resourceType: 'orders.order' },
  1: {
    name: 'overdueOrders',
    icon: 'clock',
    tone: 'danger',
    to: '/orders/in-progress',
    search: { 'f.Overdue': 'true' },
    resourceType: 'orders.order'
  }
}

export interface NotificationCount {
  readonly notificationType: number
  readonly count: number
}

export interface Notification extends NotificationKind {
  readonly type: number
  readonly count: number
}

/** The notifications of the known types, ordered by type. */
export const notificationsIn = (counts: readonly NotificationCount[]): Notification[] =>
  counts
    .toSorted((a, b) => a.notificationType - b.notificationType)
    .flatMap(({ notificationType: type, count }) => {
      const kind = notificationKinds[type]
      return kind ? [{ ...kind, type, count }] : []
    })

export const sumOf = (notifications: readonly Notification[]): number =>
  notifications.reduce((sum, { count }) => sum + count, 0)

/** The number on the bell, of two digits at most. */
export const badgeOf = (sum: number): string => (sum > 99 ? '99+' : String(sum))

/** The sum that the next one is compared with, and when a screen reader last announced one, in epoch milliseconds. */
export interface LastAnnouncement {
  readonly sum: number
  readonly at: number
}

const minimumPauseMs = 30_000

/**
 * Whether a screen reader announces the sum: only when it has grown, and at most every half minute. A sum that has grown
 * during the pause is announced after it; a smaller sum is not announced, but compared with the next one.
 */
export function nextAnnouncement(
  last: LastAnnouncement | undefined,
  sum: number,
  at: number
): { announce: boolean; last: LastAnnouncement } {
  if (!last) return { announce: false, last: { sum, at: at - minimumPauseMs } }
  if (sum <= last.sum) return { announce: false, last: { sum, at: last.at } }
  const tooEarly = at - last.at < minimumPauseMs
  return { announce: !tooEarly, last: tooEarly ? last : { sum, at } }
}

/** The specification's stale time. Refetching is needed too: orders become overdue at midnight without any hint. */
const staleMs = 60_000

/** The counters: fresh for a minute, and loaded again at once when the hub reports a change of what they count. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => get<{ data: readonly NotificationCount[] }>('/api/Notifications', undefined, { signal }),
  select: ({ data }) => notificationsIn(data),
  staleTime: staleMs,
  refetchInterval: staleMs,
  meta: { resourceTypes: [...new Set(Object.values(notificationKinds).map(({ resourceType }) => resourceType))] }
})

export const useNotifications = () => useQuery(notificationsQuery)
