/**
 * What the bell and the dashboard's tiles show: one table says where each notification type leads. The number of a type is
 * the total of the list that it opens. A type that the server counts and this table does not know is not shown.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Tone } from '../../src/contract/vocabulary.ts'
import { get } from '../api.ts'

export interface NotificationKind {
  /** `ui.notification.{name}` says what is counted, with the plural forms of its number; `….title` names it alone. */
  readonly name: string
  readonly icon: string
  /** How a number above zero is tinted. */
  readonly tone: Tone
  readonly to: string
  /** The list's part of the URL (`parts/listUrl.ts`). */
  readonly search: Readonly<Record<string, string>>
  /** A change of these things may change the number. */
  readonly noun: string
}

/** By the specification's notification type. */
export const notificationKinds: Readonly<Record<number, NotificationKind>> = {
  0: { name: 'newOrders', icon: 'inbox', tone: 'info', to: '/orders/new', search: {}, noun: 'orders.order' },
  1: {
    name: 'overdueOrders',
    icon: 'clock',
    tone: 'danger',
    to: '/orders/in-progress',
    search: { 'f.Overdue': 'true' },
    noun: 'orders.order'
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

/** What is known of the answered types, in their order. */
export const notificationsIn = (counts: readonly NotificationCount[]): Notification[] =>
  counts
    .toSorted((a, b) => a.notificationType - b.notificationType)
    .flatMap(({ notificationType: type, count }) => {
      const kind = notificationKinds[type]
      return kind ? [{ ...kind, type, count }] : []
    })

export const sumOf = (notifications: readonly Notification[]): number =>
  notifications.reduce((sum, { count }) => sum + count, 0)

/** The number on the bell: two digits at most. */
export const badgeOf = (sum: number): string => (sum > 99 ? '99+' : String(sum))

/** What was last said aloud, and when in milliseconds. */
export interface Said {
  readonly sum: number
  readonly at: number
}

const quietMs = 30_000

/**
 * Whether the sum is said aloud: only when it has grown, and not again within half a minute. Gives what is remembered then:
 * a smaller sum is taken note of in silence, so that the next growth is heard.
 */
export function hearing(said: Said | undefined, sum: number, at: number): { say: boolean; said: Said } {
  if (!said) return { say: false, said: { sum, at: at - quietMs } }
  if (sum <= said.sum) return { say: false, said: { sum, at: said.at } }
  const quiet = at - said.at < quietMs
  return { say: !quiet, said: quiet ? said : { sum, at } }
}

/** The specification's stale time. Overdue begins at midnight without a hint, so it is the beat as well. */
const staleMs = 60_000

/** The counters: fresh for a minute, and asked again at once when the hub tells of what they count. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => get<{ data: readonly NotificationCount[] }>('/api/Notifications', undefined, { signal }),
  select: ({ data }) => notificationsIn(data),
  staleTime: staleMs,
  refetchInterval: staleMs,
  meta: { nouns: [...new Set(Object.values(notificationKinds).map(({ noun }) => noun))] }
})

export const useNotifications = () => useQuery(notificationsQuery)
